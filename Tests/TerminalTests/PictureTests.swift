import Frames
import Screens
import Support
import Testing
import Units

@testable import Terminal

extension `a terminal session` {
  /// A screen whose cells have these colours.
  private func screen(
    _ size: CellSize, _ colours: (_ column: Int, _ row: Int) -> (UInt8, UInt8)
  ) -> (grid: Grid, picture: CellPicture?) {
    let pixels = PixelSize(width: size.columns, height: size.rows * 2)
    let bytes = (0..<pixels.area).flatMap { pixel -> [UInt8] in
      let (column, row) = (pixel % pixels.width, pixel / pixels.width)
      let (upper, lower) = colours(column, row / 2)
      let part = Palette.components(of: row.isMultiple(of: 2) ? upper : lower)
      return [part.red, part.green, part.blue]
    }
    var steady = SteadyPicture()
    steady.show(PreviewPicture(size: pixels, pixels: bytes))
    var state = ViewState(
      camera: .init(name: "camera", asked: "", got: "", isTestPicture: false), microphone: nil)
    state.preview = .init(widest: size.columns)
    state.preview?.picture = steady.cells
    let screen = CellSize(columns: 80, rows: 24)
    return (RecorderScreen.draw(state, size: screen, glyphs: .unicode), steady.cells)
  }

  /// True when the terminal shows the grid's pieces of pictures in their colours.
  private static func shows(_ grid: Grid, on screen: VTScreen) -> Bool {
    for row in 0..<grid.size.rows {
      for (column, cell) in grid.row(row).enumerated() {
        guard let colours = cell.colours else { continue }
        guard let (upper, lower) = screen.pixels(column: column, row: row) else { return false }
        let (low, high) = (Int(colours.character), Int(colours.background))
        let wanted = cell.character == "▀" ? (low, high) : (high, low)
        guard (upper, lower) == (low == high ? (high, high) : wanted) else { return false }
      }
    }
    return true
  }

  @Test(arguments: ["xterm-256color", "screen-256color"])
  func `shows a picture in its colours, and any other one after it`(type: String) throws {
    let rig = try Rig(.xterm, type: type)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.showsBlocks })
    var numbers = SeededNumbers(seed: 11)
    let size = CellSize(columns: 38, rows: 11)
    var pairs: Set<Int> = []
    for round in 0..<40 {
      let (grid, _) = screen(size) { column, row in
        // Bars, then more and more of any colours.
        let bar = UInt8(16 + 36 * (column * 6 / 38) + row)
        func any() -> UInt8 { UInt8.random(in: 16...255, using: &numbers) }
        return round == 0 || column < 38 - round ? (bar, bar) : (any(), any())
      }
      for cell in grid.cells { if let colours = cell.colours { pairs.insert(colours.index) } }
      #expect(rig.onLane { $0.draw(grid) })
      #expect(rig.terminal.wait { Self.shows(grid, on: $0) }, "round \(round)")
    }
    #expect(pairs.count > 5000, "more than ncurses would hold without a place for each")
  }

  @Test func `hears keys while a terminal that hangs has no room for the picture`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    var numbers = SeededNumbers(seed: 5)
    func noise() -> Grid {
      screen(CellSize(columns: 38, rows: 11)) { _, _ in
        (UInt8.random(in: 16...255, using: &numbers), UInt8.random(in: 16...255, using: &numbers))
      }.grid
    }
    rig.terminal.stall(true)
    // A pseudo terminal holds some kilobytes, few such pictures are more.
    func isDrawn(_ grid: Grid) -> Bool { rig.onLane { $0.draw(grid) } }
    var drawn = noise()
    var next = drawn
    var count = 0
    while count < 50, isDrawn(next) { (drawn, next, count) = (next, noise(), count + 1) }
    #expect((1..<50).contains(count), "the terminal is behind")
    rig.terminal.type("x")
    #expect(rig.waitForInputs { $0.contains(.press(.character("x"))) })
    #expect(rig.onLane { $0.askWhetherShown() })
    rig.terminal.stall(false)
    #expect(rig.terminal.wait { Self.shows(drawn, on: $0) })
    #expect(rig.waitForEvents { $0.contains { if case .caughtUp = $0 { true } else { false } } })
    #expect(isDrawn(next))
    #expect(rig.terminal.wait { Self.shows(next, on: $0) })
  }

  @Test func `is left in time while the terminal hangs`() throws {
    let rig = try Rig(.xterm)
    try rig.enter()
    rig.terminal.stall(true)
    let (grid, _) = screen(CellSize(columns: 38, rows: 11)) { column, row in
      (UInt8(16 + column * 5 + row), UInt8(17 + column * 6 - row))
    }
    #expect(rig.onLane { $0.draw(grid) })
    rig.session.leave()
    #expect(rig.terminal.settings == rig.settingsBefore)
    rig.terminal.stall(false)
    rig.close()
  }

  @Test func `leaves no colour of the picture where text comes after it`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    let (grid, _) = screen(CellSize(columns: 38, rows: 11)) { _, _ in (196, 196) }
    #expect(rig.onLane { $0.draw(grid) })
    #expect(rig.terminal.wait { Self.shows(grid, on: $0) })
    var text = Grid(size: CellSize(columns: 80, rows: 24))
    for row in 0..<24 { text.put("text", column: 50, row: row) }
    #expect(rig.draw(text))
    let screen = rig.terminal.screen
    for row in 0..<24 {
      for column in 0..<80 { #expect(screen.colours(column: column, row: row).background == nil) }
    }
  }

  @Test(arguments: [("xterm", true), ("linux", true), ("vt100", true), ("xterm-256color", false)])
  func `has no picture where there are not the colours for one`(type: String, colour: Bool) throws {
    let rig = try Rig(.xterm, type: type, colour: colour)
    defer { rig.close() }
    try rig.enter()
    #expect(!rig.onLane { $0.showsBlocks })
  }

  @Test func `has no picture in a locale without half blocks`() throws {
    let rig = try Rig(.xterm, locale: "C")
    defer { rig.close() }
    try rig.enter()
    #expect(!rig.onLane { $0.showsBlocks })
  }

  @Test(arguments: [PtyTerminal.Kind.kitty, .xterm])
  func `tells when the terminal has shown what was drawn`(kind: PtyTerminal.Kind) throws {
    let rig = try Rig(kind)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.draw(grid(["drawn"])))
    #expect(rig.onLane { $0.askWhetherShown() })
    #expect(rig.waitForEvents { $0.contains { if case .caughtUp = $0 { true } else { false } } })
    #expect(!rig.inputs.contains(.statusReport), "the answer is no input")
  }

  @Test func `asks a terminal nothing that has not answered before`() throws {
    let rig = try Rig(.silent)
    defer { rig.close() }
    try rig.enter()
    #expect(!rig.onLane { $0.askWhetherShown() })
    #expect(!rig.terminal.hasWritten("\u{1b}[5n"))
  }

  @Test func `takes no answer of the terminal outside for its own`() throws {
    let rig = try Rig(.tmuxInKitty, multiplexer: .tmux)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForInputs { $0.contains(.statusReport) }, "the ladder's question is answered")
    #expect(rig.onLane { $0.rung } == .kittyThrough(.tmux))
    // The window comes to another terminal, and the ladder asks while an echo is awaited.
    rig.onLane {
      #expect($0.askWhetherShown())
      $0.ask()
      #expect(!$0.askWhetherShown(), "not before the ladder has its answer")
    }
    #expect(rig.waitForInputs { $0.count { $0 == .statusReport } == 2 })
    #expect(rig.onLane { $0.rung } == .kittyThrough(.tmux))
    #expect(rig.events.count { if case .caughtUp = $0 { true } else { false } } == 1)
  }
}
