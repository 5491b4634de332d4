import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

/// What `rushes live --json` prints.
private struct LiveReport: Decodable {
  struct Photo: Decodable {
    var movie: String
    var still: String
    var duration: Double
    var shutter: Double
  }
  var photos: [Photo]
  var warnings: [String]

  init(_ output: Command.Output) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(output.stdout))
  }
}

@Suite(.serialized) struct `live photos` {
  @Test func `at any phase are exact around their shutter, with a still of its very frame`() throws
  {
    let rushes = try Rushes()
    var numbers = SeededNumbers(seed: 66)
    let times = (0..<50).map { _ in Int.random(in: 1600..<21_600, using: &numbers) }.sorted()
    let output = try rushes.run(
      ["live", "--camera", "test", "--size", "320x180", "-o", "p.mov", "--json"]
        + times.flatMap { ["--shoot", "\($0)ms"] })
    #expect(output.status == 0, "\(output.stderr)")
    let report = try LiveReport(output)
    #expect(report.photos.count == 50 && report.warnings.isEmpty)
    var shutters: [Int] = []
    for photo in report.photos {
      #expect(photo.duration == 3 && photo.shutter == 1.5)
      let movie = try MovieJudge(path: photo.movie)
      #expect(movie.takes == [0..<90] && movie.errors.isEmpty, "\(movie.report)")
      #expect(hasSound(movie, seconds: 3), "\(movie.report)")
      #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
      #expect(movie.facts.chapters.isEmpty && movie.facts.isIndexFirst)
      let still = try MovieJudge(path: photo.still)
      #expect(still.counters == [movie.counters[45]], "\(movie.report)\n\(still.report)")
      shutters.append(movie.counters[45] ?? 0)
    }
    // As far apart as the shutters were, to the frame that was the newest one.
    for (time, shutter) in zip(times, shutters) {
      let off = Double(shutter - shutters[0]) - Double(time - times[0]) * 0.03
      #expect(abs(off) < 1, "\(off) frames")
    }
  }

  @Test func `share frames when they are taken quickly`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      [
        "live", "--camera", "test", "--size", "320x180", "-o", "q.mov", "--json", "--crop",
        "square",
      ]
        + ["--shoot", "2s", "--shoot", "2.9s", "--shoot", "3.7s"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try LiveReport(output)
    let names = report.photos.map { $0.movie.split(separator: "/").last }
    #expect(names == ["q.mov", "q-2.mov", "q-3.mov"])
    for photo in report.photos {
      let (movie, still) = (try MovieFacts(path: photo.movie), try MovieFacts(path: photo.still))
      #expect(movie.video?.width == 180 && still.video?.width == 180 && still.video?.height == 180)
      #expect(movie.frameTimes.count == 90)
    }
    #expect(try identifiers(report.photos[0]).count == 1)
    let all = try report.photos.flatMap { try identifiers($0) }
    #expect(Set(all).count == 3 && all.count == 3)
  }

  /// The identifiers of both halves of a pair, without repeats.
  private func identifiers(_ photo: LiveReport.Photo) throws -> Set<String> {
    let movie = try Command.run("exiftool", ["-s3", "-ContentIdentifier", photo.movie])
    let still = try Command.run("exiftool", ["-s3", "-MediaGroupUUID", photo.still])
    let found = [movie, still].map { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) }
    #expect(found.allSatisfy { $0.count == 36 }, "\(found)")
    return Set(found)
  }

  @Test func `too early get what there is, and say so`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["live", "--camera", "test", "--size", "320x180", "--shoot", "0.4s", "-o", "early.mp4"]
        + ["--json"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try LiveReport(output)
    let photo = try #require(report.photos.first)
    let movie = try MovieJudge(path: photo.movie)
    let lead = Int((photo.shutter * 30).rounded())
    #expect((9...16).contains(lead) && movie.takes == [0..<lead + 45], "\(movie.report)")
    #expect(try MovieJudge(path: photo.still).counters == [movie.counters[lead]])
    #expect(output.stderr.contains("before its shutter, not 1.50 s: there was no more in hand."))
    #expect(report.warnings.count == 1)
  }

  @Test func `become one file that photo apps play`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["live", "--camera", "test", "--size", "320x180", "--motion-photo", "--shoot", "2s"]
        + ["--before", "1s", "--after", "0.5s", "--rotate", "90", "-o", "m.jpg", "--json"])
    #expect(output.status == 0, "\(output.stderr)")
    let photo = try #require(try LiveReport(output).photos.first)
    #expect(photo.movie == photo.still && photo.duration == 1.5 && photo.shutter == 1)
    let read = try Command.run("exiftool", ["-a", "-s", "-n", "-XMP:all", photo.still])
    let lines = read.text.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tags = Dictionary(grouping: lines) { $0[0] }.mapValues { $0.map { $0[1] } }
    #expect(tags["MotionPhoto"] == ["1"] && tags["MotionPhotoVersion"] == ["1"])
    #expect(tags["MotionPhotoPresentationTimestampUs"] == ["1000000"])
    #expect(tags["DirectoryItemSemantic"] == ["Primary", "MotionPhoto"])
    #expect(tags["DirectoryItemMime"] == ["image/jpeg", "video/mp4"])
    let length = try #require(tags["DirectoryItemLength"]?.last.flatMap { Int($0) }, "\(read.text)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: photo.still))
    try bytes.suffix(length).write(
      to: URL(fileURLWithPath: rushes.folder.file("inside.mp4")))
    let view = CardView(rotated: 90)
    let movie = try MovieJudge(path: rushes.folder.file("inside.mp4"), view: view)
    #expect(movie.takes == [0..<45] && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.width == 180 && movie.facts.video?.height == 320)
    let still = try MovieJudge(path: photo.still, view: view)
    #expect(still.counters == [movie.counters[30]], "\(still.report)")
  }

  @Test func `are taken on the screen, by the key and by ctl, and between takes`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--limit", "none"])
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.type("y")
    try player.wait(for: "Saved the still")
    player.terminal.press(" ")
    try player.wait(for: "● REC")
    player.terminal.type("y")
    try player.wait("the second still") { _ in rushes.movies.count { $0.hasSuffix(".jpg") } == 2 }
    try player.waitUntilUsed(0.5)
    player.terminal.type("v")
    try player.wait(for: "Not while recording.")
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.type("v")
    try player.wait(for: "takes a live photo")
    try player.wait(for: "0 photos")
    player.terminal.press(" ")
    player.terminal.release(" ")
    try player.wait(for: "● PHOTO")
    try player.wait(for: "1 photo")
    let refused = try rushes.run(["ctl", "press"])
    #expect(refused.status == 1 && refused.stderr.contains("live photos"))
    let answer = try rushes.run(["ctl", "shutter"])
    #expect(answer.status == 0 && answer.text.hasSuffix(".mov\n"), "\(answer.stderr)")
    try player.wait(for: "2 photos")
    player.terminal.type("v")
    try player.wait(for: "PAUSED")
    #expect(try rushes.run(["ctl", "shutter"]).status == 1)
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let names = rushes.movies.map { $0.split(separator: ".").last ?? "" }
    #expect(names.filter { $0 == "mov" }.count == 2 && names.filter { $0 == "jpg" }.count == 4)
    #expect(names.filter { $0 == "mp4" }.count == 1)
    let take = try MovieJudge(path: try #require(rushes.movies.first { $0.hasSuffix("mp4") }))
    #expect(
      take.takes.count == 1 && take.errors.isEmpty, "a still disturbs no take: \(take.report)")
  }

  @Test func `are finished when the recorder is left`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["live", "--size", "320x180", "-o", rushes.folder.file("z.mov")])
    defer { player.stop() }
    try player.wait(for: "0 photos")
    player.terminal.press(" ")
    try player.wait(for: "● PHOTO")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try MovieJudge(path: rushes.folder.file("z.mov"))
    #expect(movie.frameCount >= 45 && movie.frameCount < 90 && movie.errors.isEmpty)
    #expect(try MovieJudge(path: rushes.folder.file("z.jpg")).counters == [movie.counters[45]])
    #expect(rushes.sessions.isEmpty)
  }

  @Test func `never take the place of another file`() throws {
    let rushes = try Rushes()
    try "mine".write(toFile: rushes.folder.file("a.jpg"), atomically: true, encoding: .utf8)
    let output = try rushes.run(
      ["live", "--camera", "test", "--size", "320x180", "--shoot", "0s", "-o", "a.mov"])
    #expect(output.status == 1 && output.stderr.contains("exists already"), "\(output.stderr)")
    #expect(try String(contentsOfFile: rushes.folder.file("a.jpg"), encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: rushes.folder.file("a.mov")))
  }
}
