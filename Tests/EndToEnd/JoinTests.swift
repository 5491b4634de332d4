import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

@Suite(.serialized) struct `takes that go over into each other` {
  @Test func `a transition and a trim by keys are exact in the movie`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "640x360", "--limit", "none", "--keep-takes"])
    defer { player.stop() }
    try player.wait(for: "READY")
    for (take, used) in [(1, 2.3), (2, 4.7)] {
      player.terminal.press(" ")
      try player.wait("take \(take) runs") {
        $0.contains("● REC") && $0.contains("take \(take)   0:0")
      }
      try player.waitUntilUsed(used)
      player.terminal.release(" ")
      try player.wait("take \(take) ready") { $0.lines.count { $0.contains("✓ ready") } == take }
    }
    player.terminal.type("x")
    try player.wait(for: "▓ crossfade 1.00 s")
    player.terminal.type("[[[[[[{")
    try player.wait(for: "✂5+0")
    player.terminal.type("kx")
    try player.wait(for: "The first take has nothing to go over from.")
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))

    let takes = try rushes.keptTakes()
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    try #require(takes.count == 2)
    let lengths = takes.map(\.frameCount)
    #expect(movie.frameCount == lengths[0] + lengths[1] - 5 - 30, "\(movie.report)")
    let first = movie.counters[..<(lengths[0] - 30)]
    #expect(Array(first) == Array(takes[0].counters.dropLast(30)), "\(movie.report)")
    #expect(
      Array(movie.counters[lengths[0]...]) == Array(takes[1].counters.dropFirst(35)),
      "\(movie.report)")
    #expect(movie.innerSyncErrors.count >= 2)
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(hasSound(movie, seconds: Double(movie.frameCount) / 30), "\(movie.report)")
    #expect(movie.facts.isIndexFirst && movie.errors.isEmpty, "\(movie.report)")
  }

  @Test func `the budget is spent to the frame, the overlap taken off`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(
      ["--size", "320x180", "--limit", "3s", "--transition", "crossfade:0.5s"])
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.press(" ")
    try player.waitUntilUsed(1.5)
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.press(" ")
    try player.wait(for: "✓ SAVED")
    player.terminal.release(" ")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.frameCount == 90, "\(movie.report)")
    #expect(movie.facts.video?.duration == 3 && movie.facts.audio?.duration == 3)
    #expect(movie.facts.chapters.count == 2 && movie.errors.isEmpty, "\(movie.report)")
  }

  @Test func `a script's movie is as much shorter, and says so`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--camera", "test", "--mic", "test", "--take", "2s", "--take", "2s"]
        + ["--transition", "wipe-up", "-o", "a.mp4", "--json"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try Report(output)
    #expect(report.frames == 90 && report.duration == 3 && report.warnings.isEmpty)
    #expect(report.takes.map(\.frames) == [60, 60])
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.frameCount == 90, "\(movie.report)")
    // The second take begins 60 frames after the first; both are in the movie without a gap.
    let start = try #require(movie.counters.first ?? nil)
    #expect(movie.counters[..<30].elementsEqual((start..<start + 30).map(Optional.some)))
    #expect(
      movie.counters[60...].elementsEqual((start + 90..<start + 120).map(Optional.some)),
      "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(hasSound(movie, seconds: 3), "\(movie.report)")
    #expect(
      movie.facts.chapters == [
        .init(start: 0, end: 1, title: "Take 1"), .init(start: 1, end: 3, title: "Take 2"),
      ])
  }

  @Test func `what short takes shorten is told, by the recording and by saving`() throws {
    let rushes = try Rushes()
    let recorded = try rushes.run(
      ["record", "--size", "320x180", "--take", "2s", "--take", "1s", "--take", "2s"]
        + ["--transition", "crossfade", "--transition", "none", "-o", "a.mp4", "--json"]
        + ["--keep-takes"])
    #expect(recorded.status == 0, "\(recorded.stderr)")
    let warning = "The transition into take 2 was shortened to 0.50 s, half of the shorter take."
    let report = try Report(recorded)
    #expect(report.warnings == [warning])
    #expect(recorded.stderr.contains(warning))
    #expect(report.frames == 60 + 30 - 15 + 60)
    #expect(try MovieFacts(path: rushes.folder.file("a.mp4")).frameTimes.count == 135)

    let saved = try rushes.run(
      ["save", "--transition", "wipe-left:0.2s", "-o", "b.mp4", "--keep-takes", "--json"])
    #expect(saved.status == 0, "\(saved.stderr)")
    #expect(try Report(saved).frames == 150 - 12 && Report(saved).warnings.isEmpty)
    // Without the option the session's own transitions hold.
    let again = try rushes.run(["save", "-o", "c.mp4", "--json"])
    #expect(try Report(again).warnings == [warning] && Report(again).frames == 135)
    #expect(again.stderr.contains(warning))
  }

  @Test func `a session keeps its transitions until the command line names others`() throws {
    let rushes = try Rushes()
    try FileManager.default.createDirectory(
      atPath: rushes.folder.file("config/rushes"), withIntermediateDirectories: true)
    let configuration = rushes.folder.file("config/rushes/config")
    func configure(_ line: String) throws {
      try line.write(toFile: configuration, atomically: true, encoding: .utf8)
    }
    try configure("transition = crossfade:0.2s")
    let recorded = try rushes.run(
      ["record", "--size", "320x180", "--take", "1s", "--take", "1s", "-o", "a.mp4", "--json"]
        + ["--keep-takes"])
    #expect(try Report(recorded).frames == 60 - 6, "\(recorded.stderr)")
    try configure("transition = none")
    let kept = try rushes.run(["save", "-o", "b.mp4", "--json", "--keep-takes"])
    #expect(try Report(kept).frames == 60 - 6, "the configuration is for new takes")

    let player = try rushes.open(["resume", "--transition", "wipe-up:0.5s", "--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "▓ wipe-up 0.50 s")
    try player.wait(for: "0:01.5 of 0:15.0")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let saved = try rushes.run(["save", "-o", "c.mp4", "--json"])
    #expect(try Report(saved).frames == 60 - 15, "\(saved.stderr)")
  }
}

extension Rushes {
  /// The take files of the only session, in the order of its index.
  fileprivate func keptTakes() throws -> [MovieJudge] {
    struct Session: Decodable {
      struct Take: Decodable { var file: String }
      var path: String
      var takes: [Take]
    }
    let output = try run(["sessions", "--json"])
    let sessions = try JSONDecoder().decode([Session].self, from: Data(output.stdout))
    return try sessions.prefix(1).flatMap { session in
      try session.takes.map { try MovieJudge(path: "\(session.path)/\($0.file)") }
    }
  }
}
