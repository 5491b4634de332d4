import Foundation
import Glibc
import Support
import Testing

@Suite(.serialized) struct `what is stopped in the midst of a take` {
  @Test func `the terminal's output, for five seconds: the movie has every frame`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--limit", "none"])
    defer { player.stop() }
    try player.wait("a picture") { $0.picture != nil }
    player.terminal.press(" ")
    // Ctrl-S is a key as any other: the screen goes on.
    player.terminal.type("\u{13}")
    try player.waitUntilUsed(1)
    // What stops output all the same is its other end, such as the line of a console.
    player.terminal.stall()
    Thread.sleep(forTimeInterval: 5)
    player.terminal.release(" ")
    Thread.sleep(forTimeInterval: 1)
    player.terminal.flow()
    try player.wait(for: "✓ ready")
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
    #expect((175..<300).contains(movie.frameCount), "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < 0.002 }, "\(movie.report)")
  }

  @Test
  func `the recorder itself, for three seconds: the movie's time has no hole, and it says so`()
    throws
  {
    let rushes = try Rushes()
    let path = rushes.folder.file("a.mp4")
    let player = try rushes.open(["record", "--size", "320x180", "--for", "8s", "-o", path])
    defer { player.stop() }
    let deadline = Date(timeIntervalSinceNow: 30)
    while rushes.takeBytes < 200_000 {
      try #require(Date() < deadline, "no take")
      Thread.sleep(forTimeInterval: 0.02)
    }
    kill(player.process, SIGSTOP)
    Thread.sleep(forTimeInterval: 3)
    kill(player.process, SIGCONT)
    #expect(try player.waitForExit(within: 30) == .code(0), "\(player.terminal.screen.text)")
    #expect(player.terminal.hasWritten(" frames repeated"))
    #expect(player.terminal.hasWritten(" of sound missing"))
    let movie = try MovieJudge(path: path)
    #expect(movie.frameCount == 240 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.audio?.duration == 8, "\(movie.report)")
    // The counter is the time: what comes behind the stop lies where it belongs.
    let first = try #require(movie.counters.first ?? nil)
    #expect(movie.counters.prefix(30) == ArraySlice((0..<30).map { first + $0 }))
    #expect(movie.counters.suffix(60) == ArraySlice((180..<240).map { first + $0 }))
    let late = movie.toneOnsets.filter { $0 > 48_000 * 6 && $0 < 48_000 * 8 - 9600 }
    #expect(!late.isEmpty, "\(movie.report)")
    for onset in late {
      let time = Double(onset) / 48_000
      #expect(movie.flashes.contains { abs(Double($0) / 30 - time) < 0.002 }, "\(movie.report)")
    }
  }
}
