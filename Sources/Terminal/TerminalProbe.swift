import CNcurses
import Glibc
import Lanes
import Screens
package import Units

/// What there is to say about a terminal.
package struct TerminalReport: Sendable, Hashable {
  /// Its type by the name in TERM.
  package var type: String
  /// False when the terminfo database does not have the type.
  package var isTypeKnown: Bool
  /// Columns and rows of the window.
  package var size: CellSize
  /// What matters for pictures.
  package var facts: PictureChoice.Facts
  /// What it answered; nothing where its type forbids to ask.
  package var answers: TerminalAnswers
}

/// Asks a terminal what it is, on whatever screen it shows, and leaves no trace of that.
package enum TerminalProbe {
  /// A satellite link answers within this time.
  private static let patience = MediaTime.milliseconds(1500)

  /// Asks the terminal on these two ends; throws when they are none.
  package static func ask(
    input: Int32 = 0, output: Int32 = 1, options: TerminalOptions = .fromEnvironment()
  ) throws(TerminalError) -> TerminalReport {
    let line = try TerminalLine(input: input, output: output)
    var colours: Int32 = 0
    let placing = ccurses_placing_of(options.type, output, &colours)
    let isKnown = placing != CCURSES_UNKNOWN
    var report = TerminalReport(
      type: options.type, isTypeKnown: isKnown, size: line.size,
      facts: PictureChoice.Facts(
        colours: colourCount(isKnown ? colours : nil, options),
        isUnicode: !options.adoptLocale().isASCII, grain: line.cellPixels, type: options.type,
        hasTrueColour: options.hasTrueColour),
      answers: TerminalAnswers())
    report.answers.multiplexer = options.multiplexer
    report.answers.rung = .repeats
    guard placing == CCURSES_CSI || placing == CCURSES_UNKNOWN else { return report }
    report.answers = answers(of: line, options)
    if report.facts.grain == nil { report.facts.grain = report.answers.pictures?.cellPixels }
    return report
  }

  /// Of an unknown type those of the one that the recorder uses instead.
  private static func colourCount(_ found: Int32?, _ options: TerminalOptions) -> Int {
    options.allowsColour ? max(0, Int(found ?? 256)) : 0
  }

  private static func answers(of line: TerminalLine, _ options: TerminalOptions) -> TerminalAnswers
  {
    var passthrough = options.pane.map { TmuxPassthrough(pane: $0) }
    passthrough?.open()
    line.setRaw()
    var ladder = KeyLadder(
      multiplexer: options.multiplexer, asksForAllKeys: options.asksForAllKeys)
    var parser = InputParser()
    line.write(ladder.ask(at: MonotonicClock.now()))
    read(line, &parser, &ladder) { ladder in ladder.isSettled }
    let pictures = ladder.isSettled ? pictureAnswers(of: line, &parser, ladder) : nil
    // Whether releases are really told is known only once they were asked for.
    line.write(ladder.keyDown())
    read(line, &parser, &ladder) { ladder in !ladder.awaitsReadBack }
    line.write(ladder.takeBack())
    if ladder.hasAnswered { awaitAttributes(line, &parser) }
    line.discardInput()
    line.restoreSettings()
    passthrough?.close()
    var answers = ladder.answers
    if answers.rung == nil { answers.rung = .repeats }
    answers.pictures = pictures
    return answers
  }

  private static func pictureAnswers(
    of line: TerminalLine, _ parser: inout InputParser, _ ladder: KeyLadder
  ) -> PictureAnswers? {
    guard ladder.answers.multiplexer == nil else { return nil }
    let memory = SharedPicture(for: .question)
    defer { memory.remove() }
    var questions = PictureQuestions()
    let shared = memory.write([0, 0, 0]) ? memory.name : nil
    line.write(
      questions.ask(shared: shared, at: "\r", hasSixel: ladder.answers.hasSixel)
        + KeyLadder.statusQuestion)
    let deadline = MonotonicClock.now() + patience
    while MonotonicClock.now() < deadline {
      guard case .bytes(let bytes) = line.read(within: 100) else { continue }
      for event in parser.feed(bytes) {
        questions.take(event)
        guard event == .statusReport else { continue }
        // Who does not know the questions may have written them on the line.
        line.write("\r\u{1b}[K")
        return questions.answers
      }
    }
    return nil
  }

  private static func read(
    _ line: TerminalLine, _ parser: inout InputParser, _ ladder: inout KeyLadder,
    until isDone: (KeyLadder) -> Bool
  ) {
    let deadline = MonotonicClock.now() + patience
    while !isDone(ladder) {
      let left = (deadline - MonotonicClock.now()).nanoseconds / 1_000_000
      guard left > 0 else { return }
      switch line.read(within: Int32(left)) {
      case .bytes(let bytes):
        let now = MonotonicClock.now()
        for event in parser.feed(bytes) { line.write(ladder.take(event, at: now)) }
      case .nothing: continue
      case .ended: return
      }
    }
  }

  /// Everything that was asked is answered when this is.
  private static func awaitAttributes(_ line: TerminalLine, _ parser: inout InputParser) {
    line.write(KeyLadder.attributesQuestion)
    let deadline = MonotonicClock.now() + patience
    while MonotonicClock.now() < deadline {
      guard case .bytes(let bytes) = line.read(within: 100) else { continue }
      let isLast = parser.feed(bytes).contains {
        if case .deviceAttributes = $0 { true } else { false }
      }
      if isLast { return }
    }
  }
}
