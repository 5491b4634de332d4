import Foundation
import Support
import Testing

/// The test picture's colour bars from left to right: grey, yellow, cyan, green, magenta, red, blue.
enum ColourBars {
  static let colours: [[UInt8]] = [
    [191, 191, 191], [191, 191, 0], [0, 191, 191], [0, 191, 0], [191, 0, 191], [191, 0, 0],
    [0, 0, 191],
  ]

  /// The bars in a row of pixels, each once where it is `width` pixels wide.
  ///
  /// Codecs, palettes and five bits change colours by some levels.
  static func found(in row: ArraySlice<UInt8>, atLeast width: Int) -> [Int] {
    var runs: [(bar: Int?, count: Int)] = []
    for pixel in stride(from: row.startIndex, to: row.endIndex - 2, by: 3) {
      let bar = colours.firstIndex { bar in
        (0..<3).allSatisfy { abs(Int(bar[$0]) - Int(row[pixel + $0])) <= 20 }
      }
      if runs.last?.bar == bar, !runs.isEmpty {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((bar, 1))
      }
    }
    return runs.filter { $0.count >= width }.compactMap(\.bar)
  }
}

@Suite(.serialized) struct `the live picture in pixels` {
  static let kinds: [PtyTerminal.Kind] = [.graphicKitty, .distantKitty, .iterm, .vt340]

  private static func bars(of picture: VTPicture) throws -> [Int] {
    let (width, height, pixels) = try picture.pixels()
    let row = height / 8 * width * 3
    return ColourBars.found(in: pixels[row..<row + width * 3], atLeast: width / 12)
  }

  private func waitForPicture(_ player: PtyPlayer, _ what: String = "a picture") throws -> VTPicture
  {
    try player.wait(what) { $0.graphicPicture != nil }
    return try #require(player.terminal.screen.graphicPicture)
  }

  @Test(arguments: kinds)
  func `shows the test picture in its colours, inside of the frame`(kind: PtyTerminal.Kind) throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "640x360"], kind: kind)
    defer { player.stop() }
    let picture = try waitForPicture(player)
    #expect(try Self.bars(of: picture) == Array(0...6))
    try player.wait("the frame") { screen in
      screen.character(column: picture.column - 1, row: picture.row - 1) == "┌"
        && screen.character(
          column: picture.column + picture.columns, row: picture.row + picture.rows) == "┘"
        && screen.picture == nil
    }
    player.terminal.type("f")
    try player.wait("the mirrored bars") { screen in
      (try? screen.graphicPicture.map(Self.bars(of:))) == Array((0...6).reversed())
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(player.terminal.screen.graphicPicture == nil && player.hasRestoredSettings)
    #expect(player.terminal.unread.isEmpty)
  }

  @Test(arguments: kinds)
  func `gives way to the keys, follows the window, and is framed heavily in a take`(
    kind: PtyTerminal.Kind
  ) throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: kind)
    defer { player.stop() }
    let small = try waitForPicture(player)
    player.terminal.type("?")
    try player.wait("the keys alone") { $0.contains("suspend") && $0.graphicPicture == nil }
    player.terminal.type("\u{1b}")
    _ = try waitForPicture(player, "the picture again")
    player.terminal.resize(columns: 79, rows: 24)
    try player.wait("no picture") { $0.graphicPicture == nil && $0.contains("READY") }
    player.terminal.resize(columns: 132, rows: 43)
    try player.wait("a bigger picture") { ($0.graphicPicture?.columns ?? 0) > small.columns }
    player.terminal.press(" ")
    try player.wait("the heavy frame") { $0.contains("● REC") && $0.contains("┏━━") }
    try player.waitUntilUsed(0.5)
    if player.terminal.kind == .graphicKitty || player.terminal.kind == .distantKitty {
      player.terminal.release(" ")
    } else {
      player.terminal.type(" ")
    }
    try player.wait("the light frame") { $0.contains("‖ PAUSED") && $0.contains("┌──") }
    try player.wait(for: "✓ ready")
    player.terminal.type("]")
    try player.wait("the end of the take") {
      $0.contains("─ last frame of take 1 ─") && $0.graphicPicture != nil
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(!player.terminal.screen.modes.isAlternateScreen)
  }

  @Test(arguments: [(.iterm, 190), (.vt340, 290)] as [(PtyTerminal.Kind, Double)])
  func `comes seldom during a take where it must be coded`(
    kind: PtyTerminal.Kind, period: Double
  ) throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: kind)
    defer { player.stop() }
    _ = try waitForPicture(player)
    player.terminal.type(" ")
    try player.waitUntilUsed(0.5)
    // Behind each picture the terminal is asked whether it has shown it.
    func asked() -> Int { player.terminal.timesWritten("\u{1b}[5n") }
    let (before, start) = (asked(), ContinuousClock.now)
    try player.waitUntilUsed(2.5)
    let (pictures, time) = (asked() - before, ContinuousClock.now - start)
    // One was on its way, one may have been due.
    #expect((1...Int(time / .milliseconds(period)) + 2).contains(pictures))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `takes itself along when the recorder is killed`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .graphicKitty)
    defer { player.stop() }
    _ = try waitForPicture(player)
    let recorder = try #require(RunningProcess.all.first { $0.parent == player.process })
    kill(recorder.id, SIGKILL)
    #expect(try player.waitForExit() == .code(128 + SIGKILL))
    #expect(player.terminal.screen.graphicPicture == nil)
    let killed = "\u{1b}[?1049h\u{1b}_Ga=d,d=I,i="
    #expect(player.terminal.hasWritten(killed) && player.hasRestoredSettings)
    #expect(!FileManager.default.fileExists(atPath: "/dev/shm/rushes-picture-\(recorder.id)"))
  }

  @Test(arguments: ["kitty", "iterm", "sixel"])
  func `says so where the way that was asked for is not there`(name: String) throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--preview", name, "--size", "320x180"], kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "'--preview auto' takes the best it has.")
    #expect(player.terminal.screen.picture == nil)
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `is half blocks where those were asked for`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(
      ["--preview", "blocks", "--size", "320x180"], kind: .graphicKitty)
    defer { player.stop() }
    try player.wait("blocks") { $0.picture != nil }
    #expect(player.terminal.screen.graphicPicture == nil)
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `comes to a terminal whose type has few colours`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .vt340, type: "xterm")
    defer { player.stop() }
    #expect(try Self.bars(of: waitForPicture(player)) == Array(0...6))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }
}
