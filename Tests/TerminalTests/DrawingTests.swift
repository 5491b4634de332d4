import Screens
import Support
import Testing
import Units

@testable import Terminal

extension `a terminal session` {
  @Test func `shows on the terminal what the grid says`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.session.glyphs == .unicode)
    var state = ViewState(
      camera: .init(name: "摄像头 Kamera", asked: "", got: "MJPG", isTestPicture: false),
      microphone: nil)
    state.budget = .seconds(Int64(15))
    let size = CellSize(columns: 80, rows: 24)
    for tenths in 0...30 {
      state.phase = .recording
      state.takes = [.init(length: .milliseconds(Int64(tenths) * 100), state: .recording)]
      state.used = .milliseconds(Int64(tenths) * 100)
      state.showsHelp = tenths % 7 == 3
      let screen = RecorderScreen.draw(state, size: size, glyphs: .unicode)
      let isShown = rig.draw(screen)
      #expect(isShown, "shown:\n\(rig.terminal.screen.text)\nwanted:\n\(screen.text)")
    }
  }

  @Test func `shows any grid after any other`() throws {
    let rig = try Rig(.xterm, columns: 30, rows: 10)
    defer { rig.close() }
    try rig.enter()
    var seed: UInt64 = 42
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    var screen = grid([], columns: 30, rows: 10)
    for _ in 0..<60 {
      for _ in 0..<12 {
        let text = ["", "a", "████████", "漢字", "é", "──────────────", "  ", "x漢y"][random(8)]
        screen.put(
          text, column: random(30), row: random(10),
          style: Style(rawValue: UInt8(random(Style.allCases.count))) ?? .plain)
      }
      #expect(rig.draw(screen), "shown:\n\(rig.terminal.screen.text)\nwanted:\n\(screen.text)")
    }
  }

  @Test func `sends nothing when nothing has changed`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["same"])))
    let count = rig.terminal.output.count
    #expect(rig.onLane { $0.draw(grid(["same"])) })
    #expect(rig.draw(grid(["other"])))
    // A changed word is a few bytes, not a screen.
    let after = rig.terminal.output.count
    #expect(after - count < 60)
    rig.onLane { $0.redraw() }
    #expect(rig.draw(grid(["other"])))
    let whole = Array("\u{1b}[2Jother".utf8)
    var seen = after
    while rig.terminal.output[after...].firstRange(of: whole) == nil {
      let before = seen
      try #require(rig.terminal.wait { $0.byteCount > before })
      seen = rig.terminal.screen.byteCount
    }
  }

  @Test(arguments: [true, false])
  func `uses colours only when they are allowed`(isAllowed: Bool) throws {
    let rig = try Rig(.xterm, colour: isAllowed)
    defer { rig.close() }
    try rig.enter()
    var screen = grid([])
    screen.put("● REC", column: 0, row: 0, style: .banner)
    #expect(rig.draw(screen))
    // SGR with 31, and with 7 for reverse.
    #expect(rig.terminal.hasWritten("\u{1b}[31m") == isAllowed)
    #expect(!rig.terminal.hasWritten("\u{1b}[40m"))
    #expect(rig.terminal.hasWritten(";7m") || rig.terminal.hasWritten("[7m"))
  }

  @Test(arguments: [("xterm-256color", 22), ("xterm", 4)])
  func `takes darker colours when the terminal tells that its background is light`(
    type: String, colour: Int
  ) throws {
    let rig = try Rig(.xterm, type: type)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.terminal.hasWritten(Ground.question))
    var screen = grid([])
    screen.put("✓ ready", column: 0, row: 0, style: .good)
    #expect(rig.draw(screen))
    #expect(rig.terminal.screen.colours(column: 0, row: 0).foreground == 2)
    rig.terminal.type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\")
    #expect(rig.waitForEvents { $0.contains { if case .resized = $0 { true } else { false } } })
    #expect(rig.draw(screen))
    #expect(
      rig.terminal.wait { $0.colours(column: 0, row: 0).foreground == colour },
      "\(rig.terminal.screen.colours(column: 0, row: 0))")
  }

  @Test
  func `draws without signs that its fonts lack on the Linux console, and asks it nothing new`()
    throws
  {
    let rig = try Rig(.silent, type: "linux")
    defer { rig.close() }
    try rig.enter()
    #expect(rig.session.glyphs == .console && !rig.terminal.hasWritten("\u{1b}]"))
  }

  @Test func `takes an unknown terminal for xterm, and says so`() throws {
    let rig = try Rig(.xterm, type: "xterm-spectral")
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["still here"])))
    #expect(rig.session.note?.contains("xterm-spectral") == true)
  }

  @Test func `has one line where the cursor cannot be placed`() throws {
    let rig = try Rig(.silent, type: "dumb")
    defer { rig.close() }
    try rig.session.enter()
    let size = rig.onLane { $0.size }
    #expect(size == CellSize(columns: 80, rows: 1))
    for line in ["○ READY", "● REC", "‖ PAUSED and longer", "x"] {
      let screen = grid([line], rows: 1)
      _ = rig.onLane { $0.draw(screen) }
      #expect(rig.terminal.wait { $0.lines.contains { $0 == line } }, "\(line)")
    }
    #expect(!rig.terminal.output.contains(0x1b))
    rig.session.leave()
    #expect(rig.terminal.settings == rig.settingsBefore)
  }

  @Test func `keeps to ASCII in a plain locale`() throws {
    let rig = try Rig(.xterm, locale: "C")
    defer { rig.close() }
    try rig.enter()
    #expect(rig.session.glyphs == .ascii)
  }

  @Test func `puts the terminal back when the program traps`() throws {
    let rig = try Rig(.kitty)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["● REC"])))
    rig.onLane { $0.keyWentDown() }
    // What the handler of SIGTRAP and its like does.
    CrashRestore.restore()
    #expect(rig.terminal.wait { !$0.modes.isAlternateScreen && $0.modes.isCursorVisible })
    #expect(rig.terminal.screen.modes.alternateFlags.isEmpty)
    #expect(rig.terminal.screen.modes.on.subtracting([7]).isEmpty)
    #expect(rig.terminal.settings == rig.settingsBefore)
  }
}
