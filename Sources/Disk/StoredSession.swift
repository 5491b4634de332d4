import FoundationEssentials
import Glibc
package import Recording

/// One session's folder: an index and one file per take, locked while it is open.
package final class StoredSession: SessionFolder {
  static let indexName = "session.json"

  /// The session's name.
  package let id: String
  /// Full path of the folder.
  package let path: String
  private let folder: Folder
  private let lock: Int32

  /// Opens an existing folder and locks it; the lock ends with the object or the process.
  init(id: String, path: String, calls: DiskCalls) throws(DiskError) {
    self.id = id
    self.path = path
    folder = Folder(path: path, calls: calls)
    lock = calls.open(path, O_RDONLY | O_DIRECTORY, 0)
    guard lock >= 0 else { throw DiskError(.open, path, code: -lock) }
    let result = calls.lock(lock)
    guard result == 0 else {
      _ = calls.close(lock)
      throw DiskError(.lock, path, code: -result)
    }
  }

  deinit { _ = folder.calls.close(lock) }

  package func write(_ index: SessionIndex) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = [UInt8](try encoder.encode(index))
    try folder.replace(Self.indexName, with: bytes)
  }

  package func removeTake(file: String) throws {
    try folder.remove(file)
  }

  package func remove() throws {
    for name in try folder.names() { try folder.remove(name) }
    let result = folder.calls.removeFolder(path)
    guard result == 0 else { throw DiskError(.remove, path, code: -result) }
  }

  package func freeBytes() -> Int64? { Folder.freeBytes(at: path) }

  package func usedBytes() -> Int64 {
    guard let names = try? folder.names() else { return 0 }
    return names.reduce(0) { $0 + (Folder.size(of: "\(path)/\($1)") ?? 0) }
  }

  /// Reads the index.
  package func index() throws(DiskError) -> SessionIndex {
    let file = "\(path)/\(Self.indexName)"
    guard let bytes = FileBytes.read(file) else { throw DiskError(.read, file) }
    guard let index = Self.decoded(bytes) else { throw DiskError(.decode, file, code: 0) }
    return index
  }

  /// Names of take files in the folder, whether or not the index knows them.
  package func takeFiles() throws(DiskError) -> [String] {
    try folder.names().filter { $0.hasPrefix("take-") && $0.hasSuffix(".mov") }
  }
}

extension StoredSession {
  /// Reads a session's index without locking it; nil when that fails.
  static func peek(_ path: String) -> SessionIndex? {
    guard let bytes = FileBytes.read("\(path)/\(indexName)") else { return nil }
    return decoded(bytes)
  }

  /// The index in a file's bytes; nil when they are damaged or a newer rushes wrote them.
  private static func decoded(_ bytes: Data) -> SessionIndex? {
    let index = try? JSONDecoder().decode(SessionIndex.self, from: bytes)
    return index.flatMap { $0.version <= SessionIndex.currentVersion ? $0 : nil }
  }
}
