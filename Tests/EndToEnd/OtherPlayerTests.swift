import Foundation
import Glibc
import Support
import Testing

/// A player of the test's own: it says what it plays, and ends with the next line that is typed.
@Suite(.serialized) struct `a review in another player` {
  private let rushes: Rushes
  private let script: String

  init() throws {
    rushes = try Rushes()
    script = rushes.folder.file("player")
    try play(#"read line && echo "got $line""#)
  }

  /// Has the player do this once it has said what it plays.
  private func play(_ deeds: String) throws {
    let text = """
      printf 'playing %s, %s\\n' "$1" "$2"
      \(deeds)

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: script))
  }

  private func saved() throws -> PtyPlayer {
    let player = try rushes.open(["--size", "320x180", "--player", "sh \(script) loudly"])
    try player.wait(for: "READY")
    try recordAndSave(player)
    return player
  }

  private func recordAndSave(_ player: PtyPlayer) throws {
    player.terminal.press(" ")
    try player.waitUntilUsed(0.6)
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.type("s")
    try player.wait(for: "Review? [Enter] [Esc]")
  }

  /// Waits until the player runs for the `count`th time: what it said before still stands there.
  private func wait(for count: Int, in player: PtyPlayer) throws {
    try player.wait("player \(count)") { screen in
      screen.lines.count { $0.contains("playing loudly,") } == count
        && !screen.modes.isAlternateScreen
    }
  }

  @Test func `has the terminal as it was, and gives it back to the recorder`() throws {
    let player = try saved()
    defer { player.stop() }
    player.terminal.type("\r")
    let movie = try #require(rushes.movies.first)
    try wait(for: 1, in: player)
    #expect(player.hasRestoredSettings)
    let flat = player.terminal.screen.lines.joined()
    #expect(flat.contains(movie))
    player.terminal.type("hello\n")
    try player.wait("the recorder") { $0.contains("READY") && $0.modes.isAlternateScreen }
    #expect(player.terminal.waitForOutput("got hello"))
    try recordAndSave(player)
    // What is typed into the player is for the player alone, Ctrl-C and Ctrl-Z too.
    for (count, key) in [(2, "\u{3}"), (3, "\u{1a}")] {
      player.terminal.type("\r")
      try wait(for: count, in: player)
      player.terminal.type(key)
      try player.wait("the recorder") { $0.contains("READY") && $0.modes.isAlternateScreen }
      if key == "\u{3}" { try recordAndSave(player) }
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(player.hasRestoredSettings)
  }

  @Test func `ends when another program records, and when the recorder is told to end`() throws {
    let player = try saved()
    defer { player.stop() }
    player.terminal.type("\r")
    try wait(for: 1, in: player)
    #expect(try rushes.run(["ctl", "press"]).status == 0)
    try player.wait(for: "● REC")
    // Fewer than three frames would be no take, and the release would say so.
    try player.waitUntilUsed(1.2)
    #expect(try rushes.run(["ctl", "release"]).status == 0)
    try player.wait(for: "✓ ready")
    player.terminal.type("s")
    try player.wait(for: "Review? [Enter] [Esc]")
    player.terminal.type("\r")
    try wait(for: 2, in: player)
    player.signal(SIGTERM)
    #expect(try player.waitForExit() == .code(130))
    #expect(player.hasRestoredSettings)
  }

  @Test func `is gone with all its processes before the terminal is the recorder's again`() throws {
    // The shell of the player's line goes at once; who still waits for a key behind it would take
    // the first byte of what the terminal answers, and the rest would be keys.
    try play("trap '' TERM; read line")
    let player = try saved()
    defer { player.stop() }
    player.terminal.type("\r")
    try wait(for: 1, in: player)
    #expect(try rushes.run(["ctl", "press"]).status == 0)
    try player.wait(for: "● REC")
    try player.waitUntilUsed(1.2)
    #expect(!player.terminal.screen.contains("this help"))
  }

  @Test func `leaves nothing to the recorder of what was typed for it`() throws {
    let seen = rushes.folder.file("seen")
    try play("while [ ! -e '\(seen)' ]; do sleep 0.02; done")
    let player = try saved()
    defer { player.stop() }
    player.terminal.type("\r")
    try wait(for: 1, in: player)
    player.terminal.type("q")
    try player.wait("what was typed") { $0.lines.contains { $0.hasPrefix("q") } }
    try Data().write(to: URL(fileURLWithPath: seen))
    try player.wait("the recorder") { $0.contains("READY") && $0.modes.isAlternateScreen }
    try recordAndSave(player)
  }

  @Test func `is told of when it cannot be run`() throws {
    let player = try rushes.open(["--size", "320x180", "--player", "no-such-player"])
    defer { player.stop() }
    try player.wait(for: "READY")
    try recordAndSave(player)
    player.terminal.type("\r")
    try player.wait(for: "The player 'no-such-player' cannot be run; install it, or leave --player")
    #expect(player.terminal.screen.contains("READY"))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `is all there is of rushes play with --player`() throws {
    let made = try rushes.run(
      ["record", "--take", "1s", "--size", "320x180", "-o", "-odd name.mp4", "--mic", "none"])
    #expect(made.status == 0, "\(made.stderr)")
    let played = try rushes.run(["play", "--player", "echo", "--", "-odd name.mp4"])
    #expect(played.status == 0 && played.text == "./-odd name.mp4\n", "\(played.stderr)")
    let failed = try rushes.run(["play", "--player", "exit 3; :", "--", "-odd name.mp4"])
    #expect(failed.status == 1 && failed.stderr.contains("ended with exit code 3."))
  }

  @Test(arguments: [
    (["play", "none.mp4"], 1, "Cannot open none.mp4: it does not exist."),
    (["play", "player"], 1, "Cannot open player: its data is damaged or of another kind."),
    (["play", "tone.wav"], 1, "Cannot open tone.wav: there are no pictures in it."),
    (["play"], 2, "'rushes play' needs a file: rushes play movie.mp4."),
  ])
  func `is refused for what is no movie, in one sentence`(
    words: [String], code: Int, sentence: String
  ) throws {
    let made = try Command.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", rushes.folder.file("tone.wav")])
    #expect(made.status == 0)
    let refused = try rushes.run(words)
    #expect(Int(refused.status) == code && refused.stderr == "rushes: \(sentence)\n")
  }

  @Test func `needs a terminal where it is not another player's`() throws {
    let made = try rushes.run(["record", "--take", "1s", "--size", "320x180", "-o", "a.mp4"])
    #expect(made.status == 0, "\(made.stderr)")
    let refused = try rushes.run(["play", "a.mp4"])
    #expect(refused.status == 4)
    #expect(refused.stderr.hasPrefix("rushes: A review needs a terminal;"))
  }
}
