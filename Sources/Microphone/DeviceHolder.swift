import Glibc

/// A process that has a device file open.
struct DeviceHolder: Hashable, CustomStringConvertible {
  /// What the kernel calls the program: 15 characters at most.
  let program: String
  /// Its process id.
  let processID: Int32

  var description: String { "\(program) (pid \(processID))" }

  /// The first process found that has `path` open.
  ///
  /// Nil as well when it belongs to another user, whose /proc/PID/fd may not be read.
  static func find(path: String) -> DeviceHolder? {
    guard !path.isEmpty else { return nil }
    for process in names(in: "/proc").compactMap({ Int32($0) }) {
      let folder = "/proc/\(process)/fd"
      for file in names(in: folder) where target(of: "\(folder)/\(file)") == path {
        return DeviceHolder(
          program: firstLine(of: "/proc/\(process)/comm") ?? "a program", processID: process)
      }
    }
    return nil
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func target(of link: String) -> String? {
    let capacity = 4096
    var bytes = [CChar](repeating: 0, count: capacity)
    let count = readlink(link, &bytes, capacity)
    return count > 0
      ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

/// The first line of a small file of /proc, without its end; nil when it cannot be read.
func firstLine(of path: String) -> String? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = bytes.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
  return bytes[..<count].split(separator: 0x0a, maxSplits: 1).first.map {
    String(decoding: $0, as: UTF8.self)
  }
}
