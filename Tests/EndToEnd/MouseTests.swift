import Foundation
import Support
import Testing

@Suite(.serialized) struct `the mouse on the recorder's screen` {
  /// `CSI < button ; column ; row M` or `m`, at a text on the screen or at a corner.
  private func click(
    _ final: Character, at text: String? = nil, button: Int = 0, in player: PtyPlayer
  ) throws {
    var (column, row) = (0, 0)
    if let text {
      let lines = player.terminal.screen.lines
      row = try #require(lines.firstIndex { $0.contains(text) })
      let line = lines[row]
      column = line.distance(
        from: line.startIndex, to: try #require(line.firstRange(of: text)).lowerBound)
    }
    player.terminal.type("\u{1b}[<\(button);\(column + 1);\(row + 1)\(final)")
  }

  @Test func `records while any button is held on the record button`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--limit", "none"], kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "READY")
    for (take, button) in [(1, 0), (2, 2)] {
      // The wheel and a press elsewhere are nothing.
      try click("M", at: "[ Record ]", button: 64, in: player)
      try click("M", button: button, in: player)
      try click("m", button: button, in: player)
      try click("M", at: "Record ]", button: button, in: player)
      try player.wait(for: "let go of the button to stop")
      try player.wait(for: "Hold ends: release of the mouse button")
      // Other buttons and losing the keyboard do not end it.
      try click("m", button: 1, in: player)
      player.terminal.type("\u{1b}[O")
      try player.wait(for: "take \(take)   0:00.5")
      try click("m", button: button, in: player)
      try player.wait("take \(take)") { $0.lines.count { $0.contains("✓ ready") } == take }
    }
    #expect(player.terminal.screen.contains("▸  2"))
    // The first line that says so is that of the first take.
    try click("M", at: "✓ ready", in: player)
    try player.wait(for: "▸  1")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(player.terminal.screen.modes.on.isDisjoint(with: [1000, 1006]))
  }

  @Test func `is left to the terminal by --no-mouse`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--no-mouse"], kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "READY")
    #expect(player.terminal.screen.modes.on.isDisjoint(with: [1000, 1006]))
    #expect(!player.terminal.screen.contains("[ Record ]"))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `is not needed to end the hold of a key whose window loses the keyboard`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .windowsTerminal)
    defer { player.stop() }
    try player.wait(for: "Hold ends: release by win32-input-mode")
    player.terminal.press(" ")
    try player.wait(for: "● REC")
    try player.wait(for: "take 1   0:00.5")
    player.terminal.type("\u{1b}[O")
    try player.wait(for: "‖ PAUSED")
    #expect(!player.terminal.screen.modes.on.contains(9001))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }
}
