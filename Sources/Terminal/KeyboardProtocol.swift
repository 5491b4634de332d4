import Screens

/// Keeps account of the kitty keyboard protocol: whether the terminal speaks it, and which of the
/// flags pushed are still to be popped.
struct KeyboardProtocol {
  /// True when the terminal tells when a key is let go; nil before it has answered.
  private(set) var supportsRelease: Bool?
  /// True between push and pop.
  private(set) var isPushed = false
  /// True once the terminal has answered DA1, so it can be asked again.
  private(set) var hasAnswered = false
  private var awaitsReadBack = false
  private var isVerified = false

  /// Asks for the flags, then for the device attributes: a terminal that answers only the second
  /// does not speak the protocol.
  static let question = "\u{1b}[?u\u{1b}[c"
  /// DA1, which every terminal answers after everything asked before.
  static let attributesQuestion = "\u{1b}[c"

  /// Begins anew: after a resume another terminal may be attached.
  mutating func ask() -> String {
    self = KeyboardProtocol()
    return Self.question
  }

  /// Asks for flags 1 (disambiguate) and 2 (event types), `CSI > 3 u`.
  ///
  /// With these Enter and letters stay what they were, so that a shell left behind by a crash can
  /// still be typed at. The first push reads the flags
  /// back, because some multiplexers take flag 1 alone.
  mutating func push() -> String {
    guard !isPushed else { return "" }
    isPushed = true
    guard !isVerified else { return "\u{1b}[>3u" }
    awaitsReadBack = true
    return "\u{1b}[>3u\u{1b}[?u"
  }

  /// Takes the flags back.
  mutating func pop() -> String {
    guard isPushed else { return "" }
    isPushed = false
    return "\u{1b}[<u"
  }

  /// Learns from what the terminal sends.
  mutating func take(_ event: InputEvent) {
    switch event {
    case .keyboardFlags(let flags) where awaitsReadBack:
      awaitsReadBack = false
      isVerified = true
      supportsRelease = flags & 2 != 0
    case .keyboardFlags:
      supportsRelease = true
    case .deviceAttributes:
      hasAnswered = true
      if supportsRelease == nil { supportsRelease = false }
    case .release:
      // No better proof.
      supportsRelease = true
      isVerified = true
    case .press, .repeated, .mouse, .focus, .modeReport, .terminalName, .statusReport, .paste:
      break
    }
  }
}
