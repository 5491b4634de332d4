import Glibc

/// Names that are given to finished files.
extension Folder {
  /// A new name for a file that is being made; programs that list the folder pass it over.
  var temporaryPath: String {
    "\(path)/.rushes-\(getpid())-\(UInt32.random(in: .min ... .max)).part"
  }

  /// Gives a file a second name without replacing another; 0, or a negative errno.
  ///
  /// `link` fails when the name is taken, where `rename` would not. File systems without hard links
  /// get the file under its new name alone.
  func copyName(of file: String, to path: String) -> Int32 {
    let linked = calls.link(file, path)
    guard linked == -EPERM || linked == -EOPNOTSUPP || linked == -ENOSYS else { return linked }
    // The name is taken with an empty file, which is replaced then.
    let reserved = calls.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard reserved >= 0 else { return reserved }
    _ = calls.close(reserved)
    let renamed = calls.rename(file, path)
    if renamed != 0 { _ = calls.unlink(path) }
    return renamed
  }

  /// Makes a file of `head` and all of the file `tail`, synced and of the right length.
  func join(_ head: [UInt8], _ tail: String, into file: String) throws(DiskError) {
    guard let rest = FileBytes.read(tail) else { throw DiskError(.read, tail) }
    let whole = head + rest
    try write(whole, to: file)
    guard FileBytes.read(file).map({ [UInt8]($0) == whole }) == true else {
      _ = calls.unlink(file)
      throw DiskError(.read, file, code: EIO)
    }
  }

  /// The full path of a file that is there (realpath).
  static func absolute(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Takes away what a rushes left that was killed while it made a file here.
  ///
  /// Only what its process is not alive for, and what nobody has written to for an hour: the folder
  /// may be another machine's too.
  func sweep() {
    guard let names = try? names() else { return }
    for name in names where name.hasPrefix(".rushes-") && name.hasSuffix(".part") {
      let process = name.dropFirst(8).prefix { $0.isNumber }
      guard let process = Int32(process), process > 0, kill(process, 0) != 0, errno == ESRCH,
        let changed = Self.changed("\(path)/\(name)"), changed + 3600 < Int64(time(nil))
      else { continue }
      _ = calls.unlink("\(path)/\(name)")
    }
  }
}
