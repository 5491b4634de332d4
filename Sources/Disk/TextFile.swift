import FoundationEssentials
import Glibc

/// Reading small files whole.
enum FileBytes {
  /// The contents; nil with errno set when it cannot be opened.
  static func read(_ path: String) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? data : nil }
      data.append(contentsOf: chunk[..<count])
    }
  }
}

/// Text files that the user wrote.
package enum TextFile {
  /// The whole text of a file.
  package static func read(_ path: String) throws -> String {
    guard let bytes = FileBytes.read(path) else { throw DiskError(.read, path) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
