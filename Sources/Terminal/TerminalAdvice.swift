import Units

/// What would make the hold better in a terminal, in sentences; empty when nothing would.
package struct TerminalAdvice: Sendable, Hashable {
  /// The sentences, the most useful first.
  package let sentences: [String]

  /// Terminals that tell releases once they are set up or new enough, by the beginning of their
  /// answer to XTVERSION.
  private static let remedies: [(name: String, sentence: String)] = [
    ("WezTerm", "WezTerm tells it with 'enable_kitty_keyboard = true' in its configuration."),
    ("Konsole", "Konsole tells it from 26.08 on."),
    ("iTerm2", "iTerm2 tells it from 3.5.5 on."),
    ("kitty", "kitty tells it from 0.20 on."),
    ("foot", "foot tells it from 1.10.3 on."),
  ]

  /// A release that is told later than this is felt; the take is right all the same.
  private static let slowAnswer: Int64 = 250

  /// Reads a report.
  package init(_ report: TerminalReport) {
    var sentences: [String] = []
    let answers = report.answers
    if !report.isTypeKnown {
      sentences.append(
        "The type '\(report.type)' is unknown here; the recorder uses xterm-256color. The package "
          + "ncurses-term knows many more.")
    }
    if answers.rung?.tellsRelease != true { sentences += Self.betterHold(answers) }
    if let time = answers.answerTime, time > .milliseconds(Self.slowAnswer) {
      sentences.append(
        "The terminal answers after \(time.nanoseconds / 1_000_000) ms; takes begin and end where "
          + "the key did, as far as that is told, but the screen follows late.")
    }
    self.sentences = sentences
  }

  private static func betterHold(_ answers: TerminalAnswers) -> [String] {
    var sentences: [String] = []
    let remedy = remedies.first { answers.name?.hasPrefix($0.name) == true }
    if let remedy {
      sentences.append(remedy.sentence)
    } else if let multiplexer = answers.multiplexer {
      sentences.append(
        "\(multiplexer) hands on nothing of a terminal that tells when a key is let go: it is in "
          + "one that does not, or does not let it through.")
    }
    sentences.append(
      "This terminal does not tell when a key is let go, so that is worked out from the key's "
        + "repeats. The mouse on [ Record ] and 'rushes ctl' are told exactly. "
        + "Of the terminals, kitty, foot, Ghostty, Alacritty 0.13, Konsole 26.08 and iTerm2 tell it."
    )
    return sentences
  }
}
