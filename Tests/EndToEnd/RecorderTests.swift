import Foundation
import Glibc
import Support
import Testing

@Suite(.serialized) struct `the recorder on a terminal` {
  @Test func `a hold records until the terminal reports the release`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "READY")
    try player.wait(for: "release by the kitty protocol")
    // None, unless this machine was slower than a tap with the terminal's answer.
    let flags = player.terminal.screen.modes.keyboardFlags
    player.terminal.press(" ")
    try player.wait(for: "● REC")
    try player.waitUntilUsed(0.8)
    #expect(player.terminal.screen.modes.keyboardFlags == 3)
    player.terminal.release(" ")
    try player.wait(for: "‖ PAUSED")
    #expect(player.terminal.screen.modes.keyboardFlags == flags, "popped with the release")
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.takes.count == 1 && (24...60).contains(movie.frameCount), "\(movie.report)")
    #expect(rushes.sessions.isEmpty)
    expectUntouched(player)
  }

  @Test func `a key that is down before the terminal answers is told when it goes up`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .tmuxInKitty, latency: 0.25)
    defer { player.stop() }
    try player.wait(for: "READY")
    #expect(!player.terminal.screen.contains("release by the kitty protocol"))
    player.terminal.typeAhead(" ")
    try player.wait(for: "● REC")
    try player.wait(for: "release by the kitty protocol")
    #expect(player.terminal.outsideModes.keyboardFlags == 3)
    // Later than a first repeat may be: until then it may have been a tap.
    try player.wait(for: "tap SPACE to stop")
    player.terminal.type("\u{1b}[32;1:2u")
    try player.wait("a hold") { !$0.contains("tap SPACE to stop") }
    try player.waitUntilUsed(2.5)
    player.terminal.release(" ")
    try player.wait(for: "‖ PAUSED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `without release reports a hold ends with its last repeat`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "by key repeat")
    player.terminal.hold(" ", for: 1.5)
    try player.wait(for: "‖ PAUSED")
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    // 1.5 s are 45 frames; the recorder went on for the time it doubted, and cut that off again.
    #expect((45...49).contains(movie.frameCount), "\(movie.report)")
    #expect(movie.takes.count == 1 && movie.errors.isEmpty)
    expectUntouched(player)
  }

  @Test func `a tap keeps recording until the next tap`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.type(" ")
    try player.wait(for: "tap SPACE to stop")
    try player.waitUntilUsed(1.5)
    player.terminal.type(" ")
    try player.wait(for: "‖ PAUSED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(player.terminal.screen.contains("1 take (1."))
  }

  @Test func `a spent budget ends a held take to the frame and saves by itself`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--limit", "3s", "--size", "640x360"], kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.hold(" ", for: 4.5)
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(rushes.movies.count == 1, "the rest of the hold begins nothing")
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.takes == [0..<90], "\(movie.report)")
    #expect(movie.facts.video?.duration == 3 && movie.facts.audio?.duration == 3)
  }

  @Test func `takes are taken back, deleted, moved and started over`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--limit", "none"])
    defer { player.stop() }
    try player.wait(for: "READY")
    for (take, length) in [(1, 0.4), (2, 1.2), (3, 1.8)] {
      player.terminal.press(" ")
      try player.wait(for: "● REC")
      try player.wait(for: "take \(take)   0:0")
      try player.waitUntilUsed(length)
      player.terminal.release(" ")
      try player.wait("take \(take) ready") { $0.lines.count { $0.contains("✓ ready") } == take }
    }
    player.terminal.type("u")
    try player.wait(for: "Take 3 taken back.")
    player.terminal.type("K")
    try player.wait("two takes") { $0.lines.count { $0.contains("✓ ready") } == 2 }
    player.terminal.type("k")
    player.terminal.type("d")
    try player.wait(for: "Take 1 deleted.")
    player.terminal.type("R")
    try player.wait(for: "Delete all takes? y/n")
    player.terminal.type("n")
    try player.wait("the question is gone") { !$0.contains("Delete all takes?") }
    player.terminal.type("R")
    try player.wait(for: "Delete all takes? y/n")
    player.terminal.type("y")
    try player.wait(for: "All takes deleted.")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(rushes.sessions.isEmpty, "an empty session leaves nothing")
  }

  @Test func `keys for cameras say what there is on a machine without one`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "TEST PICTURE: no camera")
    player.terminal.type("i")
    try player.wait(for: "The test picture has no inputs.")
    player.terminal.type("c")
    try player.wait(for: "There is no other camera.")
    player.terminal.press(" ")
    try player.wait(for: "● REC")
    player.terminal.type("c")
    try player.wait(for: "Not while recording.")
    try player.waitUntilUsed(0.5)
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    expectUntouched(player)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal keeps the running take and gives the terminal back`(number: Int32) throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.press(" ")
    try player.waitUntilUsed(0.6)
    player.signal(number)
    #expect(try player.waitForExit() == .code(130))
    expectUntouched(player)
    let session = try #require(rushes.sessions.first)
    #expect(player.terminal.hasWritten("'rushes resume \(session)' goes on"))
    #expect(try rushes.run(["save", "-o", "a.mp4"]).status == 0)
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.takes.count == 1 && movie.frameCount >= 18, "\(movie.report)")
  }

  @Test func `a closed window keeps the running take`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.press(" ")
    try player.waitUntilUsed(0.6)
    player.terminal.hangUp()
    #expect(try player.waitForExit() == .code(130))
    #expect(try rushes.run(["save", "-o", "a.mp4"]).status == 0)
    #expect(try MovieJudge(path: rushes.folder.file("a.mp4")).frameCount >= 18)
  }

  @Test func `quitting keeps takes, and resume goes on with them`() throws {
    let rushes = try Rushes()
    let first = try rushes.open(["--size", "320x180"])
    defer { first.stop() }
    try first.wait(for: "READY")
    first.terminal.press(" ")
    try first.waitUntilUsed(0.5)
    first.terminal.type("q")
    #expect(try first.waitForExit() == .code(0))
    let session = try #require(rushes.sessions.first)

    let wrong = try rushes.open(["resume", session, "--size", "640x360"])
    defer { wrong.stop() }
    #expect(try wrong.waitForExit() == .code(1))
    #expect(wrong.terminal.screen.text.contains("holds takes of 320x180 at 30"))

    let other = try rushes.open(["resume", session, "--video-codec", "copy"])
    defer { other.stop() }
    #expect(try other.waitForExit() == .code(3))
    #expect(other.terminal.screen.text.contains("stores a camera's JPEG or H.264 pictures"))

    let second = try rushes.open(["resume", session, "--size", "320x180"])
    defer { second.stop() }
    try second.wait(for: "hold SPACE for take 2")
    second.terminal.press(" ")
    try second.wait("take 2 runs") { $0.contains("● REC") && $0.contains("take 2   0:0") }
    try second.waitUntilUsed(1.0)
    second.terminal.release(" ")
    try second.wait("two takes") { $0.lines.count { $0.contains("✓ ready") } == 2 }
    second.terminal.type("s")
    try second.wait(for: "✓ SAVED")
    second.terminal.type("q")
    #expect(try second.waitForExit() == .code(0))
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.takes.count == 2, "\(movie.report)")
    #expect(rushes.sessions.isEmpty)
  }

  @Test(arguments: [(132, 43), (60, 15), (20, 3), (1, 1)])
  func `it works at any size of the window`(columns: Int, rows: Int) throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.resize(columns: columns, rows: rows)
    player.terminal.press(" ")
    // Not told otherwise.
    try player.wait("the wish for releases") { $0.modes.keyboardFlags == 3 }
    usleep(600_000)
    player.terminal.release(" ")
    usleep(300_000)
    player.terminal.resize(columns: 100, rows: 28)
    try player.wait(for: "✓ ready")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    expectUntouched(player)
  }

  /// The terminal is as it was before the program was started.
  private func expectUntouched(_ player: PtyPlayer) {
    #expect(player.hasRestoredSettings)
    let modes = player.terminal.screen.modes
    #expect(!modes.isAlternateScreen && modes.isCursorVisible)
    #expect(!modes.reportsFocus && !modes.bracketsPaste)
    #expect(modes.mainFlags.isEmpty && modes.alternateFlags.isEmpty)
    #expect(player.terminal.unread.isEmpty, "no answer is left for the shell")
  }
}

extension PtyTerminal {
  /// Holds a key down as X11 does with its repeats, 0.4 s later and then every 40 ms.
  func hold(_ key: Character, for seconds: Double) {
    let start = Date()
    press(key)
    var next = 0.4
    while next < seconds {
      Thread.sleep(until: start.addingTimeInterval(next))
      press(key)
      next += 0.04
    }
    Thread.sleep(until: start.addingTimeInterval(seconds))
  }
}

extension PtyPlayer {
  /// Waits until the takes, as the screen counts them, are at least that many seconds long.
  func waitUntilUsed(_ seconds: Double) throws {
    try wait("\(seconds) s of takes") { screen in
      screen.lines.contains { line in
        guard
          let clock = line.range(
            of: #"0:[0-9]{2}\.[0-9](?= (of|used|taken))"#, options: .regularExpression)
        else { return false }
        return (Double(line[clock].dropFirst(2)) ?? 0) >= seconds
      }
    }
  }
}
