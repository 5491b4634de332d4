import Foundation
import Support
import Testing

@Suite(.serialized) struct `bad input gets one sentence and its exit code` {
  @Test(
    arguments: [
      (["--take", "soon"], 2, "--take takes a length such as 1.5s, 90s, 2m or 1:30, not 'soon'."),
      (["--sise", "1x1"], 2, "did you mean --size?"),
      (["frobnicate"], 2, "'frobnicate' is no command of rushes"),
      (["devices", "--take", "1s"], 2, "--take does not go with 'rushes devices'."),
      (["--for", "1s", "-o", "movie.avi"], 2, "-o takes a file that ends in .mp4, .mov or .mkv"),
      (["--for", "1s", "--camera", "/dev/video99"], 3, "/dev/video99"),
      (["--for", "1s", "--camera", "no such camera"], 3, "no such camera"),
      (["--for", "1s", "--camera", "/dev/null"], 3, "/dev/null"),
      (
        ["--for", "1s", "--video-codec", "copy", "--camera", "test"], 3,
        "test picture gives 1280x720 at 30: choose a camera that gives MJPG or H264"
      ),
      (["--for", "1s", "--camera", "test", "--mic", "hw:CARD=Nobody"], 3, "Nobody"),
      (["--for", "1s", "-o", "missing/folder/a.mp4"], 1, "missing/folder"),
      (["--for", "1s", "-o", "there.mp4"], 1, "there.mp4 exists already"),
      (["--for", "1s", "--session-dir", "/proc/rushes"], 1, "/proc/rushes"),
      (["--for", "1s", "--config", "nowhere"], 1, "nowhere"),
      (["save", "nothing"], 1, "There is no session 'nothing'"),
      (["resume", "nothing"], 4, "needs a terminal"),
      ([], 4, "The recorder needs a terminal; record without one by --for or --take."),
    ] as [([String], Int32, String)])
  func `each of them`(arguments: [String], code: Int32, sentence: String) throws {
    let rushes = try Rushes()
    let there = rushes.folder.file("there.mp4")
    try "precious".write(toFile: there, atomically: true, encoding: .utf8)
    let output = try rushes.run(arguments)
    #expect(output.status == code, "\(output.stderr)")
    #expect(output.stdout.isEmpty, "standard output stays clean")
    let lines = output.stderr.split(separator: "\n")
    #expect(lines.count == 1 && output.stderr.contains(sentence), "\(output.stderr)")
    #expect(
      lines.allSatisfy { $0.hasPrefix("rushes: ") && ($0.hasSuffix(".") || $0.hasSuffix("?")) })
    #expect(try String(contentsOfFile: there, encoding: .utf8) == "precious")
    #expect(rushes.sessions.isEmpty, "nothing was recorded, so nothing is left")
    #expect(rushes.folder.names.sorted().filter { $0 != "data" } == ["there.mp4"])
  }

  @Test func `a wrong configuration names its line`() throws {
    let rushes = try Rushes()
    try "size = 320x180\n\nfps = many\n".write(
      toFile: rushes.folder.file("config"), atomically: true, encoding: .utf8)
    let output = try rushes.run(["--for", "1s", "--config", "config"])
    #expect(output.status == 2)
    #expect(output.stderr.contains("config, line 3: --fps takes 1 to 240"), "\(output.stderr)")
    let help = try rushes.run(["--help", "--config", "config"])
    #expect(help.status == 0 && help.text.contains("hold SPACE"), "help stays at hand")
  }

  @Test func `an existing file is replaced only by force`() throws {
    let rushes = try Rushes()
    try "old".write(
      toFile: rushes.folder.file("a.mp4"), atomically: true, encoding: .utf8)
    let output = try rushes.run(
      ["--size", "320x180", "--for", "500ms", "-o", "a.mp4", "--force"])
    #expect(output.status == 0, "\(output.stderr)")
    #expect(try MovieJudge(path: rushes.folder.file("a.mp4")).frameCount == 15)
  }

  @Test func `takes too short to keep end without a movie, in a sentence`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(["--size", "320x180", "--take", "1ms", "--take", "50ms"])
    #expect(output.status == 1)
    #expect(output.stderr.contains("Nothing was recorded that could be saved."))
    #expect(rushes.sessions.isEmpty && rushes.movies.isEmpty)
  }

  @Test func `a write error ends the take, and what was written before is saved`() throws {
    let rushes = try Rushes()
    // A limit on file sizes fails the writes beyond it. Sound alone is 192 kB a second.
    let output = try Command.run(
      "bash",
      ["-c", "ulimit -f 400; exec \"$0\" --size 320x180 --for 10s -o a.mp4", Rushes.program],
      env: rushes.environment.mapValues { $0 }, cwd: rushes.folder.path)
    #expect(output.status == 1)
    #expect(output.stderr.contains(": file too large."), "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect((20..<70).contains(movie.frameCount), "\(movie.report)")
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
  }
}
