import Glibc
package import Recording

/// All sessions of the user, one folder each.
package struct SessionStore: Sendable {
  /// Full path of the folder that holds them.
  package let root: String
  private let calls: DiskCalls

  /// Names the folder; nothing is created before the first session.
  package init(root: String, calls: DiskCalls = .live) {
    self.root = root
    self.calls = calls
  }

  /// Begins a session: a new folder, locked, with an empty index.
  package func create() throws -> (folder: StoredSession, index: SessionIndex) {
    try Folder(path: root, calls: calls).create(mode: 0o700)
    let now = time(nil)
    let stamp = LocalTime.text(now, "%Y%m%d-%H%M%S")
    for attempt in 1...1000 {
      let id = attempt == 1 ? stamp : "\(stamp)-\(attempt)"
      let path = "\(root)/\(id)"
      let result = calls.makeFolder(path, 0o700)
      if result == -EEXIST { continue }
      guard result == 0 else { throw DiskError(.createFolder, path, code: -result) }
      do {
        let session = try StoredSession(id: id, path: path, calls: calls)
        let index = SessionIndex(id: id, created: Int64(now))
        try session.write(index)
        return (session, index)
      } catch {
        _ = calls.unlink("\(path)/\(StoredSession.indexName)")
        _ = calls.removeFolder(path)
        throw error
      }
    }
    throw DiskError(.createFolder, "\(root)/\(stamp)", code: EEXIST)
  }

  /// Opens a session that is on disk, or the newest one with takes that nobody uses; nil when there
  /// is none.
  package func open(_ id: String?) throws -> (folder: StoredSession, index: SessionIndex)? {
    if let id {
      guard try ids().contains(id) else { return nil }
      let session = try StoredSession(id: id, path: "\(root)/\(id)", calls: calls)
      return (session, try session.index())
    }
    for id in try ids().reversed() {
      guard let session = try free(id) else { continue }
      let index = try session.index()
      // What a recorder that was killed before its first take left behind is of no use to anyone.
      if index.takes.isEmpty, try session.takeFiles().isEmpty { continue }
      return (session, index)
    }
    return nil
  }

  /// Opens a session; nil when another rushes holds it.
  private func free(_ id: String) throws(DiskError) -> StoredSession? {
    do throws(DiskError) {
      return try StoredSession(id: id, path: "\(root)/\(id)", calls: calls)
    } catch {
      guard error.operation == .lock, error.code == EWOULDBLOCK else { throw error }
      return nil
    }
  }

  /// Every session's name, path and index, oldest first; one whose index cannot be read has nil.
  package func list() throws -> [(id: String, path: String, index: SessionIndex?)] {
    try ids().map { id in
      let path = "\(root)/\(id)"
      return (id, path, StoredSession.peek(path))
    }
  }

  private func ids() throws(DiskError) -> [String] {
    guard Folder.size(of: root) != nil else { return [] }
    return try Folder(path: root, calls: calls).names().filter { name in
      Folder.size(of: "\(root)/\(name)/\(StoredSession.indexName)") != nil
    }
  }
}

/// Local calendar time as text.
package enum LocalTime {
  /// Formats Unix seconds (strftime).
  package static func text(_ seconds: Int, _ format: String) -> String {
    var moment = time_t(seconds)
    var parts = tm()
    localtime_r(&moment, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
