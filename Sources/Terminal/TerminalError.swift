/// A terminal that cannot be used: the program ends with exit code 4.
package struct TerminalError: Error, Sendable, Hashable {
  /// What was being done.
  package enum Operation: Sendable, Hashable {
    /// isatty: looking whether there is a terminal at all.
    case findTerminal
    /// tcgetattr: reading the line settings, to put them back later.
    case readSettings
    /// newterm: letting ncurses prepare the screen.
    case openScreen
  }

  /// An errno value, or one of this hand's own verdicts below zero.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// errno as `errno.h` numbers it on Linux.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// ENOTTY: it is a file, a pipe or nothing.
    package static let notATerminal = Code(rawValue: 25)
    /// EIO: the terminal has hung up.
    package static let inputOutput = Code(rawValue: 5)
    /// The terminfo database does not have the type.
    package static let unknownType = Code(rawValue: -1)
  }

  /// What was being done.
  package let operation: Operation
  /// What came back.
  package let code: Code
  /// The stream ("standard input") or the terminal type.
  package let subject: String

  /// Makes an error of a failed operation.
  package init(_ operation: Operation, _ code: Code, subject: String) {
    self.operation = operation
    self.code = code
    self.subject = subject
  }

  /// What the program ends with when there is no terminal to draw on.
  package static let exitCode: Int32 = 4
}

extension TerminalError: CustomStringConvertible {
  /// One sentence for the user, with the remedy.
  package var description: String {
    let remedy = "record without one with --for or --take"
    switch operation {
    case .findTerminal:
      return "A terminal is needed, and \(subject) is none; \(remedy)."
    case .readSettings:
      return "The \(subject) does not answer as a terminal (error \(code.rawValue)); \(remedy)."
    case .openScreen:
      return "The terminal type \"\(subject)\" is unknown here; set TERM to a known one such as "
        + "xterm-256color, or \(remedy)."
    }
  }
}
