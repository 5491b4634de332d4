import Glibc

/// Memory of this machine that a terminal reads a picture from (shm_overview(7)).
///
/// The terminal removes its name as soon as it has read it; what it did not read goes with the next
/// picture, with the session, or with the guard.
struct SharedPicture {
  /// What it is for.
  enum Use: String, CaseIterable {
    /// The live picture.
    case picture
    /// The question whether the terminal sees such memory; a picture may be on its way then.
    case question
  }

  /// Its name, one for each process and use: only one is on its way.
  let name: String

  /// The memory of the process with this number.
  init(of process: pid_t = getpid(), for use: Use = .picture) {
    name = "/rushes-\(use.rawValue)-\(process)"
  }

  /// Puts bytes into it, readable by this user alone; false where the system has no room.
  func write(_ bytes: [UInt8]) -> Bool {
    remove()
    let memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR)
    guard memory >= 0 else { return false }
    defer { close(memory) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(memory, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        remove()
        return false
      }
    }
    return true
  }

  /// True when there is none of its name.
  var isGone: Bool {
    let memory = shm_open(name, O_RDONLY, 0)
    guard memory >= 0 else { return true }
    close(memory)
    return false
  }

  /// Takes it away (shm_unlink).
  func remove() { _ = shm_unlink(name) }
}
