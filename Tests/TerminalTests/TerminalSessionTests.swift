import Glibc
import Lanes
import Screens
import Support
import Terminal
import Testing
import Units

// One after another: ncurses and signals belong to the whole process.
@Suite(.serialized) struct `a terminal session` {
  @Test(arguments: [PtyTerminal.Kind.kitty, .xterm, .windowsTerminal, .silent])
  func `gives the terminal back as it was found`(kind: PtyTerminal.Kind) throws {
    let rig = try Rig(kind)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.terminal.settings != rig.settingsBefore)
    #expect(rig.draw(grid(["● REC"])))
    #expect(rig.terminal.screen.modes.isAlternateScreen)
    #expect(!rig.terminal.screen.modes.isCursorVisible)
    #expect(rig.terminal.screen.modes.bracketsPaste)
    rig.onLane { $0.keyWentDown() }
    rig.session.leave()
    rig.session.leave()
    #expect(rig.terminal.wait { !$0.modes.isAlternateScreen && $0.modes.isCursorVisible })
    let modes = rig.terminal.screen.modes
    // Wrapping at the margin (7) is how terminals are found.
    #expect(modes.on.subtracting([7]).isEmpty)
    #expect(modes.mainFlags.isEmpty && modes.alternateFlags.isEmpty)
    #expect(rig.terminal.settings == rig.settingsBefore)
    #expect(!rig.terminal.screen.contains("REC"))
  }

  @Test func `leaves no byte on its way for the next reader`() throws {
    let rig = try Rig(.kitty, latency: 0.03)
    defer { rig.close() }
    try rig.enter()
    rig.terminal.type("q\u{1b}[113;1:3u")
    rig.session.leave()
    rig.terminal.waitForLink()
    #expect(rig.terminal.unread == [])
  }

  @Test func `takes the first answer with it when it leaves at once`() throws {
    let rig = try Rig(.kitty, latency: 0.03)
    defer { rig.close() }
    try rig.session.enter()
    rig.session.leave()
    rig.terminal.waitForLink()
    #expect(rig.terminal.unread == [])
  }

  @Test func `tells what was typed, with its time`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    let before = MonotonicClock.now()
    rig.terminal.type("s\u{3}\r\u{1b}[Aé")
    let expected: [InputEvent] = [
      .press(.character("s")), .press(.control("c")), .press(.enter), .press(.up),
      .press(.character("é")),
    ]
    #expect(rig.waitForInputs { $0.suffix(5) == expected[...] })
    guard case .input(_, let time)? = rig.events.last else {
      Issue.record("no input")
      return
    }
    #expect(time >= before && time <= MonotonicClock.now())
  }

  @Test func `knows the ESC key from a sequence`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    rig.terminal.type("\u{1b}")
    #expect(rig.waitForInputs { $0.last == .press(.escape) })
    rig.terminal.type("\u{1b}[I")
    #expect(rig.waitForInputs { $0.last == .focus(true) })
  }

  @Test func `follows the size of the window`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["before"])))
    rig.terminal.resize(columns: 40, rows: 8)
    // The test process is not in that terminal, so the kernel does not tell it.
    kill(getpid(), SIGWINCH)
    let small = CellSize(columns: 40, rows: 8)
    #expect(rig.waitForEvents { $0.contains(.resized(small)) })
    #expect(rig.draw(grid(["after", "", "", "", "", "", "", "last"], columns: 40, rows: 8)))
    rig.terminal.resize(columns: 100, rows: 30)
    kill(getpid(), SIGWINCH)
    #expect(rig.waitForEvents { $0.contains(.resized(CellSize(columns: 100, rows: 30))) })
    #expect(rig.draw(grid(["wide"], columns: 100, rows: 30)))
  }

  @Test func `says once that the terminal is gone`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    rig.terminal.hangUp()
    #expect(rig.waitForEvents { $0.contains(.hungUp) })
    rig.onLane { session in
      #expect(!session.draw(grid(["too late"])))
      session.leave()
    }
    #expect(rig.events.count { $0 == .hungUp } == 1)
  }

  @Test func `lends the terminal to the shell and takes it again`() throws {
    let rig = try Rig(.kitty)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["● REC"])))
    rig.onLane { session in
      session.keyWentDown()
      session.suspend()
    }
    #expect(rig.terminal.wait { !$0.modes.isAlternateScreen && !$0.modes.reportsFocus })
    #expect(rig.terminal.screen.modes.alternateFlags.isEmpty)
    #expect(rig.terminal.settings == rig.settingsBefore)
    rig.onLane { session in
      #expect(!session.draw(grid(["not mine"])))
      session.resume()
    }
    #expect(rig.waitForEvents { $0.contains(.resized(CellSize(columns: 80, rows: 24))) })
    #expect(rig.terminal.wait { $0.modes.isAlternateScreen && $0.modes.reportsFocus })
    #expect(rig.draw(grid(["‖ PAUSED"])))
    rig.terminal.type("u")
    #expect(rig.waitForInputs { $0.contains(.press(.character("u"))) })
    rig.session.leave()
    #expect(rig.terminal.settings == rig.settingsBefore)
  }

  @Test func `repaints after a stop from outside`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["here"])))
    let count = rig.terminal.output.count
    kill(getpid(), SIGCONT)
    #expect(rig.waitForEvents { $0.contains(.resized(CellSize(columns: 80, rows: 24))) })
    _ = rig.onLane { $0.draw(grid(["here"])) }
    #expect(rig.terminal.wait { $0.byteCount > count + 20 })
    #expect(rig.terminal.wait { $0.contains("here") })
  }

  @Test func `leaves signals to the program`() async {
    // The handler that ncurses brings along would end it with exit code 1.
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let rig = try Rig(.xterm)
      try rig.enter()
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test func `ends by the signal of the trap after putting the terminal back`() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let rig = try Rig(.xterm)
      try rig.enter()
      abort()
    }
  }

  @Test func `needs a terminal on both ends`() throws {
    var pipe: [Int32] = [0, 0]
    #expect(Glibc.pipe(&pipe) == 0)
    defer { for end in pipe { Glibc.close(end) } }
    let session = TerminalSession(
      lane: Lane("screen"), input: pipe[0], output: pipe[1], deliver: { _ in })
    let error = #expect(throws: TerminalError.self) { try session.enter() }
    #expect(error == TerminalError(.findTerminal, .notATerminal, subject: "standard input"))
    #expect(
      error?.description
        == "A terminal is needed, and standard input is none; "
        + "record without one with --for or --take.")
    #expect(TerminalError.exitCode == 4)
  }
}
