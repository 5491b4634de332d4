import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

@Suite(.serialized) struct `takes that begin before their press` {
  @Test func `have their lead-in to the frame, the sound with them`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--size", "320x180", "--preroll", "2s", "--take", "1s", "--take", "0.5s"]
        + ["--gap", "1.3s", "-o", "a.mp4", "--json", "--keep-takes"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try Report(output)
    #expect(report.takes.map(\.frames) == [90, 75])
    #expect(report.takes.allSatisfy { $0.leadIn >= 2 && $0.leadIn < 2 + 1.0 / 30 })
    #expect(report.takes.allSatisfy { $0.dropped == 0 } && report.warnings.isEmpty)
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.takes.map(\.count) == [90, 75], "\(movie.report)")
    // The presses are 2.3 s apart; the second lead-in reaches back into the first take.
    let counters = movie.takes.compactMap { movie.counters[$0.lowerBound] }
    #expect(counters.count == 2 && counters[1] - counters[0] == 69, "\(movie.report)")
    #expect(movie.innerSyncErrors.count >= 3)
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(hasSound(movie, seconds: 5.5), "\(movie.report)")
    #expect(movie.errors.isEmpty)
  }

  @Test func `go over into each other exactly`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--size", "320x180", "--preroll", "0.7s", "--take", "1s", "--take", "1s"]
        + ["--gap", "1s", "--transition", "crossfade:0.5s", "-o", "b.mov"])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("b.mov"))
    #expect(movie.frameCount == 2 * 51 - 15, "\(movie.report)")
    let (first, last) = (movie.counters[0], movie.counters[86])
    let (begin, end) = (try #require(first), try #require(last))
    // One take of 51 frames begins 2 s before the other.
    #expect(end - begin == 60 + 50, "\(movie.report)")
    #expect(movie.isContinuous(0..<36) && movie.isContinuous(51..<87), "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
  }

  @Test func `come from a file's own pictures as well`() throws {
    let rushes = try Rushes()
    let card = try rushes.run(
      ["record", "--size", "320x180", "--for", "6s", "--mic", "none", "-o", "card.mp4"])
    #expect(card.status == 0, "\(card.stderr)")
    let output = try rushes.run(
      ["record", "--camera", "card.mp4", "--preroll", "1s", "--take", "1s", "-o", "c.mov"])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("c.mov"))
    #expect(movie.takes == [0..<60], "\(movie.report)")
  }

  @Test func `say on the screen how much is in hand, and when it was not enough`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--preroll", "20s", "--limit", "none"])
    defer { player.stop() }
    try player.wait("the ring fills") {
      $0.text.contains(/pre-roll [0-9]+\.[0-9] of 20 s/)
    }
    player.terminal.press(" ")
    try player.wait(for: "● REC")
    try player.wait(for: "before its press, not 20.00 s")
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `are configured, and refused where they cannot be`() throws {
    let rushes = try Rushes()
    try FileManager.default.createDirectory(
      atPath: rushes.folder.file("config/rushes"), withIntermediateDirectories: true)
    try "preroll = 0.5s\n".write(
      toFile: rushes.folder.file("config/rushes/config"), atomically: true, encoding: .utf8)
    let output = try rushes.run(["record", "--size", "320x180", "--for", "0.5s", "-o", "d.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    #expect(try MovieJudge(path: rushes.folder.file("d.mp4")).frameCount == 30)
    let refused = try rushes.run(["record", "--vfr", "--for", "1s", "-o", "e.mp4"])
    #expect(refused.status == 2)
    #expect(refused.stderr.contains("--preroll needs a constant frame rate"))
  }
}
