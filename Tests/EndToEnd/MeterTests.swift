import Foundation
import Support
import Testing

@Suite(.serialized) struct `the recorder's meter` {
  /// What stands behind a label on the screen.
  private static func value(of label: String, on screen: VTScreen) -> Substring? {
    for line in screen.lines {
      guard let label = line.range(of: label) else { continue }
      return line[label.upperBound...].drop { $0 == " " }.prefix { $0 != "┃" && $0 != "│" }
    }
    return nil
  }

  /// Cells of a level that its mean fills.
  private static func cells(of label: String, on screen: VTScreen) -> Int? {
    value(of: label, on: screen)?.count { $0 == "▆" }
  }

  /// Waits until the mean has been seen to rise and to fall again, twice.
  ///
  /// The peak falls by 12 dB a second, so that it is still there when the next burst comes.
  private static func expectBursts(_ player: PtyPlayer, _ label: String) throws {
    for _ in 0..<2 {
      try player.wait("a burst") { (cells(of: label, on: $0) ?? 0) >= 10 }
      try player.wait("its end") { cells(of: label, on: $0) == 0 }
    }
  }

  @Test func `moves with the test tone's bursts, and shows its peak`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--preview", "off"])
    defer { player.stop() }
    try Self.expectBursts(player, "  left")
    try Self.expectBursts(player, "  right")
    // The peak is held from burst to burst.
    try player.wait("the peak") { screen in
      screen.lines.count { $0.contains(/(left|right) .*  -6$/) } == 2
    }
    try player.wait(for: "within 0.1 ms")
    player.terminal.type("m")
    try player.wait(for: "MUTED: no sound in takes")
    try player.wait(for: "left      MUTED ▆")
    try Self.expectBursts(player, "  left      MUTED")
    player.terminal.type("m")
    try player.wait("sound") { !$0.contains("MUTED") }
    player.terminal.press(" ")
    try player.waitUntilUsed(1)
    try player.wait(for: "bit/s")
    player.terminal.release(" ")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `is plain in a plain terminal`() throws {
    let rushes = try Rushes()
    for (type, more) in [("linux", [:]), ("xterm", ["LC_ALL": "C"]), ("vt100", ["NO_COLOR": "1"])] {
      let player = try rushes.open(
        ["--size", "320x180"], columns: 80, rows: 24, kind: .silent, type: type, environment: more)
      defer { player.stop() }
      let (bar, ready) =
        type == "linux"
        ? ("█", "o READY") : more["LC_ALL"] == "C" ? ("#", "o READY") : ("▆", "○ READY")
      try player.wait(for: ready)
      try player.wait("a burst") { screen in
        Self.value(of: "  left", on: screen)?.contains(bar) == true
      }
      player.terminal.type("m")
      try player.wait(for: "left      MUTED")
      if more["NO_COLOR"] != nil {
        #expect((30...37).allSatisfy { !player.terminal.hasWritten("\u{1b}[\($0)m") })
      }
      player.terminal.type("q")
      #expect(try player.waitForExit() == .code(0))
    }
  }

  @Test func `tells that nothing is heard`() throws {
    let rushes = try Rushes()
    let quiet = rushes.folder.file("quiet.mp4")
    let made = try Command.run(
      "ffmpeg",
      ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=20"]
        + ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=20", "-c:v", "libx264"]
        + ["-preset", "ultrafast", "-pix_fmt", "yuv420p", quiet])
    #expect(made.status == 0)
    let player = try rushes.open(["--camera", quiet])
    defer { player.stop() }
    try player.wait(for: "NO SOUND for 5 s")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `takes have pictures, those of an earlier run too`() throws {
    let rushes = try Rushes()
    func open(_ command: [String]) throws -> PtyPlayer {
      try rushes.open(command + ["--size", "320x180"], columns: 132, rows: 43)
    }
    /// Cells of pictures in the columns of the list of takes.
    func cells(_ screen: VTScreen) -> Int {
      (18..<40).reduce(0) { sum, row in
        sum + (0..<16).count { screen.pixels(column: $0, row: row) != nil }
      }
    }
    let player = try open([])
    defer { player.stop() }
    try player.wait("the live picture") { $0.picture != nil }
    player.terminal.press(" ")
    try player.waitUntilUsed(0.5)
    #expect(cells(player.terminal.screen) == 33)
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let again = try open(["resume"])
    defer { again.stop() }
    try again.wait("the picture of the take") { cells($0) == 33 }
    again.terminal.type("a")
    try again.wait("the square picture") { cells($0) == 18 }
    again.terminal.type("q")
    #expect(try again.waitForExit() == .code(0))
  }
}
