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
    let placing = ccurses_placing_of(options.type, output)
    var report = TerminalReport(
      type: options.type, isTypeKnown: placing != CCURSES_UNKNOWN, size: line.size,
      answers: TerminalAnswers())
    report.answers.multiplexer = options.multiplexer
    report.answers.rung = .repeats
    guard placing == CCURSES_CSI || placing == CCURSES_UNKNOWN else { return report }
    report.answers = answers(of: line, options)
    return report
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
    return answers
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
