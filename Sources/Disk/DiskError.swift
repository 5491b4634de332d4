import Glibc

/// A file operation that failed: what was done, on which path, and the system's reason.
package struct DiskError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done.
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    case createFolder = "create the folder"
    case open = "open"
    case write = "write"
    case sync = "sync"
    case rename = "give the final name to"
    case remove = "remove"
    case list = "list"
    case lock = "lock"
    case read = "read"
    case decode = "understand"
  }

  /// What was being done.
  package var operation: Operation
  /// The system's reason (errno); 0 when the contents are the reason.
  package var code: Int32
  /// The path.
  package var subject: String

  init(_ operation: Operation, _ subject: String, code: Int32 = errno) {
    self.operation = operation
    self.code = code
    self.subject = subject
  }

  /// True when the disk, or the user's share of it, is full.
  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  package var description: String {
    switch (operation, code) {
    case (_, ENOSPC), (_, EDQUOT):
      "The disk is full: cannot \(operation.rawValue) \(subject). Free some space and try again."
    case (.rename, EEXIST):
      "\(subject) exists already; choose another name or add --force."
    case (.lock, EWOULDBLOCK):
      "\(subject) is in use by another rushes."
    case (.decode, _):
      "\(subject) is damaged or was written by a newer rushes."
    case (.write, ENOENT):
      "Cannot write \(subject): its folder does not exist. Create it or choose another one."
    case (_, EACCES), (_, EPERM), (_, EROFS):
      "Cannot \(operation.rawValue) \(subject): \(reason). Choose a folder you may write to."
    default:
      "Cannot \(operation.rawValue) \(subject): \(reason)."
    }
  }

  private var reason: String {
    // A write may take nothing without saying why.
    guard code != 0 else { return "nothing was taken" }
    // EIO, "Input/output error", in words that say whose.
    guard code != EIO else { return "the disk reports an error" }
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
