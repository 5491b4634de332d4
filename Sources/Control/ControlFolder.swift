import Glibc
import Units

/// The folder where the user's recorders listen, each on a socket named after its process.
package struct ControlFolder: Sendable, Hashable {
  /// Its full path.
  package let path: String

  /// Names a folder; nothing is made before `prepare`.
  package init(path: String) { self.path = path }

  /// The user's own: `$XDG_RUNTIME_DIR/rushes`.
  ///
  /// Where that variable is not set, as for commands of cron or udev, it is the folder that the
  /// variable names in a login session, `/run/user/UID`, and else `/tmp/rushes-UID`.
  package init(environment: [String: String]) {
    let usual = "/run/user/\(geteuid())"
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      path = "\(runtime)/rushes"
    } else if Self.isOwn(usual) {
      path = "\(usual)/rushes"
    } else {
      path = "/tmp/rushes-\(geteuid())"
    }
  }

  /// Makes the folder if it is not there, for this user alone, and sees that it is safe.
  package func prepare() throws(ControlError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw ControlError(.prepareFolder, .last, path)
    }
    try verify()
  }

  /// Refuses a folder that another user owns or may enter: who listens there could be anyone.
  func verify() throws(ControlError) {
    guard Self.isOwn(path) else { throw ControlError(.prepareFolder, .foreign, path) }
    guard let mode = Self.status(path)?.st_mode, mode & 0o077 == 0 else {
      throw ControlError(.prepareFolder, .open, path)
    }
  }

  /// Where the recorder of a process listens.
  func socket(of process: Int32) -> String { "\(path)/\(process).sock" }

  /// Processes that have a socket here, the newest socket first, whether or not anyone listens.
  var processes: [Int32] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var found: [(process: Int32, made: timespec)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".sock"), let process = Int32(name.dropLast(5)), process > 0,
        let status = Self.status("\(path)/\(name)"), status.st_mode & S_IFMT == S_IFSOCK
      else { continue }
      found.append((process, status.st_mtim))
    }
    return found.sorted {
      ($0.made.tv_sec, $0.made.tv_nsec, $0.process) > ($1.made.tv_sec, $1.made.tv_nsec, $1.process)
    }.map(\.process)
  }

  /// Removes the sockets of recorders that were killed: nobody listens, and the process is gone or,
  /// its number used again, is `own`.
  func removeLeftovers(own: Int32) {
    for process in processes where process == own || (kill(process, 0) != 0 && errno == ESRCH) {
      let path = socket(of: process)
      do throws(ControlError) {
        _ = try Socket.connected(to: path, patience: .milliseconds(100))
      } catch {
        if error.code == .nobody { unlink(path) }
      }
    }
  }

  private static func isOwn(_ path: String) -> Bool {
    guard let status = status(path) else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
  }

  /// lstat: a link is no folder, wherever it leads.
  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
