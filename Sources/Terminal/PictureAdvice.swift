import Screens

/// What would make the live picture better in a terminal, in sentences; empty when nothing would.
package struct PictureAdvice: Sendable, Hashable {
  /// The sentences, the most useful first.
  package let sentences: [String]

  /// Reads what was chosen, and of which terminal.
  package init(_ choice: PictureChoice, _ report: TerminalReport) {
    let answers = report.answers
    switch choice.carrier {
    case .kitty, .iterm, .sixel:
      sentences = []
    case .blocks where answers.multiplexer != nil:
      let name = answers.multiplexer.map { "\($0)" } ?? ""
      sentences = [
        "Inside \(name) pictures are text; outside of it a terminal's own graphics are used."
      ]
    case .blocks where answers.hasSixel, .trueColour where answers.hasSixel:
      sentences = [
        "The terminal has sixel graphics, but does not tell how many pixels a cell has, which they "
          + "need."
      ]
    case .blocks where answers.name?.hasPrefix("XTerm") == true:
      sentences = ["xterm shows pixels when it is started as 'xterm -ti vt340'."]
    case .blocks, .trueColour:
      sentences = [
        "The terminal has no graphics that are known here. Of the terminals, kitty, Ghostty, "
          + "WezTerm, Konsole, foot and iTerm2 have."
      ]
    case nil:
      sentences = choice.obstacle.map { [$0] } ?? []
    }
  }
}
