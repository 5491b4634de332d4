import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

@Suite(.serialized) struct `a recording that keeps the camera's own times` {
  private let rushes: Rushes

  init() throws { rushes = try Rushes() }

  private func record(_ arguments: [String]) throws -> Report {
    let output = try rushes.run(["record", "--json"] + arguments)
    try #require(output.status == 0, "\(output.stderr)")
    return try Report(output)
  }

  private func movie(_ name: String) throws -> MovieJudge {
    try MovieJudge(path: rushes.folder.file(name))
  }

  /// A movie of the test picture, every third frame of which is missing.
  private func makeUneven() throws {
    _ = try record(
      ["--camera", "test", "--mic", "test", "--size", "640x360", "--take", "4s", "-o", "even.mp4"])
    let made = try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", "even.mp4", "-vf", "select=mod(n+1\\,3)", "-fps_mode", "vfr"]
        + ["-enc_time_base", "1:90000", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "copy"]
        + ["uneven.mp4"], cwd: rushes.folder.path)
    try #require(made.status == 0, "\(made.stderr)")
  }

  /// Frame intervals inside each take are those of the counters at 30 a second, to a millisecond.
  private func expectOwnIntervals(_ movie: MovieJudge, takes: Int) throws {
    let times = movie.facts.frameTimes
    try #require(times.count == movie.frameCount, "\(movie.report)")
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let starts = movie.facts.chapters.map(\.start)
    #expect(starts.count == takes)
    for index in times.indices.dropFirst()
    where !starts.contains(where: {
      abs($0 - times[index]) < 0.000_5
    }) {
      let before = try #require(movie.counters[index - 1]),
        now = try #require(movie.counters[index])
      let interval = times[index] - times[index - 1]
      #expect(abs(interval - Double(now - before) / 30) < 0.001_01, "frame \(index)")
    }
  }

  @Test func `has a file's uneven intervals, each picture once, and its sound in place`() throws {
    try makeUneven()
    let report = try record(
      ["--camera", "uneven.mp4", "--vfr", "--take", "1500ms", "--take", "1s", "-o", "a.mp4"])
    #expect(report.takes.map(\.dropped) == [0, 0] && report.warnings.isEmpty)
    #expect(report.takes.map(\.duration) == [1.5, 1])
    let movie = try movie("a.mp4")
    #expect(report.frames == movie.frameCount)
    #expect(report.frames == report.takes.reduce(0) { $0 + $1.frames })
    #expect(movie.facts.video?.duration == 2.5 && movie.facts.audio?.duration == 2.5)
    try expectOwnIntervals(movie, takes: 2)
    // As in the file: of three frames two, none of them twice.
    let counters = movie.counters.compactMap { $0 }
    #expect(counters.allSatisfy { $0 % 3 != 2 } && Set(counters).count == counters.count)
    #expect(zip(counters, counters.dropFirst()).allSatisfy { (1...2).contains($1 - $0) })
    let inner = zip(movie.flashes, movie.syncErrors).filter { frame, _ in
      let time = movie.facts.frameTimes[frame]
      return [0, 1.5, 2.5].allSatisfy { abs(time - $0) > 0.07 }
    }
    #expect(!inner.isEmpty && inner.allSatisfy { abs($1 ?? 1) < sync }, "\(movie.report)")
    #expect(movie.errors.isEmpty, "\(movie.errors)")
  }

  @Test(arguments: ["a.mp4", "a.mkv"])
  func `of even pictures has 33 or 34 ms between them and the exact sum`(name: String) throws {
    let report = try record(
      ["--camera", "test", "--mic", "test", "--size", "320x180", "--vfr", "--take", "3s"]
        + ["-o", name])
    #expect(report.frames == 90 && report.duration == 3)
    let movie = try movie(name)
    #expect(movie.takes == [0..<90], "\(movie.report)")
    for (index, time) in movie.facts.frameTimes.enumerated() {
      #expect(abs(time - (Double(index) * 1000 / 30).rounded() / 1000) < 0.000_01)
    }
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
  }

  @Test func `goes on when it is resumed and is saved by copying alone`() throws {
    _ = try record(
      ["--camera", "test", "--mic", "none", "--size", "320x180", "--vfr", "--take", "1s"]
        + ["--keep-takes", "-o", "a.mp4"])
    let id = try #require(rushes.sessions.first)
    for (words, wish) in [
      (["--transition", "fade"], "--transition"),
      (["--crop", "square"], "Changing the framing of takes"),
    ] {
      let refused = try rushes.run(["save", id, "-o", "b.mp4"] + words)
      #expect(refused.status == 2)
      #expect(
        refused.stderr == "rushes: \(wish) needs a constant frame rate: record without --vfr.\n")
    }
    let player = try rushes.open(
      ["resume", id, "--camera", "test", "--mic", "none", "--size", "320x180", "--limit", "none"]
        + ["-o", rushes.folder.file("b.mp4")])
    defer { player.stop() }
    try player.wait(for: "‖ PAUSED")
    player.terminal.press(" ")
    try player.wait(for: "● REC")
    try player.waitUntilUsed(1.6)
    player.terminal.release(" ")
    try player.wait("two takes") { $0.lines.count { $0.contains("✓ ready") } == 2 }
    player.terminal.type("x")
    try player.wait(for: "A transition needs a constant frame rate")
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try movie("b.mp4")
    #expect(movie.takes.count == 2 && movie.takes.first == 0..<30, "\(movie.report)")
    try expectOwnIntervals(movie, takes: 2)
    #expect(movie.facts.frameTimes[30] == 1)
  }
}
