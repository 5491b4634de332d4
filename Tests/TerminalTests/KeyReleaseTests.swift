import Screens
import Support
import Testing

@testable import Terminal

extension `a terminal session` {
  private static let space = Key.character(" ")

  @Test(arguments: [PtyTerminal.Kind.kitty, .foot])
  func `hears a key let go, but asks for it only while one is held`(
    kind: PtyTerminal.Kind
  ) throws {
    let rig = try Rig(kind)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.rung } == .kitty)
    // Whether the terminal took longer than a tap to answer is the machine's affair.
    let isPrompt = rig.onLane { $0.ladder.undo.isEmpty }
    rig.terminal.press(" ")
    #expect(rig.waitForInputs { $0.last == .press(Self.space) })
    rig.onLane { $0.keyWentDown() }
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [3] })
    rig.terminal.release(" ")
    #expect(rig.waitForInputs { $0.contains(.release(Self.space)) })
    rig.onLane { $0.keyWentUp() }
    #expect(rig.terminal.wait { $0.modes.alternateFlags == (isPrompt ? [] : [3]) })
    #expect(rig.onLane { $0.rung } == .kitty)
  }

  @Test func `asks for good where the answer takes longer than a tap`() throws {
    let rig = try Rig(.kitty, latency: 0.06)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [3] })
    // Control keys are sequences then.
    rig.terminal.type("\u{1b}[99;5u\u{1b}[122;5u")
    #expect(rig.waitForInputs { $0.suffix(2) == [.press(.control("c")), .press(.control("z"))] })
    rig.onLane {
      $0.keyWentDown()
      $0.keyWentUp()
      $0.suspend()
    }
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [] })
    rig.onLane { $0.resume() }
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [3] })
    rig.session.leave()
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [] })
  }

  @Test func `hears it by key records, which come only while a key is held`() throws {
    let rig = try Rig(.windowsTerminal)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.rung } == .win32)
    rig.terminal.press(" ")
    #expect(rig.waitForInputs { $0.last == .press(Self.space) })
    rig.onLane { $0.keyWentDown() }
    #expect(rig.terminal.wait { $0.modes.on.contains(9001) })
    rig.terminal.press(" ")
    rig.terminal.press(" ")
    rig.terminal.release(" ")
    #expect(
      rig.waitForInputs {
        $0.suffix(3) == [.press(Self.space), .repeated(Self.space), .release(Self.space)]
      })
    rig.onLane { $0.keyWentUp() }
    #expect(rig.terminal.wait { !$0.modes.on.contains(9001) })
    rig.onLane { $0.keyWentDown() }
    rig.session.leave()
    #expect(rig.terminal.wait { !$0.modes.on.contains(9001) })
  }

  private static let multiplexers: [(PtyTerminal.Kind, Multiplexer?)] = [
    (.tmuxInKitty, .tmux), (.screenInKitty, .screen),
    // Over SSH the environment does not tell of tmux, but tmux answers.
    (.tmuxInKitty, nil),
  ]

  @Test(arguments: multiplexers)
  func `hears it through a multiplexer`(kind: PtyTerminal.Kind, known: Multiplexer?) throws {
    let rig = try Rig(kind, multiplexer: known)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForInputs { $0.contains(.statusReport) })
    let multiplexer = try #require(rig.onLane { $0.answers.multiplexer })
    #expect(multiplexer == (known ?? .tmux))
    #expect(rig.onLane { $0.rung } == .kittyThrough(multiplexer))
    #expect(rig.onLane { $0.answers.name } == "kitty(0.26.5)")
    #expect(rig.terminal.outsideModes.keyboardFlags == 0)
    rig.terminal.press(" ")
    rig.onLane { $0.keyWentDown() }
    #expect(rig.waitForOutside { $0.alternateFlags == [3] })
    rig.terminal.release(" ")
    #expect(rig.waitForInputs { $0.contains(.release(Self.space)) })
    rig.onLane { $0.keyWentUp() }
    #expect(rig.waitForOutside { $0.alternateFlags == [] })
    // Left while the key is down.
    rig.onLane { $0.keyWentDown() }
    rig.session.leave()
    #expect(rig.waitForOutside { $0.alternateFlags == [] && $0.mainFlags == [] })
    #expect(rig.terminal.screen.modes.alternateFlags == [])
  }

  @Test func `asks again when the window comes to another terminal`() throws {
    let rig = try Rig(.tmuxInKitty, multiplexer: .tmux)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForInputs { $0.contains(.statusReport) })
    rig.terminal.type("\u{1b}[I")
    #expect(rig.waitForInputs { $0.count { $0 == .statusReport } == 2 })
    #expect(rig.onLane { $0.rung } == .kittyThrough(.tmux))
  }

  @Test(arguments: [PtyTerminal.Kind.xterm, .tmux, .silent])
  func `goes by key repeat where nobody tells`(kind: PtyTerminal.Kind) throws {
    let rig = try Rig(kind, multiplexer: kind == .tmux ? .tmux : nil)
    defer { rig.close() }
    try rig.enter()
    // Without an answer nothing is certain.
    #expect(rig.onLane { $0.rung } == (kind == .xterm ? .repeats : nil))
    rig.onLane { $0.keyWentDown() }
    rig.session.leave()
    let modes = rig.terminal.screen.modes
    #expect(modes.alternateFlags == [] && modes.mainFlags == [] && !modes.on.contains(9001))
    #expect(!rig.terminal.hasWritten("\u{1b}[>3u") && !rig.terminal.hasWritten("\u{1b}[?9001h"))
  }

  @Test(arguments: [true, false])
  func `hears the mouse unless it is left to the terminal`(usesMouse: Bool) throws {
    let rig = try Rig(.xterm, usesMouse: usesMouse)
    defer { rig.close() }
    try rig.enter()
    let modes: Set = [1000, 1006]
    #expect(rig.terminal.screen.modes.on.isSuperset(of: modes) == usesMouse)
    rig.terminal.type("\u{1b}[<0;72;2M\u{1b}[<0;1;1m")
    #expect(
      rig.waitForInputs {
        $0.suffix(2) == [
          .mouse(Mouse(.press, button: 0, column: 71, row: 1)),
          .mouse(Mouse(.release, button: 0, column: 0, row: 0)),
        ]
      })
    rig.session.leave()
    #expect(rig.terminal.wait { $0.modes.on.isDisjoint(with: modes) })
  }
}
