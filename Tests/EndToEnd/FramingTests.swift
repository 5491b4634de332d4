import Foundation
import Support
import Testing

@Suite(.serialized) struct `framing a movie` {
  /// How a movie is framed, what size that gives, and how its test picture is read.
  struct Case: Sendable, CustomTestStringConvertible {
    let crop: String
    let rotation: Int
    let mirror: String
    /// Of a picture of 320x180, before it is turned.
    let cropped: (width: Int, height: Int)

    var testDescription: String { "\(crop) \(rotation) \(mirror)" }
    var options: [String] {
      ["--crop", crop, "--rotate", "\(rotation)", "--mirror", mirror]
    }
    var size: (width: Int, height: Int) {
      rotation % 180 == 0 ? cropped : (cropped.height, cropped.width)
    }
    var file: String { options.joined() + ".mp4" }
    var view: CardView { CardView(side: 180, rotated: rotation, thenMirrored: mirror) }
  }

  static let cases: [Case] = [
    ("square", (180, 180)), ("9:16", (102, 180)), ("4:5", (144, 180)),
    ("201x150+59+15", (200, 148)), ("native", (320, 180)),
  ].flatMap { crop, size in
    [0, 90, 180, 270].flatMap { rotation in
      ["none", "h", "v"].map {
        Case(crop: crop, rotation: rotation, mirror: $0, cropped: size)
      }
    }
  }

  /// The file's coded frames and its decoded ones, before any player turns them.
  private func hashes(_ path: String, copied: Bool) throws -> [String] {
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v"]
        + (copied ? ["-c", "copy"] : []) + ["-f", "framemd5", "-"])
    return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.suffix(32)) }
  }

  private func expect(
    _ judge: MovieJudge, _ test: Case, takes: [Int], location: SourceLocation = #_sourceLocation
  ) {
    #expect(judge.facts.video?.width == test.size.width, sourceLocation: location)
    #expect(judge.facts.video?.height == test.size.height, sourceLocation: location)
    #expect(judge.takes.map(\.count) == takes, "\(judge.report)", sourceLocation: location)
    #expect(judge.errors.isEmpty, "\(judge.errors)", sourceLocation: location)
  }

  /// A movie of each case.
  private struct Movies {
    let rushes: Rushes
    static let shared = Result { try Movies() }

    private init() throws {
      rushes = try Rushes()
      let lines = cases.map { test in
        let words =
          ["record", "--camera", "test", "--mic", "test", "--size", "320x180", "--fps", "10"]
          + ["--take", "1.1s"] + test.options + ["-o", test.file]
        return words.joined(separator: " ")
      }
      // Four recorders at once are no work for two processors, and a quarter of the time.
      let output = try Command.run(
        "xargs", ["-P", "4", "-L", "1", Rushes.program], env: rushes.environment.mapValues { $0 },
        input: Array(lines.joined(separator: "\n").utf8), cwd: rushes.folder.path, timeout: 300)
      try #require(output.status == 0, "\(output.stderr)")
    }
  }

  @Test(arguments: cases)
  func `before a take cuts and turns what is recorded`(_ test: Case) throws {
    let folder = try Movies.shared.get().rushes.folder
    let judge = try MovieJudge(path: folder.file(test.file), view: test.view)
    expect(judge, test, takes: [11])
    // Its place tells a mirror from none where the counter's cells stay in their order.
    #expect(!judge.flashes.isEmpty, "\(judge.report)")
    #expect(judge.facts.video?.rotation == 0, "turned before it was coded")
  }

  @Test func `of another kind of picture than was meant is not read`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      [
        "record", "--size", "320x180", "--fps", "10", "--take", "1.1s", "--rotate", "90", "-o",
        "a.mp4",
      ])
    #expect(output.status == 0, "\(output.stderr)")
    let path = rushes.folder.file("a.mp4")
    for turned in [0, 90, 180, 270] {
      for mirror in ["none", "h", "v"] {
        let judge = try MovieJudge(
          path: path, view: CardView(rotated: turned, thenMirrored: mirror))
        let isRead = judge.takes.map(\.count) == [11] && !judge.flashes.isEmpty
        #expect(isRead == (turned == 90 && mirror == "none"), "\(turned) \(mirror)")
      }
    }
  }

  @Test func `by a turn afterwards copies every packet`() throws {
    let rushes = try Rushes()
    #expect(
      try rushes.run(
        ["record", "--size", "320x180", "--crop", "square", "--take", "500ms", "--take", "300ms"]
          + ["--gap", "100ms", "--keep-takes", "-o", "a.mp4"]
      ).status == 0)
    for name in ["b.mp4", "c.mov"] {
      let output = try rushes.run(["save", "--rotate", "90", "--keep-takes", "-o", name])
      #expect(output.status == 0, "\(output.stderr)")
      let path = rushes.folder.file(name)
      for copied in [true, false] {
        let packets = try hashes(path, copied: copied)
        #expect(try packets == hashes(rushes.folder.file("a.mp4"), copied: copied))
        #expect(packets.count == 24)
      }
      // ffmpeg turns the picture as the track says, and the judge reads it turned.
      let judge = try MovieJudge(path: path, view: CardView(side: 180, rotated: 90))
      #expect(judge.facts.video?.rotation == -90)
      #expect(judge.takes.map(\.count) == [15, 9] && judge.errors.isEmpty, "\(judge.report)")
    }
    // Matroska has no place for it: the pictures themselves are turned.
    #expect(try rushes.run(["save", "--rotate", "90", "-o", "d.mkv"]).status == 0)
    let judge = try MovieJudge(
      path: rushes.folder.file("d.mkv"), view: CardView(side: 180, rotated: 90))
    #expect(judge.facts.video?.rotation == 0 && judge.takes.map(\.count) == [15, 9])
  }

  @Test func `changed between takes codes only those anew that differ`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "-o", rushes.folder.file("a.mp4")])
    defer { player.stop() }
    try player.wait(for: "READY")
    func take(_ number: Int) throws {
      player.terminal.press(" ")
      try player.wait(for: "● REC")
      try player.waitUntilUsed(Double(number) * 0.8)
      player.terminal.release(" ")
      try player.wait(for: "✓ ready")
    }
    try take(1)
    player.terminal.type("a")
    try player.wait(for: "square 180x180")
    try player.wait(for: "Saving codes take 1 anew.")
    try player.wait(for: "to be framed")
    try take(2)
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))

    let session = try #require(rushes.sessions.first)
    let output = try rushes.run(["save", "--keep-takes", "-o", "a.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stderr.contains("Saving codes take 1 anew."), "\(output.stderr)")
    let path = rushes.folder.file("a.mp4")
    let judge = try MovieJudge(path: path, view: CardView(side: 180))
    #expect(judge.facts.video?.width == 180 && judge.facts.video?.height == 180)
    // No frame need lie between the two: what is pressed soon enough goes on with the very next one.
    #expect(judge.facts.chapters.count == 2 && judge.errors.isEmpty, "\(judge.report)")
    let files = try takeFiles(of: session, rushes)
    let movie = try hashes(path, copied: true)
    let (first, second) = (
      try hashes(files[0], copied: true), try hashes(files[1], copied: true)
    )
    #expect(movie.count == first.count + second.count)
    #expect(Array(movie.suffix(second.count)) == second, "the take that agrees is copied")
    #expect(Set(movie).isDisjoint(with: first), "nothing of the whole picture is left")
  }

  private func takeFiles(of session: String, _ rushes: Rushes) throws -> [String] {
    struct Index: Decodable {
      struct Take: Decodable { var file: String }
      var takes: [Take]
    }
    let folder = rushes.folder.file("data/rushes/sessions/\(session)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.first { $0.hasSuffix(".json") })
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    return try JSONDecoder().decode(Index.self, from: data).takes.map { folder + "/" + $0.file }
  }

  @Test func `with whole pictures kept can be chosen at any time`() throws {
    let rushes = try Rushes()
    #expect(
      try rushes.run(
        ["record", "--size", "320x180", "--crop", "9:16", "--keep-full", "--take", "500ms"]
          + ["--keep-takes", "-o", "a.mp4"]
      ).status == 0)
    let tall = try MovieJudge(path: rushes.folder.file("a.mp4"), view: CardView(side: 180))
    #expect(tall.facts.video?.width == 102 && tall.takes.map(\.count) == [15], "\(tall.report)")
    let session = try #require(rushes.sessions.first)
    let take = try #require(try takeFiles(of: session, rushes).first)
    #expect(try MovieFacts(path: take).video?.width == 320)
    for test in Self.cases.filter({ $0.rotation == 270 && $0.mirror == "v" }) {
      let output = try rushes.run(
        ["save"] + test.options + ["--keep-takes", "--force", "-o", "b.mp4"])
      #expect(output.status == 0, "\(output.stderr)")
      let path = rushes.folder.file("b.mp4")
      expect(try MovieJudge(path: path, view: test.view), test, takes: [15])
    }
  }

  @Test func `out of the picture is refused before anything is recorded`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--size", "320x180", "--crop", "200x180+121+0", "--take", "1s", "-o", "a.mp4"])
    #expect(output.status == 2)
    #expect(
      output.stderr.contains("The crop 200x180+121+0 reaches out of the picture, which is 320x180.")
    )
    #expect(rushes.sessions.isEmpty && !rushes.folder.names.contains("a.mp4"))
  }

  @Test func `goes on with a resumed session`() throws {
    let rushes = try Rushes()
    #expect(
      try rushes.run(
        ["record", "--size", "320x180", "--crop", "square", "--rotate", "90", "--take", "500ms"]
          + ["--keep-takes", "-o", "a.mp4"]
      ).status == 0)
    let player = try rushes.open(["resume", "--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "square 180x180, turned 90")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }
}
