import Screens
package import Units

/// What a terminal said about pictures.
package struct PictureAnswers: Sendable, Hashable {
  /// True when it has the kitty graphics protocol.
  package var hasKittyGraphics = false
  /// True when it sees the memory of this machine.
  package var sharesMemory = false
  /// Pixels of a cell, by its own words.
  package var cellPixels: PixelSize?
  /// Colours of sixel graphics; nil where it does not tell.
  package var sixelColours: Int?

  /// A terminal that has answered nothing.
  package init() {}
}

/// Asks a terminal what pictures it can show, once it is known that nothing lies before it.
///
/// A pure value, as `KeyLadder`, and behind that: tmux would take the kitty protocol's question for
/// the title of a window.
struct PictureQuestions {
  private enum State { case waiting, asked, answered }

  private var state = State.waiting
  private(set) var answers = PictureAnswers()

  /// XTSMGRAPHICS for the colour registers; kitty complains about it.
  private static let colourQuestion = "\u{1b}[?1;1;0S"
  /// For the pixels of a cell.
  static let cellQuestion = "\u{1b}[16t"

  /// True when they were asked.
  var wereAsked: Bool { state != .waiting }

  /// True when nothing more will be answered.
  var areAnswered: Bool { state == .answered }

  /// The questions; who asks sends DSR behind them.
  ///
  /// Some terminals write on the screen what they do not understand: that goes to `line`, a row whose
  /// text is drawn again.
  mutating func ask(shared: String?, at line: String, hasSixel: Bool) -> String {
    state = .asked
    return "\u{1b}7\(line)\(KittyGraphics.question(shared: shared))\u{1b}8\(Self.cellQuestion)"
      + (hasSixel ? Self.colourQuestion : "")
  }

  /// Learns from what the terminal sends.
  mutating func take(_ event: InputEvent) {
    switch event {
    case .graphics(KittyGraphics.questions.direct, let isGood): answers.hasKittyGraphics = isGood
    case .graphics(KittyGraphics.questions.shared, let isGood): answers.sharesMemory = isGood
    case .graphics(KittyGraphics.picture, isGood: false): answers.refuseKitty()
    case .cellPixels(let size): answers.cellPixels = size
    case .sixelColours(let count): answers.sixelColours = count
    default: break
    }
  }

  /// DSR was answered, which is always the last.
  mutating func end() { state = .answered }
}

extension PictureAnswers {
  /// It could not show a picture after all: by the line where memory does not do, then not at all.
  fileprivate mutating func refuseKitty() {
    if sharesMemory { sharesMemory = false } else { hasKittyGraphics = false }
  }
}
