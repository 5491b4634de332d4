/// A failure as the user meets it: what kind it is and one sentence that names the remedy.
package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is; the program's exit code follows from it.
  package enum Kind: String, Sendable, Hashable {
    /// Anything else.
    case failed
    /// The command line or the configuration is wrong.
    case usage
    /// A device is missing, busy, forbidden or gone.
    case device
    /// There is no terminal to draw on.
    case terminal
    /// The disk is full or nearly so.
    case noSpace
    /// The user or the system asked to stop.
    case interrupted
  }

  /// What kind of failure it is.
  package var kind: Kind
  /// The whole sentence for the user.
  package var sentence: String

  /// Puts a kind and its sentence together.
  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  package var description: String { sentence }
}
