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
    var result = calls.lock(lock)
    // Whoever lists sessions has each for an instant; a recorder has its own for good.
    for _ in 1...5 where result == -EWOULDBLOCK {
      usleep(2000)
      result = calls.lock(lock)
    }
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

  /// The name goes in one step, so that a kill leaves the whole session or none.
  package func remove() throws {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let doomed = "\(path[..<slash]).\(id)\(Self.removalEnding)"
    let result = folder.calls.rename(path, doomed)
    guard result == 0 else { throw DiskError(.remove, path, code: -result) }
    try Self.erase(Folder(path: doomed, calls: folder.calls))
  }

  package func freeBytes() -> Int64? { Folder.freeBytes(at: path) }

  package func usedBytes() -> Int64 {
    guard let names = try? folder.names() else { return 0 }
    return names.reduce(0) { $0 + (Folder.size(of: "\(path)/\($1)") ?? 0) }
  }

  /// Reads the index; an empty one where it is lost or damaged.
  ///
  /// That of a newer rushes is refused: only it can know what it says.
  package func index() throws(DiskError) -> SessionIndex {
    guard let index = Self.peek(id, path) else {
      throw DiskError(.decode, "\(path)/\(Self.indexName)", code: 0)
    }
    return index
  }

  /// Names of take files in the folder, whether or not the index knows them.
  package func takeFiles() throws(DiskError) -> [String] { try Self.takeFiles(in: path) }
}

extension StoredSession {
  /// What a folder is called besides its name while it is being removed.
  static let removalEnding = ".removed"

  private struct Layout: Decodable { var version: Int }

  /// Reads a session's index without locking it: an empty one where it is lost or damaged, nil
  /// where a newer rushes wrote it.
  static func peek(_ id: String, _ path: String) -> SessionIndex? {
    let bytes = FileBytes.read("\(path)/\(indexName)") ?? Data()
    let layout = try? JSONDecoder().decode(Layout.self, from: bytes)
    if let layout, layout.version > SessionIndex.currentVersion { return nil }
    if let index = try? JSONDecoder().decode(SessionIndex.self, from: bytes) { return index }
    return SessionIndex(id: id, created: Folder.changed(path) ?? 0)
  }

  /// Names of take files in the folder at `path`.
  static func takeFiles(in path: String) throws(DiskError) -> [String] {
    try Folder(path: path, calls: .live).names().filter {
      $0.hasPrefix("take-") && $0.hasSuffix(".mov")
    }
  }

  /// True while a rushes holds the lock (flock); it is shared for an instant to find out.
  static func isInUse(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Removes a folder and the files in it; what another rushes has removed meanwhile is gone as well.
  static func erase(_ folder: Folder) throws(DiskError) {
    do throws(DiskError) {
      for name in try folder.names() { try folder.remove(name) }
    } catch {
      guard error.code == ENOENT else { throw error }
      return
    }
    let result = folder.calls.removeFolder(folder.path)
    guard result == 0 || result == -ENOENT else {
      throw DiskError(.remove, folder.path, code: -result)
    }
  }
}
