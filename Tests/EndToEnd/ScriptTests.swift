import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

@Suite(.serialized) struct `recording by script` {
  @Test func `three takes become one movie that is exact in every frame and sample`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--camera", "test", "--mic", "test", "--take", "2s", "--take", "1.5s"]
        + ["--take", "0.5s", "--gap", "0.3s", "-o", "a.mp4", "--json"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try Report(output)
    #expect(report.takes.map(\.frames) == [60, 45, 15])
    #expect(report.takes.allSatisfy { $0.dropped == 0 && $0.audioFilled == 0 })
    #expect(report.takes.allSatisfy { (0..<1 / 30.0).contains($0.leadIn) })
    #expect(report.warnings.isEmpty)

    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.takes == [0..<60, 60..<105, 105..<120], "\(movie.report)")
    // Presses 2.3 s and 1.8 s apart: the first frames must be exactly as far apart.
    let first = movie.takes.compactMap { movie.counters[$0.lowerBound] }
    #expect(first.count == 3 && first[1] - first[0] == 69 && first[2] - first[1] == 54)
    #expect(hasSound(movie, seconds: 4), "\(movie.report)")
    #expect(movie.flashes.count >= 3)
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(movie.facts.isIndexFirst && movie.errors.isEmpty, "\(movie.report)")
    #expect(
      movie.facts.chapters == [
        .init(start: 0, end: 2, title: "Take 1"), .init(start: 2, end: 3.5, title: "Take 2"),
        .init(start: 3.5, end: 4, title: "Take 3"),
      ])
    #expect(movie.facts.frameTimes.enumerated().allSatisfy { abs($1 - Double($0) / 30) < 1e-5 })
    #expect(rushes.sessions.isEmpty, "a saved session is removed")
    #expect(rushes.folder.names.filter { $0.hasPrefix(".") } == [], "nothing half-made is left")
  }

  @Test func `a hundred short takes stay in sync to the last, and memory stays flat`() throws {
    let rushes = try Rushes()
    // 0.2 to 0.5 s in an order that meets the frame grid and the flashes at every phase.
    let lengths = (0..<100).map { 0.2 + Double($0 * 37 % 31) / 100 }
    let player = try rushes.open(
      ["record", "--size", "640x360", "-o", rushes.folder.file("a.mp4"), "--gap", "50ms"]
        + lengths.flatMap { ["--take", String(format: "%.2fs", $0)] })
    defer { player.stop() }
    try player.wait(for: "Take 20:", within: 60)
    let early = try residentMemory(of: player.process)
    try player.wait(for: "Take 99:", within: 90)
    let late = try residentMemory(of: player.process)
    #expect(try player.waitForExit(within: 60) == .code(0), "\(player.terminal.screen.text)")
    // Eighty takes more: a single frame or packet queue kept of each would show.
    #expect(late - early < 8 << 20, "from \(early) to \(late) bytes")

    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    let frames = lengths.reduce(0) { $0 + Int(($1 * 30).rounded()) }
    #expect(movie.frameCount == frames)
    #expect(hasSound(movie, seconds: Double(frames) / 30), "\(movie.report)")
    #expect(movie.counters.allSatisfy { $0 != nil })
    let errors = movie.innerSyncErrors
    #expect(errors.count > 15)
    #expect(errors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(movie.facts.chapters.count == 100)
  }

  @Test(arguments: ["b.mov", "b.mkv"])
  func `other containers are as exact`(name: String) throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      [
        "record", "--size", "320x180", "--take", "1.2s", "--take", "1s", "--gap", "0.3s", "-o",
        name,
      ])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file(name))
    #expect(movie.takes.map(\.count) == [36, 30], "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(movie.errors.isEmpty)
  }

  @Test(arguments: [("29.97", "640x480"), ("25", "322x182"), ("60", "480x270"), ("10", "64x48")])
  func `any rate and size gives whole takes`(rate: String, size: String) throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--fps", rate, "--size", size, "--take", "1.5s", "--take", "1s", "--gap", "0.4s"]
        + ["-o", "c.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("c.mp4"))
    let fps = try #require(Double(rate))
    #expect(
      movie.takes.map(\.count) == [Int((1.5 * fps).rounded()), Int(fps.rounded())],
      "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    let length = Double(movie.frameCount) / (movie.facts.video?.rate ?? 1)
    #expect(hasSound(movie, seconds: length), "\(movie.report)")
  }

  @Test func `without a microphone there is no sound track`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--mic", "none", "--size", "320x180", "--for", "1s", "-o", "d.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    let facts = try MovieFacts(path: rushes.folder.file("d.mp4"))
    #expect(facts.audio == nil && facts.frameTimes.count == 30)
  }

  @Test func `the limit counts only when it is asked for, and then to the frame`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--size", "320x180", "--limit", "1.5s", "--take", "1s", "--take", "1s"]
        + ["-o", "e.mp4", "--json"])
    #expect(output.status == 0, "\(output.stderr)")
    #expect(try Report(output).takes.map(\.frames) == [30, 15])
  }

  @Test func `an interrupt ends the take and saves what there is`() throws {
    let rushes = try Rushes()
    let movie = rushes.folder.file("f.mp4")
    let player = try rushes.open(
      ["record", "--size", "320x180", "--take", "300ms", "--take", "1h", "-o", movie])
    defer { player.stop() }
    try player.wait(for: "Take 1:")
    player.signal(SIGTERM)
    #expect(try player.waitForExit() == .code(0), "\(player.terminal.screen.text)")
    let judged = try MovieJudge(path: movie)
    #expect(judged.takes.first == 0..<9, "\(judged.report)")
    #expect(judged.errors.isEmpty)
  }

  @Test func `kept takes can be saved later, and are readable by themselves`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--size", "320x180", "--take", "1s", "--take", "0.5s", "-o", "g.mp4"]
        + ["--keep-takes", "--json"])
    let report = try Report(output)
    let session = try #require(rushes.sessions.first)
    let take = rushes.folder.file("data/rushes/sessions/\(session)/\(report.takes[0].file)")
    let judged = try MovieJudge(path: take)
    #expect(judged.takes == [0..<30] && judged.samples.count == 48_000, "\(judged.report)")

    let list = try rushes.run(["sessions", "--json"])
    #expect(list.text.contains("\"id\":\"\(session)\""))
    let began = try report.takes.map { try #require($0.began) }
    #expect(began.allSatisfy { list.text.contains("\"began\":\($0)") })
    // As many frames apart as their counters are.
    let movie = try MovieJudge(path: rushes.folder.file("g.mp4"))
    let counters = try [0, report.takes[0].frames].map { try #require(movie.counters[$0]) }
    #expect(abs((began[1] - began[0]) - Double(counters[1] - counters[0]) / 30) < 0.005)
    #expect(try rushes.run(["save", session, "-o", "h.mp4"]).status == 0)
    let (one, two) = (
      try MovieJudge(path: rushes.folder.file("g.mp4")),
      try MovieJudge(path: rushes.folder.file("h.mp4"))
    )
    #expect(one.counters == two.counters && one.samples == two.samples)
    #expect(rushes.sessions.isEmpty)
  }
}

/// True when the sound track says it is that long to a fifth of a millisecond, and holds it: AAC
/// comes in packets of 1024 samples, and ffmpeg plays the last one to its end.
func hasSound(_ movie: MovieJudge, seconds: Double) -> Bool {
  let samples = Int((seconds * 48_000).rounded())
  return abs((movie.facts.audio?.duration ?? 0) - seconds) < 0.0002
    && (samples..<samples + 1024).contains(movie.samples.count)
}

/// VmRSS of a process in bytes.
private func residentMemory(of process: Int32) throws -> Int {
  let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
  return try #require(Int(line.split(separator: " ")[1])) * 1024
}
