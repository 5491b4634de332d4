import Foundation
import Support
import Testing

extension VTScreen {
  /// What stands inside the frame of the live picture, as colours row by row, two rows to a cell;
  /// nil when there is none.
  var picture: [[Int]]? {
    for row in 0..<rows {
      for column in 0..<columns {
        guard ["┌", "┏", "╔"].contains(character(column: column, row: row)) else { continue }
        let width = (column + 1..<columns).prefix { pixels(column: $0, row: row + 1) != nil }.count
        let height = (row + 1..<rows).prefix { pixels(column: column + 1, row: $0) != nil }.count
        guard width > 1, height > 1 else { continue }
        let cells = (row + 1...row + height).map { row in
          (column + 1...column + width).compactMap { pixels(column: $0, row: row) }
        }
        guard cells.allSatisfy({ $0.count == width }) else { return nil }
        return cells.flatMap { [$0.map(\.upper), $0.map(\.lower)] }
      }
    }
    return nil
  }
}

@Suite(.serialized) struct `the live picture in the recorder` {
  /// The test picture's bars from left to right, as 256 colours show them: grey, yellow, cyan,
  /// green, magenta, red, blue.
  private static let bars = [250, 142, 37, 34, 127, 124, 19]

  /// The colours along the top row, each once where it is wide enough to be a bar.
  private static func bars(in picture: [[Int]]) -> [Int] {
    guard let row = picture.first else { return [] }
    var runs: [(colour: Int, count: Int)] = []
    for colour in row {
      if runs.last?.colour == colour {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((colour, 1))
      }
    }
    return runs.filter { $0.count >= 4 }.map(\.colour)
  }

  private func wait(
    _ player: PtyPlayer, _ what: String, until isReached: ([[Int]]) -> Bool
  ) throws {
    try player.wait(what) { $0.picture.map(isReached) == true }
  }

  @Test func `is in 24-bit colour where the terminal promises it, and gives way to the keys`()
    throws
  {
    let rushes = try Rushes()
    let player = try rushes.open(
      ["--size", "640x360"], columns: 80, rows: 24, kind: .xterm,
      environment: ["COLORTERM": "truecolor"])
    defer { player.stop() }
    let bars = ColourBars.colours.map { VTColours.trueColour($0.map(Int.init)) }
    // The codec's matrix rounds: a level more or less.
    func isNear(_ a: Int, _ b: Int) -> Bool {
      stride(from: 0, to: 24, by: 8).allSatisfy { abs((a >> $0 & 255) - (b >> $0 & 255)) <= 2 }
    }
    func hasBars(_ picture: [[Int]]) -> Bool {
      var rest = picture[0][...]
      return bars.allSatisfy { bar in
        rest = rest.drop { !isNear($0, bar) }
        return rest.prefix { isNear($0, bar) }.count >= 4
      }
    }
    // Looked at in the midst of a drawing, it is not whole.
    let rows = Array(repeating: 38, count: 22)
    try wait(player, "the bars") { hasBars($0) && $0.map(\.count) == rows }
    player.terminal.type("?")
    try player.wait("the keys alone") { screen in
      screen.contains("suspend") && screen.picture == nil
    }
    let all = (0..<24).flatMap { row in (0..<80).map { (row, $0) } }
    #expect(all.allSatisfy { player.terminal.screen.pixels(column: $0.1, row: $0.0) == nil })
    player.terminal.type("\u{1b}")
    try wait(player, "the bars again", until: hasBars)
    player.terminal.resize(columns: 100, rows: 30)
    try wait(player, "more of them") { hasBars($0) && $0[0].count > 38 }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(!player.terminal.screen.modes.isAlternateScreen)
  }

  @Test func `shows the test picture as the movie will, in its colours`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "640x360"], columns: 80, rows: 24)
    defer { player.stop() }
    try wait(player, "all the bars") {
      Self.bars(in: $0) == Self.bars && $0.map(\.count) == Array(repeating: 38, count: 22)
    }
    player.terminal.type("f")
    try wait(player, "the mirrored bars") { Self.bars(in: $0) == Self.bars.reversed() }
    player.terminal.type("ff")
    try wait(player, "the bars again") { Self.bars(in: $0) == Self.bars }
    player.terminal.type("a")
    try wait(player, "the square") { $0.count == 22 && $0[0].count == 22 }
    // Of the outer bars less than half is left.
    try wait(player, "the bars of the square") { Self.bars(in: $0) == Array(Self.bars[2...4]) }
    player.terminal.type("r")
    // Its top is the right column now.
    try wait(player, "the turned square") { picture in
      Self.bars(in: [picture.map { $0.last ?? 0 }]) == Array(Self.bars[2...4])
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `is framed heavily while a take runs, and gives way to the keys`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait("a picture") { $0.picture != nil && $0.contains("┌──") }
    player.terminal.press(" ")
    try player.wait("the heavy frame") { $0.contains("● REC") && $0.contains("┏━━") }
    try player.waitUntilUsed(0.5)
    player.terminal.release(" ")
    try player.wait("the light frame") { $0.contains("‖ PAUSED") && $0.contains("┌──") }
    player.terminal.type("?")
    try player.wait("the keys") { $0.contains("suspend") && $0.picture == nil }
    player.terminal.type("\u{1b}")
    try player.wait("the picture again") { $0.picture != nil }
    player.terminal.resize(columns: 79, rows: 24)
    try player.wait("no picture") { $0.picture == nil && $0.contains("‖ PAUSED") }
    player.terminal.resize(columns: 132, rows: 43)
    try wait(player, "a bigger picture") { $0.count > 40 }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let modes = player.terminal.screen.modes
    #expect(!modes.isAlternateScreen && player.hasRestoredSettings)
    #expect(player.terminal.unread.isEmpty, "no answer is left for the shell")
  }

  @Test func `shows where a take is cut while it is trimmed, and the camera again`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait("a picture") { $0.picture != nil }
    player.terminal.press(" ")
    try player.waitUntilUsed(1)
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    // The take is not mirrored, but what the movie shows of it will be.
    player.terminal.type("f")
    try wait(player, "the mirrored bars") { Self.bars(in: $0) == Self.bars.reversed() }
    player.terminal.type("]")
    try player.wait("the end") { $0.contains("─ last frame of take 1 ─") }
    player.terminal.type("[")
    try player.wait("the beginning") {
      $0.contains("─ first frame of take 1 ─")
        && $0.picture.map(Self.bars(in:)) == Self.bars.reversed()
    }
    #expect(player.terminal.screen.contains("✂1+1"))
    try player.wait("the camera") { !$0.contains("frame of take") && $0.picture != nil }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test(arguments: [
    (["--preview", "off"], "xterm-256color"), (["--no-color"], "xterm-256color"),
    ([], "xterm"), ([], "linux"),
  ])
  func `is not there where nobody wants it or the terminal has not the colours`(
    arguments: [String], type: String
  ) throws {
    let rushes = try Rushes()
    let player = try rushes.open(arguments + ["--size", "320x180"], type: type)
    defer { player.stop() }
    try player.wait(for: "30.0")
    #expect(!player.terminal.hasWritten("\u{1b}[48;5;"))
    #expect(player.terminal.screen.contains("TAKES") && !player.terminal.screen.contains("┌"))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `says why it cannot be there when it was asked for`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(
      ["--preview", "blocks", "--size", "320x180"], type: "xterm")
    defer { player.stop() }
    try player.wait(for: "The terminal shows no picture: it needs 256 colours")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `comes also to a terminal that answers nothing`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .silent)
    defer { player.stop() }
    try wait(player, "the bars") { Self.bars(in: $0) == Self.bars }
    player.terminal.type("f")
    try wait(player, "the mirrored bars") { Self.bars(in: $0) == Self.bars.reversed() }
    #expect(!player.terminal.hasWritten("\u{1b}[5n"))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `costs a take no frame, and its keys no time, while the terminal hangs`() throws {
    let folder = try TempFolder("rushes-e2e")
    // Noise fills the way to the terminal with the first pictures.
    let noise = folder.file("noise.mp4")
    let made = try Command.run(
      "ffmpeg",
      ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=30"]
        + ["-vf", "noise=alls=100:allf=t,scale=32:18:flags=area,scale=320:180:flags=neighbor"]
        + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", noise])
    #expect(made.status == 0)
    for camera in ["test", noise] {
      let rushes = try Rushes()
      let player = try rushes.open(
        ["--camera", camera, "--mic", "none", "--size", "320x180", "--limit", "none"],
        columns: 160, rows: 45)
      defer { player.stop() }
      try wait(player, "a picture") { !$0.isEmpty }
      player.terminal.press(" ")
      try player.wait(for: "● REC")
      let begun = Date()
      player.terminal.stall(true)
      Thread.sleep(until: begun.addingTimeInterval(5))
      // Asked for with the press, so it is told whatever the screen shows.
      player.terminal.release(" ")
      let held = Date().timeIntervalSince(begun)
      Thread.sleep(forTimeInterval: 2)
      player.terminal.stall(false)
      try player.wait(for: "✓ ready")
      player.terminal.type("s")
      try player.wait(for: "✓ SAVED")
      player.terminal.type("q")
      #expect(try player.waitForExit() == .code(0))
      let path = try #require(rushes.movies.first)
      let length = Double(try MovieFacts(path: path).frameTimes.count) / 30
      #expect((held - 0.1...held + 1).contains(length), "\(camera)")
      if camera == "test" {
        let movie = try MovieJudge(path: path)
        #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
      }
    }
  }
}
