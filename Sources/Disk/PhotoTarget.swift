import Glibc
import Recording

/// Where the two files of a live photo go: `NAME.mov` and `NAME.jpg`, or both in one JPEG.
///
/// Both are there or none: each is written under a temporary name and synced before either gets its
/// own, and where the second one cannot get it, the first one's is taken away again.
package struct PhotoTarget: PhotoPlace {
  /// How the still is kept.
  package enum Still: Sendable {
    /// A file of its own beside the movie.
    case beside([UInt8])
    /// The movie lies behind it in one file; the closure gives what stands before that many bytes.
    case around(@Sendable (_ movieBytes: Int64) -> [UInt8])
    /// Nothing but the still; there is no movie.
    case alone([UInt8])
  }

  private let folder: Folder
  /// The user's name without its ending; nil for one that is made from the time.
  private let stem: String?
  private let overwrites: Bool
  private let ending: String
  private let still: Still

  /// Files called after `file`, whose ending is the movie's; or with a new name in `file`'s place
  /// when that is only a folder.
  package init(
    file: String, overwrites: Bool, still: Still, calls: DiskCalls = .live
  ) {
    let slash = file.lastIndex(of: "/")
    let path = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    let point = name.lastIndex(of: ".") ?? name.endIndex
    folder = Folder(path: path, calls: calls)
    stem = String(name[..<point])
    ending = String(name[point...].dropFirst())
    self.overwrites = overwrites
    self.still = still
  }

  /// A new name in `folder` for each photo, such as `rushes-2026-11-30-141503.mov`.
  package init(folder: String, ending: String, still: Still, calls: DiskCalls = .live) {
    self.folder = Folder(path: folder, calls: calls)
    stem = nil
    overwrites = false
    self.ending = ending
    self.still = still
  }

  /// Says early what would stand in the way of the files, and changes nothing.
  package func verify() throws(DiskError) {
    guard let stem else {
      return try MovieTarget(folder: folder.path, calls: folder.calls).verify()
    }
    for name in names(stem) {
      try MovieTarget(file: "\(folder.path)/\(name)", overwrites: overwrites, calls: folder.calls)
        .verify()
    }
  }

  package func temporaryPath() throws -> String {
    if stem == nil { try folder.create() }
    try verify()
    return folder.temporaryPath
  }

  package func publish(_ temporary: String) throws -> (path: String, bytes: Int64) {
    var files: [String]
    switch still {
    case .beside(let bytes):
      let other = folder.temporaryPath
      try folder.write(bytes, to: other)
      files = [temporary, other]
    case .around(let head):
      let whole = folder.temporaryPath
      // The head says where the movie begins, counted from the end.
      guard let length = Folder.size(of: temporary) else { throw DiskError(.read, temporary) }
      try folder.join(head(length), temporary, into: whole)
      discard(temporary)
      files = [whole]
    case .alone:
      files = [temporary]
    }
    do {
      let paths = try place(files)
      let bytes = paths.reduce(0) { $0 + (Folder.size(of: $1) ?? 0) }
      return (Folder.absolute(paths[0]), bytes)
    } catch {
      for file in files { discard(file) }
      throw error
    }
  }

  package func settle() throws { try folder.sync() }

  package func discard(_ temporary: String) { _ = folder.calls.unlink(temporary) }

  package func still(of movie: String) -> String {
    guard case .beside = still, let point = movie.lastIndex(of: ".") else { return movie }
    return movie[..<point] + ".jpg"
  }

  /// Writes a still alone and returns its path.
  package func publishStill() throws -> String {
    guard case .alone(let bytes) = still else { return "" }
    let temporary = try temporaryPath()
    try folder.write(bytes, to: temporary)
    let path = try publish(temporary).path
    try settle()
    return path
  }

  /// The names of the files, the movie's first.
  private func names(_ stem: String) -> [String] {
    if case .beside = still { return ["\(stem).\(ending)", "\(stem).jpg"] }
    return ["\(stem).\(ending)"]
  }

  /// Gives the files their names, all or none.
  private func place(_ files: [String]) throws(DiskError) -> [String] {
    if let stem { return try place(files, as: names(stem)) }
    let made = "rushes-\(LocalTime.text(time(nil), "%Y-%m-%d-%H%M%S"))"
    for attempt in 1...1000 {
      // Photo apps look for the sign "MP" of a Motion Photo.
      let sign = if case .around = still { ".MP" } else { "" }
      let stem = (attempt == 1 ? made : "\(made)-\(attempt)") + sign
      do throws(DiskError) {
        return try place(files, as: names(stem))
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    throw DiskError(.rename, "\(folder.path)/\(made)", code: EEXIST)
  }

  private func place(_ files: [String], as names: [String]) throws(DiskError) -> [String] {
    var placed: [String] = []
    for (file, name) in zip(files, names) {
      let path = "\(folder.path)/\(name)"
      let result =
        overwrites ? folder.calls.rename(file, path) : folder.copyName(of: file, to: path)
      guard result == 0 else {
        // What was replaced is gone, but half a photo must not stay.
        for path in placed { _ = folder.calls.unlink(path) }
        throw DiskError(.rename, path, code: -result)
      }
      placed.append(path)
    }
    for file in files where !overwrites { discard(file) }
    return placed
  }
}
