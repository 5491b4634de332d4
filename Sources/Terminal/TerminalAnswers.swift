package import Units

/// A way to know that a held key was let go, best first.
package enum KeyRung: Sendable, Hashable {
  /// The terminal tells, by the kitty keyboard protocol.
  case kitty
  /// The terminal outside a multiplexer tells in the same way.
  case kittyThrough(Multiplexer)
  /// The terminal sends Windows' own key records.
  case win32
  /// Nobody tells; the end of the key's repeats has to do.
  case repeats

  /// True when releases are told.
  package var tellsRelease: Bool { self != .repeats }

  /// How a release is known, in words for the user.
  package var words: String {
    switch self {
    case .kitty: "release by the kitty protocol"
    case .kittyThrough(let multiplexer): "release by the kitty protocol through \(multiplexer)"
    case .win32: "release by win32-input-mode"
    case .repeats: "by key repeat"
    }
  }
}

/// What the terminal said when it was asked; nil where it has said nothing, or not yet.
package struct TerminalAnswers: Sendable, Hashable {
  /// Name and version (XTVERSION): of the terminal outside, where there is a multiplexer and both
  /// answer.
  package var name: String?
  /// Name and version of the multiplexer itself.
  package var multiplexerName: String?
  /// Kitty keyboard flags in force when it was asked; nil where the protocol is unknown.
  package var keyboardFlags: Int?
  /// Whether it has win32-input-mode (9001).
  package var hasWin32Input: Bool?
  /// Whether it shows an update in one go (2026).
  package var hasSynchronizedOutput: Bool?
  /// Attributes of DA1, such as 4 for sixel graphics.
  package var attributes: [Int]?
  /// True with sixel graphics among them.
  package var hasSixel: Bool { attributes?.contains(4) == true }
  /// What lies between the program and the terminal.
  package var multiplexer: Multiplexer?
  /// What it said about pictures; nil inside of a multiplexer, where it is not asked.
  package var pictures: PictureAnswers?
  /// From the question to the last answer: the way there and back.
  package var answerTime: MediaTime?
  /// The best way to know a key's release; nil before it is settled.
  package var rung: KeyRung?
}
