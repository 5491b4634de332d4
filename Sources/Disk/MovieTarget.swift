import Glibc
import Recording

/// The movie's folder and name: the user's, or one made from the time it is saved.
package struct MovieTarget: MoviePlace {
  private enum Name: Sendable {
    case given(String, overwrites: Bool)
    case dated(ending: String)
  }

  private let folder: Folder
  private let name: Name

  /// The file the user named; another file there is replaced only when `overwrites` is true.
  package init(file: String, overwrites: Bool, calls: DiskCalls = .live) {
    let slash = file.lastIndex(of: "/")
    let path = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    folder = Folder(path: path, calls: calls)
    name = .given(
      slash.map { String(file[file.index(after: $0)...]) } ?? file, overwrites: overwrites)
  }

  /// A new name in `folder` for each movie, such as `rushes-2026-11-30-141503.mp4`.
  package init(folder: String, ending: String = "mp4", calls: DiskCalls = .live) {
    self.folder = Folder(path: folder, calls: calls)
    name = .dated(ending: ending)
  }

  /// Says early what would stand in the way of saving, and changes nothing.
  ///
  /// In the way are a missing folder, no right to write, and a file of that name.
  package func verify() throws(DiskError) {
    switch name {
    case .dated:
      // The folder is made when the first movie is: until then its parents have to allow it.
      try mayWrite(in: folder.nearestExisting)
    case .given(let file, let overwrites):
      let path = "\(folder.path)/\(file)"
      guard try Folder.exists(folder.path, for: .write) else {
        throw DiskError(.write, path, code: ENOENT)
      }
      if try Folder.isFolder(path, for: .write) { throw DiskError(.write, path, code: EISDIR) }
      if !overwrites, try Folder.exists(path, for: .write) {
        throw DiskError(.rename, path, code: EEXIST)
      }
      try mayWrite(in: folder.path)
    }
  }

  /// Bytes free where movies will lie; nil when unknown.
  package var freeBytes: Int64? { Folder.freeBytes(at: folder.nearestExisting) }

  private func mayWrite(in existing: String) throws(DiskError) {
    guard try Folder.isFolder(existing, for: .write) else {
      throw DiskError(.write, existing, code: ENOTDIR)
    }
    let result = folder.calls.mayWrite(existing)
    guard result == 0 else { throw DiskError(.write, existing, code: -result) }
  }

  package func temporaryPath() throws -> String {
    if case .dated = name { try folder.create() }
    try verify()
    folder.sweep()
    return folder.temporaryPath
  }

  package func publish(_ temporary: String) throws -> (path: String, bytes: Int64) {
    let path = try named(temporary)
    return (Folder.absolute(path), Folder.size(of: path) ?? 0)
  }

  package func settle() throws { try folder.sync() }

  package func discard(_ temporary: String) { _ = folder.calls.unlink(temporary) }

  private func named(_ temporary: String) throws(DiskError) -> String {
    switch name {
    case .given(let file, overwrites: true):
      let path = "\(folder.path)/\(file)"
      let result = folder.calls.rename(temporary, path)
      guard result == 0 else { throw DiskError(.rename, path, code: -result) }
      return path
    case .given(let file, overwrites: false):
      let path = "\(folder.path)/\(file)"
      let result = move(temporary, to: path)
      guard result == 0 else { throw DiskError(.rename, path, code: -result) }
      return path
    case .dated(let ending):
      let stem = "\(folder.path)/rushes-\(LocalTime.text(time(nil), "%Y-%m-%d-%H%M%S"))"
      for attempt in 1...1000 {
        let path = attempt == 1 ? "\(stem).\(ending)" : "\(stem)-\(attempt).\(ending)"
        let result = move(temporary, to: path)
        if result == -EEXIST { continue }
        guard result == 0 else { throw DiskError(.rename, path, code: -result) }
        return path
      }
      throw DiskError(.rename, "\(stem).\(ending)", code: EEXIST)
    }
  }

  private func move(_ temporary: String, to path: String) -> Int32 {
    let result = folder.copyName(of: temporary, to: path)
    if result == 0 { _ = folder.calls.unlink(temporary) }
    return result
  }
}
