import Screens
import Testing
import Units

@testable import Terminal

@Suite struct `the ladder of ways to know a release` {
  private static let question = "\u{1b}[?u\u{1b}[?9001$p\u{1b}[?2026$p\u{1b}[>q"
  private static let (push, pop) = ("\u{1b}[>3u", "\u{1b}[<u")
  private static let readBack = "\u{1b}[?u"

  /// A ladder that has asked and heard `answers`, each after `delay` ms.
  private func ladder(
    in multiplexer: Multiplexer? = nil, delay: Int64 = 1, _ answers: InputEvent...
  ) -> KeyLadder {
    var ladder = KeyLadder(multiplexer: multiplexer)
    _ = ladder.ask(at: .zero)
    for event in answers { _ = ladder.take(event, at: .milliseconds(delay)) }
    return ladder
  }

  @Test func `asks for everything, and last what everybody answers`() {
    var plain = KeyLadder()
    #expect(plain.ask(at: .zero) == Self.question + "\u{1b}[c")
    var inScreen = KeyLadder(multiplexer: .screen)
    #expect(
      inScreen.ask(at: .zero)
        == Self.question + "\u{1b}[c\u{1b}P" + Self.question + "\u{1b}[5n\u{1b}\\")
    var inTmux = KeyLadder(multiplexer: .tmux)
    #expect(
      inTmux.ask(at: .zero).hasSuffix(
        "\u{1b}[c\u{1b}Ptmux;\u{1b}\u{1b}[?u\u{1b}\u{1b}[?9001$p\u{1b}\u{1b}[?2026$p"
          + "\u{1b}\u{1b}[>q\u{1b}\u{1b}[5n\u{1b}\\"))
  }

  @Test func `takes the best rung there is`() {
    let kitty = ladder(
      .keyboardFlags(0), .modeReport(mode: 9001, .unknown), .deviceAttributes([]))
    #expect(kitty.answers.rung == .kitty)
    // A Windows Terminal that knows both.
    let both = ladder(
      .keyboardFlags(0), .modeReport(mode: 9001, .reset), .deviceAttributes([]))
    #expect(both.answers.rung == .kitty)
    let win32 = ladder(.modeReport(mode: 9001, .reset), .deviceAttributes([]))
    #expect(win32.answers.rung == .win32)
    let fixed = ladder(.modeReport(mode: 9001, .alwaysReset), .deviceAttributes([]))
    #expect(fixed.answers.rung == .repeats)
    #expect(ladder(.deviceAttributes([2])).answers.rung == .repeats)
    #expect(ladder().answers.rung == nil)
  }

  @Test func `waits for the terminal outside a multiplexer`() {
    var inside = ladder(in: .tmux, .terminalName("tmux 3.3a"), .deviceAttributes([2]))
    #expect(inside.answers.rung == nil)
    for event in [InputEvent.keyboardFlags(0), .terminalName("kitty(0.26.5)"), .statusReport] {
      _ = inside.take(event, at: .milliseconds(2))
    }
    #expect(inside.answers.rung == .kittyThrough(.tmux))
    #expect(inside.answers.name == "kitty(0.26.5)")
    #expect(inside.answers.multiplexerName == "tmux 3.3a")
    #expect(inside.keyDown() == Multiplexer.tmux.wrap(Self.push + Self.readBack))
    #expect(inside.keyUp() == Multiplexer.tmux.wrap(Self.pop))
    // Key records would not come through.
    let windows = ladder(
      in: .tmux, .deviceAttributes([]), .modeReport(mode: 9001, .reset), .statusReport)
    #expect(windows.answers.rung == .repeats)
  }

  @Test func `trusts a multiplexer that knows the protocol itself`() {
    // Its own answer comes before its device attributes, the outer one behind them.
    var own = ladder(
      in: .tmux, .keyboardFlags(0), .deviceAttributes([]), .keyboardFlags(0), .statusReport)
    #expect(own.answers.rung == .kitty)
    #expect(own.keyDown() == Self.push + Self.readBack)
  }

  @Test func `keeps its rung when the key is up before the first push is answered`() {
    var kitty = ladder(.keyboardFlags(0), .deviceAttributes([]))
    _ = kitty.keyDown()
    _ = kitty.keyUp()
    _ = kitty.take(.keyboardFlags(3), at: .zero)
    #expect(kitty.answers.rung == .kitty)
  }

  @Test func `believes only what was really switched on`() {
    var kitty = ladder(.keyboardFlags(0), .deviceAttributes([]))
    #expect(kitty.keyDown() == Self.push + Self.readBack)
    // A multiplexer that knows flag 1 alone.
    _ = kitty.take(.keyboardFlags(1), at: .zero)
    #expect(kitty.answers.rung == .repeats)
    // But a release is a release.
    _ = kitty.take(.release(.character(" ")), at: .zero)
    #expect(kitty.answers.rung == .kitty)
    #expect(kitty.keyUp() == Self.pop)
  }

  @Test func `pushes once, pops once and reads back once`() {
    var kitty = ladder(.keyboardFlags(0), .deviceAttributes([]))
    #expect(kitty.keyUp() == "")
    #expect(kitty.keyDown() == Self.push + Self.readBack)
    #expect(kitty.keyDown() == "")
    _ = kitty.take(.keyboardFlags(3), at: .zero)
    #expect(kitty.keyUp() == Self.pop)
    #expect(kitty.keyUp() == "")
    #expect(kitty.keyDown() == Self.push)
    #expect(kitty.takeBack() == Self.pop)
  }

  @Test(arguments: [(Int64(40), false), (41, true)])
  func `asks for good where a tap could be over before`(delay: Int64, isSteady: Bool) {
    var kitty = KeyLadder()
    _ = kitty.ask(at: .zero)
    _ = kitty.take(.keyboardFlags(0), at: .milliseconds(delay))
    let written = kitty.take(.deviceAttributes([]), at: .milliseconds(delay))
    #expect(written == (isSteady ? Self.push + Self.readBack : ""))
    #expect(kitty.answers.answerTime == .milliseconds(delay))
    #expect(kitty.keyDown().isEmpty == isSteady)
    #expect(kitty.keyUp().isEmpty == isSteady)
    #expect(kitty.takeBack().isEmpty != isSteady)
  }

  @Test func `asks for all keys where the held one needs it, and never for good`() {
    var kitty = KeyLadder(asksForAllKeys: true)
    _ = kitty.ask(at: .zero)
    _ = kitty.take(.keyboardFlags(0), at: .milliseconds(90))
    #expect(kitty.take(.deviceAttributes([]), at: .milliseconds(90)) == "")
    #expect(kitty.keyDown() == "\u{1b}[>11u" + Self.readBack)
    #expect(kitty.keyUp() == Self.pop)
  }

  @Test func `never asks for good through a multiplexer, whose own keys would not work`() {
    var inside = ladder(
      in: .screen, delay: 300, .deviceAttributes([]), .keyboardFlags(0), .statusReport)
    #expect(inside.undo == "")
    #expect(inside.keyDown() != "")
    #expect(inside.keyUp() != "")
    #expect(inside.undo == "")
  }

  @Test func `takes back what is in force before it asks again`() {
    var win32 = ladder(.modeReport(mode: 9001, .set), .deviceAttributes([]))
    #expect(win32.keyDown() == "\u{1b}[?9001h")
    #expect(win32.ask(at: .zero).hasPrefix("\u{1b}[?9001l\u{1b}[?u"))
    #expect(win32.answers.rung == nil && win32.undo == "")
  }

  @Test func `keeps what the terminal said`() {
    let foot = ladder(
      delay: 3, .keyboardFlags(1), .modeReport(mode: 9001, .unknown),
      .modeReport(mode: 2026, .reset), .terminalName("foot(1.13.1)"),
      .deviceAttributes([4, 22]))
    var expected = TerminalAnswers()
    expected.name = "foot(1.13.1)"
    expected.keyboardFlags = 1
    expected.hasWin32Input = false
    expected.hasSynchronizedOutput = true
    expected.attributes = [4, 22]
    expected.answerTime = .milliseconds(3)
    expected.rung = .kitty
    #expect(foot.answers == expected)
  }

  private static let environments: [(String, String, String, Multiplexer?)] = [
    ("/tmp/s,1,0", "", "screen", .tmux), ("", "7.pts", "xterm", .screen),
    ("", "", "screen.xterm-256color", .screen), ("", "", "xterm-256color", nil),
  ]

  @Test(arguments: environments)
  func `knows multiplexers by the environment`(
    tmux: String, sty: String, type: String, expected: Multiplexer?
  ) {
    #expect(Multiplexer(tmux: tmux, sty: sty, type: type) == expected)
  }
}
