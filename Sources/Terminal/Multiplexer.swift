/// A program between this one and the terminal that keeps keys' releases to itself, but hands on
/// what is wrapped for the terminal outside.
package enum Multiplexer: String, Sendable, Hashable {
  /// tmux, known by TMUX in the environment or by its answer to XTVERSION.
  case tmux
  /// GNU screen, known by STY, or by the type it gives its windows.
  case screen

  /// Reads which one the program runs in, if any; `type` is the terminal's (TERM).
  init?(tmux: String, sty: String, type: String) {
    if !tmux.isEmpty {
      self = .tmux
    } else if !sty.isEmpty || type.hasPrefix("screen") {
      // Over SSH neither variable is there, but the type is.
      self = .screen
    } else {
      return nil
    }
  }

  /// Wraps sequences, none of which may hold an ST, in a device control string for the terminal
  /// outside: `DCS tmux ; …` with every ESC doubled, or a bare one of at most 768 bytes in screen.
  func wrap(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    switch self {
    case .tmux:
      let doubled = text.flatMap { $0 == "\u{1b}" ? "\u{1b}\u{1b}" : "\($0)" }
      return "\u{1b}Ptmux;\(String(doubled))\u{1b}\\"
    case .screen:
      return "\u{1b}P\(text)\u{1b}\\"
    }
  }
}
