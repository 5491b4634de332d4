import Glibc

/// File work that has to be whole or not at all.
struct Folder {
  let path: String
  let calls: DiskCalls

  /// Makes the folder and those above it; one that is there already is fine.
  func create(mode: UInt32 = 0o777) throws(DiskError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      let result = calls.makeFolder(made, mode)
      guard result != 0 else { continue }
      // A file of that name answers EEXIST as well; a folder may answer otherwise, when those above
      // it are read-only or guarded.
      if (try? Self.isFolder(made)) == true { continue }
      throw DiskError(.createFolder, made, code: -result)
    }
  }

  /// The folder itself, or the nearest one above it that is there.
  var nearestExisting: String {
    var existing = path
    while access(existing, F_OK) != 0, existing != "/", existing != "." {
      guard let slash = existing.lastIndex(of: "/") else { return "." }
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
    return existing
  }

  /// Bytes that the user may still write there (statvfs); nil when unknown.
  static func freeBytes(at path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }

  /// Replaces the file `name` in one step: at every instant the old or the new contents are there.
  func replace(_ name: String, with bytes: [UInt8]) throws(DiskError) {
    let target = "\(path)/\(name)"
    let temporary = "\(path)/.\(name).new"
    try write(bytes, to: temporary)
    let result = calls.rename(temporary, target)
    guard result == 0 else {
      _ = calls.unlink(temporary)
      throw DiskError(.rename, target, code: -result)
    }
    try sync()
  }

  /// Makes the folder's own entries survive a power cut.
  func sync() throws(DiskError) {
    let descriptor = calls.open(path, O_RDONLY | O_DIRECTORY, 0)
    guard descriptor >= 0 else { throw DiskError(.open, path, code: -descriptor) }
    defer { _ = calls.close(descriptor) }
    let result = calls.sync(descriptor)
    // Some file systems cannot sync a folder and say EINVAL; their renames are safe by themselves.
    guard result == 0 || result == -EINVAL else { throw DiskError(.sync, path, code: -result) }
  }

  /// Removes a file; one that is gone already is fine.
  func remove(_ name: String) throws(DiskError) {
    let result = calls.unlink("\(path)/\(name)")
    guard result == 0 || result == -ENOENT else {
      throw DiskError(.remove, "\(path)/\(name)", code: -result)
    }
  }

  /// Names in the folder, without the two that every folder has.
  func names() throws(DiskError) -> [String] {
    guard let stream = opendir(path) else { throw DiskError(.list, path) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // Both the end and a failure are NULL; only a failure sets errno (readdir).
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw DiskError(.list, path) }
        return names.sorted()
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// True when something lies at `path`; throws where that cannot be told, as a failure of what it
  /// is asked for.
  static func exists(
    _ path: String, for operation: DiskError.Operation = .open
  ) throws(DiskError) -> Bool { try kind(of: path, for: operation) != nil }

  /// True when a folder lies at `path`; throws where that cannot be told.
  static func isFolder(
    _ path: String, for operation: DiskError.Operation = .open
  ) throws(DiskError) -> Bool { try kind(of: path, for: operation) == S_IFDIR }

  /// What lies at `path` (`S_IF…`); nil when nothing does.
  private static func kind(
    of path: String, for operation: DiskError.Operation
  ) throws(DiskError) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT }
    guard errno == ENOENT || errno == ENOTDIR else { throw DiskError(operation, path) }
    return nil
  }

  /// Size of a file in bytes; nil when it is not there, or cannot be asked.
  static func size(of path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// When a file or folder was changed last, in Unix seconds; nil when it is not there.
  static func changed(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
  }

  /// Writes a file and makes it survive a power cut; what is left of a failure is taken away.
  func write(_ bytes: [UInt8], to file: String) throws(DiskError) {
    let descriptor = calls.open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { throw DiskError(.open, file, code: -descriptor) }
    var failure: DiskError?
    var written = 0
    while written < bytes.count, failure == nil {
      let count = bytes.withUnsafeBytes {
        calls.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
      }
      if count <= 0 { failure = DiskError(.write, file, code: Int32(-count)) }
      written += max(0, count)
    }
    if failure == nil {
      let result = calls.sync(descriptor)
      if result != 0 { failure = DiskError(.sync, file, code: -result) }
    }
    _ = calls.close(descriptor)
    if let failure {
      _ = calls.unlink(file)
      throw failure
    }
  }
}
