import Glibc

/// A recorder that cannot be driven, or cannot be reached: what was done, where, and why not.
package struct ControlError: Error, Sendable, Hashable {
  /// What was being done.
  package enum Operation: Sendable, Hashable {
    /// mkdir, lstat: making or judging the folder of the sockets.
    case prepareFolder
    /// socket, bind, listen: waiting for other programs.
    case listen
    /// connect: looking for a recorder.
    case find
    /// send, recv: speaking with one.
    case talk
  }

  /// An errno value, or one of this hand's own verdicts below zero.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// errno as `errno.h` numbers it on Linux.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// It is a file or a link, or belongs to another user.
    package static let foreign = Code(rawValue: -1)
    /// Other users may enter it.
    package static let open = Code(rawValue: -2)
    /// The path does not fit into an address (sockaddr_un has 107 bytes for it).
    package static let tooLong = Code(rawValue: -3)
    /// No socket there, or none that anyone listens on.
    package static let nobody = Code(rawValue: -4)
    /// It took the connection but says nothing.
    package static let silent = Code(rawValue: -5)
    /// It went away without an answer.
    package static let gone = Code(rawValue: -6)
    /// It speaks another version's language.
    package static let strange = Code(rawValue: -7)

    static var last: Code { Code(rawValue: errno) }
  }

  /// What was being done.
  package let operation: Operation
  /// What came back.
  package let code: Code
  /// The folder, the socket, or the process that was asked for.
  package let subject: String

  init(_ operation: Operation, _ code: Code, _ subject: String) {
    self.operation = operation
    self.code = code
    self.subject = subject
  }
}

extension ControlError: CustomStringConvertible {
  package var description: String {
    switch (operation, code) {
    case (.find, .nobody) where subject.isEmpty:
      "No recorder is running; start one with 'rushes' (recordings without a terminal cannot be "
        + "driven)."
    case (.find, .nobody):
      "No recorder runs as \(subject)."
    case (_, .silent):
      "\(subject) does not answer; if it was stopped by Ctrl-Z, 'fg' in its terminal wakes it."
    case (_, .gone):
      "\(subject) was gone before it had answered."
    case (_, .strange):
      "\(subject) is of another version of rushes; start it anew."
    case (.find, _), (.talk, _):
      "\(subject) cannot be reached: \(reason)."
    case (.prepareFolder, .foreign):
      "'rushes ctl' is off: \(subject) is no folder of yours; remove it, or set XDG_RUNTIME_DIR."
    case (.prepareFolder, .open):
      "'rushes ctl' is off: other users may enter \(subject); 'chmod 700 \(subject)' ends that."
    case (_, .tooLong):
      "'rushes ctl' is off: the path \(subject) is too long; set XDG_RUNTIME_DIR to a shorter one."
    case (.prepareFolder, _), (.listen, _):
      "'rushes ctl' is off: cannot make \(subject): \(reason)."
    }
  }

  private var reason: String {
    guard code.rawValue > 0, let text = strerror(code.rawValue) else {
      return "error \(code.rawValue)"
    }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
