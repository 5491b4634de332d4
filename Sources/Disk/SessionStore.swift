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
    sweep()
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
  ///
  /// `mend` gets the index as it is on disk, an empty one where that is lost or damaged, and puts
  /// right what the files say otherwise.
  package func open(
    _ id: String?, mend: (StoredSession, inout SessionIndex) throws -> Void
  ) throws -> (folder: StoredSession, index: SessionIndex)? {
    if let id {
      guard try ids().contains(id) else { return nil }
      let session = try StoredSession(id: id, path: "\(root)/\(id)", calls: calls)
      var index = try session.index()
      try mend(session, &index)
      return (session, index)
    }
    for id in try ids().reversed() {
      guard let session = try free(id) else { continue }
      var index = try session.index()
      try mend(session, &index)
      // What a recorder that was killed before its first take left behind is of no use to anyone.
      if !index.takes.isEmpty { return (session, index) }
    }
    return nil
  }

  /// Opens a session; nil when another rushes holds it, or has removed it meanwhile.
  private func free(_ id: String) throws(DiskError) -> StoredSession? {
    do throws(DiskError) {
      return try StoredSession(id: id, path: "\(root)/\(id)", calls: calls)
    } catch {
      let isHeld = error.operation == .lock && error.code == EWOULDBLOCK
      guard isHeld || error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// A session as it lies on disk.
  package struct Listed: Sendable, Hashable {
    /// Its name.
    package var id: String
    /// Full path of its folder.
    package var path: String
    /// What its index says; an empty one where that is lost or damaged, nil where a newer rushes
    /// wrote it.
    package var index: SessionIndex?
    /// Names of the take files that are there, whether or not the index knows them.
    package var files: [String]
    /// True while another rushes has it open.
    package var isInUse: Bool
  }

  /// Every session, oldest first; nothing is changed, and none is kept from anyone.
  package func list() throws -> [Listed] {
    try ids().compactMap { id in
      let path = "\(root)/\(id)"
      do throws(DiskError) {
        return Listed(
          id: id, path: path, index: StoredSession.peek(id, path),
          files: try StoredSession.takeFiles(in: path), isInUse: StoredSession.isInUse(path))
      } catch {
        // Another rushes may have removed it meanwhile.
        guard error.code == ENOENT else { throw error }
        return nil
      }
    }
  }

  private func ids() throws(DiskError) -> [String] {
    guard try Folder.exists(root) else { return [] }
    let names = try Folder(path: root, calls: calls).names().filter { !$0.hasPrefix(".") }
    return names.filter { name in
      let path = "\(root)/\(name)"
      if Folder.size(of: "\(path)/\(StoredSession.indexName)") != nil { return true }
      do throws(DiskError) {
        return try !StoredSession.takeFiles(in: path).isEmpty
      } catch {
        // A folder that cannot be listed now may hold takes; a file cannot, nor one that is gone.
        return error.code != ENOTDIR && error.code != ENOENT
      }
    }
  }

  /// Removes what sessions left that were being removed when their rushes was killed.
  private func sweep() {
    guard let names = try? Folder(path: root, calls: calls).names() else { return }
    for name in names where name.hasSuffix(StoredSession.removalEnding) {
      try? StoredSession.erase(Folder(path: "\(root)/\(name)", calls: calls))
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
