import Foundation
import Support
import Testing

/// No driver at hand gives Motion JPEG, so the takes of these sessions are written by FFmpeg, in
/// the form in which the recorder leaves them.
@Suite(.serialized) struct `a session of JPEG takes` {
  private let rushes: Rushes
  private static let id = "20261130-101010"

  init() throws {
    rushes = try Rushes()
    let folder = rushes.folder.file("data/rushes/sessions/\(Self.id)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, source) in [(1, "testsrc2"), (2, "testsrc")] {
      let made = try Command.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "\(source)=s=98x66:r=30", "-frames:v", "15"]
          + ["-pix_fmt", "yuvj422p", "-c:v", "mjpeg", "-video_track_timescale", "90000"]
          + ["-movflags", "empty_moov+default_base_moof", "\(folder)/take-\(number).mov"])
      try #require(made.status == 0, "\(made.stderr)")
    }
    let takes = [1, 2].map { number in
      #"{"file":"take-\#(number).mov","frames":15,"dropped":0,"audioFilled":0,"leadIn":0,"#
        + #""state":"ready"}"#
    }
    let settings =
      #"{"codec":"mjpeg","width":98,"height":66,"rateFrames":30,"rateSeconds":1,"quality":22}"#
    let index =
      #"{"version":1,"id":"\#(Self.id)","created":1,"settings":\#(settings),"takes":["#
      + takes.joined(separator: ",") + "]}"
    try Data(index.utf8).write(to: URL(fileURLWithPath: "\(folder)/session.json"))
  }

  /// Checksums of the coded pictures of files, one after another.
  private func packets(_ paths: [String]) throws -> [String] {
    try paths.flatMap { path in
      try Command.run(
        "ffmpeg", ["-v", "error", "-i", path, "-map", "0:v", "-c", "copy", "-f", "framemd5", "-"]
      ).text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
    }
  }

  @Test(arguments: [nil, "a.mov", "b.mkv"])
  func `is saved byte for byte, as a .mov unless told otherwise`(name: String?) throws {
    let folder = rushes.folder.file("data/rushes/sessions/\(Self.id)")
    let wanted = try packets([1, 2].map { "\(folder)/take-\($0).mov" })
    let output = try rushes.run(["save", "--json"] + (name.map { ["-o", $0] } ?? []))
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.text.contains(#""codec":"mjpeg""#))
    let movie = try #require(name.map(rushes.folder.file) ?? rushes.movies.first)
    #expect(movie.hasSuffix(name ?? ".mov") && rushes.sessions.isEmpty)
    #expect(try packets([movie]) == wanted && wanted.count == 30)
    let facts = try MovieFacts(path: movie)
    #expect(facts.video?.codec == "mjpeg" && facts.video?.colour.hasSuffix("pc") == true)
    #expect(facts.chapters.map(\.title) == ["Take 1", "Take 2"])
  }

  @Test func `is not put into an .mp4`() throws {
    let output = try rushes.run(["save", "-o", "a.mp4"])
    #expect(output.status == 2)
    #expect(
      output.stderr
        == "rushes: Session \(Self.id) holds JPEG pictures as the camera gave them, which few "
        + "players show in an .mp4: choose a name that ends in .mov or .mkv.\n")
    #expect(rushes.sessions == [Self.id] && !rushes.folder.names.contains("a.mp4"))
  }

  @Test func `is not continued in H.264`() throws {
    let player = try rushes.open(["resume", Self.id, "--camera", "test"])
    defer { player.stop() }
    #expect(try player.waitForExit() == .code(1))
    #expect(player.terminal.screen.text.contains("Session \(Self.id) holds takes of JPEG pictures"))
    #expect(rushes.sessions == [Self.id])
  }
}
