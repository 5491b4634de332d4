import Support
import Testing

/// Two files that one program wrote with the same settings, and what a merge makes of them.
struct AlikeFiles: Sendable, CustomTestStringConvertible {
  let name: String
  /// ffmpeg's arguments between the input and the file.
  let arguments: String
  /// Ending of the movie.
  let movie: String
  /// FFmpeg's name of the codec of files and movie.
  var codec = "hevc"
  /// What the container calls it; nil where it does not say.
  var tag: String?

  var testDescription: String { "\(name) to .\(movie)" }

  /// Open groups of pictures every half second, with B-frames.
  static let hevc = "-c:v libx265 -preset fast -x265-params log-level=none:keyint=15:min-keyint=15"

  static let all: [AlikeFiles] = [
    AlikeFiles(name: "phone.mp4", arguments: hevc, movie: "mp4", tag: "hvc1"),
    AlikeFiles(name: "phone.mkv", arguments: hevc, movie: "mkv"),
    AlikeFiles(name: "tagged.mov", arguments: hevc + " -tag:v hvc1", movie: "mov", tag: "hvc1"),
    AlikeFiles(
      name: "ten-bit.mp4",
      arguments: hevc + " -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc arib-std-b67"
        + " -colorspace bt2020nc", movie: "mp4", tag: "hvc1"),
    AlikeFiles(
      name: "repeated-sets.mkv", arguments: hevc + ":repeat-headers=1", movie: "mp4", tag: "hvc1"),
    AlikeFiles(
      name: "motion.mov", arguments: "-c:v mjpeg -pix_fmt yuvj420p -q:v 3", movie: "mov",
      codec: "mjpeg",
      tag: "jpeg"),
    AlikeFiles(
      name: "motion.avi", arguments: "-c:v mjpeg -pix_fmt yuvj420p -q:v 3", movie: "mkv",
      codec: "mjpeg"),
    AlikeFiles(
      name: "b-frames.mp4", arguments: "-c:v libx264 -bf 3 -g 15", movie: "mkv", codec: "h264"),
    AlikeFiles(
      name: "repeated-sets.mp4", arguments: "-c:v libx264 -g 15 -x264-params repeat-headers=1",
      movie: "mp4", codec: "h264", tag: "avc1"),
  ]
}

@Suite(.serialized) struct `files that are alike` {
  private let rushes: Rushes

  init() throws { rushes = try Rushes() }

  /// Writes one second of `picture`, a source of ffmpeg's.
  private func write(_ name: String, _ arguments: String, of picture: String) throws -> String {
    let path = rushes.folder.file("\(picture)-\(name)")
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "\(picture)=s=320x180:r=30:d=1"]
        + (arguments.contains("-pix_fmt") ? [] : ["-pix_fmt", "yuv420p"])
        + arguments.split(separator: " ").map(String.init) + [path])
    try #require(output.status == 0, "\(output.stderr)")
    return path
  }

  /// Checksums of the shown pictures; not a word of the decoder is allowed.
  private func pictures(_ path: String) throws -> [Substring] {
    let output = try Command.run(
      "ffmpeg", ["-nostdin", "-v", "warning", "-i", path, "-map", "0:v", "-f", "framemd5", "-"])
    #expect(output.status == 0 && output.stderr.isEmpty, "\(path): \(output.stderr)")
    return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last }
  }

  private func stream(_ path: String, _ entries: String) throws -> String {
    try Command.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-of", "csv=p=0"]
        + ["-show_entries", "stream=" + entries, path]
    ).text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The movie's path, and its plan.
  private func merge(_ words: [String], to movie: String) throws -> (path: String, plan: String) {
    let path = rushes.folder.file(movie)
    let plan = try rushes.run(["merge"] + words + ["-o", path, "--plan"])
    let output = try rushes.run(["merge"] + words + ["-o", path])
    try #require(plan.status == 0 && output.status == 0, "\(plan.stderr)\(output.stderr)")
    return (path, plan.text)
  }

  @Test(arguments: AlikeFiles.all)
  func `become one movie of the same pictures`(files: AlikeFiles) throws {
    let first = try write(files.name, files.arguments, of: "testsrc2")
    let second = try write(files.name, files.arguments, of: "testsrc")
    let (movie, plan) = try merge([first, second, first], to: "movie.\(files.movie)")
    #expect(plan.contains("90 of 90 frames are copied"), "\(plan)")
    let (one, two) = (try pictures(first), try pictures(second))
    #expect(one.count == 30 && two.count == 30 && one != two)
    #expect(try pictures(movie) == one + two + one)
    #expect(try stream(movie, "codec_name") == files.codec)
    if let tag = files.tag { #expect(try stream(movie, "codec_tag_string") == tag) }
    let meaning = "pix_fmt,color_space"
    #expect(try stream(movie, meaning) == stream(first, meaning))
  }

  @Test func `of HEVC are cut at the start of a closed group`() throws {
    let file = try write("closed.mp4", AlikeFiles.hevc + ":open-gop=0", of: "testsrc2")
    let (movie, plan) = try merge([file + "@0.5s-", file + "@-0.5s"], to: "movie.mp4")
    #expect(plan.contains("30 of 30 frames are copied"), "\(plan)")
    let shown = try pictures(file)
    #expect(try pictures(movie) == Array(shown[15...] + shown[..<15]))
  }

  /// What needs one frame to be coded anew makes the whole movie H.264.
  @Test func `are conformed to H264 where not all can be copied, and the plan says why`() throws {
    let hevc = try write("open.mkv", AlikeFiles.hevc, of: "testsrc2")
    let other = try write("other.mp4", AlikeFiles.hevc + ":ref=1", of: "testsrc2")
    let h264 = try write("other.mp4", "-c:v libx264 -preset ultrafast", of: "testsrc")
    let jpeg = try write("motion.mov", "-c:v mjpeg -pix_fmt yuvj420p", of: "testsrc")
    let stream = try write("stream.ts", AlikeFiles.hevc, of: "testsrc")
    // Begins with a CRA picture, whose leading pictures lack what they refer to.
    let torn = rushes.folder.file("torn.mkv")
    let tearing = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", hevc, "-c", "copy"]
        + ["-bsf:v", "noise=drop=lt(n\\,11)", torn])
    try #require(tearing.status == 0, "\(tearing.stderr)")
    let cases: [([String], String)] = [
      ([hevc, hevc, "--transition", "crossfade:0.5s"], "a transition needs new frames"),
      ([hevc + "@0.5s-"], "a cut between two key frames needs new frames"),
      ([hevc, h264], "it is h264, not hevc"),
      ([hevc, other], "it was coded with other settings"),
      ([jpeg, jpeg], "the movie's container does not take it"),
      ([stream], "its container holds it in another form"),
      ([torn], "it does not begin with a closed key frame group"),
    ]
    for (words, reason) in cases {
      let path = rushes.folder.file("movie.mp4")
      let plan = try rushes.run(["merge"] + words + ["-o", path, "--plan"]).text
      #expect(plan.contains(reason) && plan.contains(": 0 of "), "\(plan)")
    }
    for (words, count) in [(cases[0].0, 45), (cases[2].0, 60), (cases[4].0, 60)] {
      let (movie, _) = try merge(words + ["--force"], to: "movie.mp4")
      #expect(try self.stream(movie, "codec_name") == "h264")
      #expect(try pictures(movie).count == count)
    }
  }
}
