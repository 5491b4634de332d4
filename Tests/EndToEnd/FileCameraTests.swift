import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

@Suite(.serialized) struct `a file played as the camera` {
  /// A home with a movie of the test picture in it, three seconds long.
  private func rushesWithMovie(_ options: [String] = []) throws -> Rushes {
    let rushes = try Rushes()
    let output = try rushes.run(
      ["record", "--camera", "test", "--mic", "test", "--size", "640x360", "--take", "3s"]
        + ["-o", "played.mp4"] + options)
    #expect(output.status == 0, "\(output.stderr)")
    return rushes
  }

  @Test func `is recorded frame by frame, with its sound in place`() throws {
    let rushes = try rushesWithMovie()
    let output = try rushes.run(
      ["record", "--camera", "played.mp4", "--take", "2s", "-o", "a.mp4", "--json"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try Report(output)
    #expect(report.warnings.isEmpty)
    #expect(report.takes.map(\.dropped) == [0] && report.takes.map(\.audioFilled) == [0])
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.takes == [0..<60], "\(movie.report)")
    #expect(movie.innerSyncErrors.count >= 1)
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    #expect(movie.errors.isEmpty)
  }

  @Test func `that ends before the takes do is saved as far as it went`() throws {
    let rushes = try rushesWithMovie()
    let output = try rushes.run(
      ["record", "--camera", "played.mp4", "--take", "1s", "--take", "20s", "--take", "5s"]
        + ["-o", "a.mp4", "--json"])
    #expect(output.status == 0, "\(output.stderr)")
    let report = try Report(output)
    #expect(report.warnings == ["played.mp4 has ended."])
    #expect(report.takes.count == 2)
    let played = try MovieJudge(path: rushes.folder.file("played.mp4"))
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    // Up to the file's last picture, and without a seam between the takes.
    #expect(movie.takes.count == 1 && movie.counters.last == played.counters.last)
    #expect((85...90).contains(movie.frameCount), "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
  }

  @Test func `takes the size and the grid that are asked for`() throws {
    let rushes = try rushesWithMovie()
    let output = try rushes.run(
      ["record", "--camera", "played.mp4", "--size", "320x320", "--fps", "15", "--take", "1s"]
        + ["-o", "a.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    // Fitted inside with bars, the picture is 320x180.
    let movie = try MovieJudge(
      path: rushes.folder.file("a.mp4"), view: CardView(side: 180))
    #expect(movie.frameCount == 15)
    #expect(movie.facts.video?.width == 320 && movie.facts.video?.height == 320)
    let counters = movie.counters.compactMap { $0 }
    #expect(counters.count == 15, "\(movie.report)")
    #expect(zip(counters, counters.dropFirst()).allSatisfy { $1 - $0 == 2 }, "\(movie.report)")
    #expect(movie.facts.audio != nil)
  }

  @Test func `has no sound when the file has none or the user wants none`() throws {
    let rushes = try rushesWithMovie(["--mic", "none"])
    let silent = try rushes.run(
      ["record", "--camera", "played.mp4", "--take", "500ms", "-o", "a.mp4"])
    #expect(silent.status == 0, "\(silent.stderr)")
    #expect(try MovieFacts(path: rushes.folder.file("a.mp4")).audio == nil)
    let toned = try rushes.run(
      ["record", "--camera", "played.mp4", "--mic", "test", "--take", "1s", "-o", "b.mp4"])
    #expect(toned.status == 0, "\(toned.stderr)")
    #expect(try MovieFacts(path: rushes.folder.file("b.mp4")).audio != nil)
    let muted = try rushes.run(
      ["record", "--camera", "b.mp4", "--mic", "none", "--take", "500ms", "-o", "c.mp4"])
    #expect(muted.status == 0, "\(muted.stderr)")
    #expect(try MovieFacts(path: rushes.folder.file("c.mp4")).audio == nil)
  }

  @Test func `is named on the screen, where its end stops the take and keeps it`() throws {
    let rushes = try rushesWithMovie()
    let player = try rushes.open(
      ["--camera", rushes.folder.file("played.mp4"), "-o", rushes.folder.file("a.mp4")],
      kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "played.mp4")
    #expect(!player.terminal.screen.contains("TEST PICTURE"))
    player.terminal.type(" ")
    try player.wait(for: "played.mp4 has ended.")
    try player.wait(for: "‖ PAUSED")
    #expect(player.terminal.screen.contains("1 take "))
    player.terminal.type("s")
    try player.wait(for: "✓ SAVED")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
  }

  @Test(
    arguments: [
      ("sound.wav", 1, "there are no pictures in it."),
      ("text.mp4", 1, "its data is damaged or of another kind."),
      ("missing.mp4", 3, "There is no camera and no file missing.mp4"),
    ] as [(String, Int32, String)])
  func `that cannot be played is refused in a sentence`(
    name: String, code: Int32, sentence: String
  ) throws {
    let rushes = try Rushes()
    try "no media".write(
      toFile: rushes.folder.file("text.mp4"), atomically: true, encoding: .utf8)
    _ = try Command.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine", "-t", "1", rushes.folder.file("sound.wav")])
    let output = try rushes.run(["record", "--camera", name, "--take", "1s"])
    #expect(output.status == code, "\(output.stderr)")
    #expect(output.stderr.contains(sentence), "\(output.stderr)")
    #expect(output.stderr.split(separator: "\n").count == 1)
    #expect(rushes.sessions.isEmpty && rushes.movies.isEmpty)
  }
}
