import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `a movie file` {
  private let folder: TempFolder
  private let path: String

  init() throws {
    folder = try TempFolder()
    // The name says nothing about the container: it is a temporary one.
    path = folder.file("movie.part")
  }

  @Test(arguments: MovieFormat.allCases)
  func `holds the takes' pictures unchanged`(format: MovieFormat) throws {
    let clip = try Clip(frames: 45)
    try clip.writeTake(folder.file("take.mov"))
    try clip.writeMovie(path, format: format, sound: clicks(at: [], count: 72_000))
    func hashes(_ path: String, _ kind: [String]) throws -> [String] {
      try judgeLines("ffmpeg", ["-i", path, "-map", "0:v"] + kind + ["-f", "framemd5", "-"])
        .filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
    }
    let decoded = try hashes(path, [])
    #expect(try decoded == hashes(folder.file("take.mov"), []) && decoded.count == 45)
    #expect(try hashes(path, ["-c", "copy"]) == hashes(folder.file("take.mov"), ["-c", "copy"]))
  }

  @Test(arguments: [MovieFormat.mp4, .mov], [(30, 1), (24_000, 1001)])
  func `keeps pictures on the grid without an edit`(
    format: MovieFormat, numbers: (Int64, Int64)
  ) throws {
    let rate = try #require(FrameRate(numbers.0, per: numbers.1))
    try Clip(frames: 50, rate: rate).writeMovie(
      path, format: format, sound: clicks(at: [], count: 48_000))
    let lines = try judgeLines(
      "ffprobe",
      ["-select_streams", "v", "-show_entries", "packet=pts,dts", "-of", "csv=p=0", path])
    #expect(
      lines == (0..<Int64(50)).map { "\(rate.ticks(ofFrame: $0)),\(rate.ticks(ofFrame: $0))" })
    let length = try judgeLines(
      "ffprobe",
      ["-select_streams", "v", "-show_entries", "stream=start_pts,duration_ts,time_base"]
        + ["-of", "csv=p=0", path])
    #expect(length == ["1/90000,0,\(rate.ticks(ofFrame: 50))"])
  }

  @Test(arguments: [MovieFormat.mp4, .mov])
  func `says truly what it is`(format: MovieFormat) throws {
    let chapters = [
      MovieSpecification.Chapter(title: "Take 1", frames: 0..<15),
      MovieSpecification.Chapter(title: "Täke \"2\"", frames: 15..<30),
    ]
    try Clip(frames: 30).writeMovie(
      path, format: format, sound: clicks(at: [], count: 48_000), chapters: chapters)
    let video = try judgeLines(
      "ffprobe",
      ["-select_streams", "v", "-of", "csv=p=0", "-show_entries"]
        + ["stream=codec_tag_string,color_range,color_space,color_transfer,color_primaries", path])
    #expect(video == ["avc1,tv,bt709,bt709,bt709"])
    let audio = try judgeLines(
      "ffprobe",
      ["-select_streams", "a", "-of", "csv=p=0", "-show_entries"]
        + ["stream=codec_name,profile,sample_rate,channels,start_pts,duration_ts", path])
    #expect(audio == ["aac,LC,48000,2,0,48000"])
    let found = try judgeLines(
      "ffprobe",
      ["-show_entries", "chapter=start_time,end_time:chapter_tags=title", "-of", "csv=p=0", path])
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("0.000000,0.500000,") && found[0].hasSuffix("Take 1"))
    #expect(found[1].hasPrefix("0.500000,1.000000,") && found[1].contains("Täke"))
    let tags = try judgeLines(
      "ffprobe", ["-show_entries", "format_tags=encoder,creation_time", "-of", "csv=p=0", path])
    let tag = try #require(tags.first)
    #expect(tag.contains("rushes") && !tag.contains("Lavf") && tag.contains("T"))
  }

  @Test func `lists its chapters in Matroska too`() throws {
    let chapters = [MovieSpecification.Chapter(title: "Take 1", frames: 0..<15)]
    try Clip(frames: 15).writeMovie(path, format: .mkv, chapters: chapters)
    let found = try judgeLines(
      "ffprobe",
      ["-show_entries", "chapter=start_time,end_time:chapter_tags=title", "-of", "csv=p=0", path])
    #expect(found == ["0.000000,0.500000,Take 1"])
    let tags = try judgeLines(
      "ffprobe", ["-show_entries", "format_tags=ENCODER,encoder", "-of", "csv=p=0", path])
    #expect(tags == ["rushes"])
  }

  @Test(arguments: [1, 1023, 1024, 1025, 1500, 2048, 48_000, 51_237])
  func `ends its sound at the very sample`(count: Int) throws {
    try Clip(frames: 3).writeMovie(path, sound: clicks(at: [], count: count))
    let lines = try judgeLines(
      "ffprobe",
      ["-select_streams", "a", "-show_entries", "packet=pts,duration", "-of", "csv=p=0", path])
    let packets = lines.map { $0.split(separator: ",").prefix(2).compactMap { Int($0) } }
    #expect(packets.first?.first == -1024)
    #expect(packets.map { $0[1] }.reduce(0, +) == count + 1024)
    #expect(packets.last?.reduce(0, +) == count)
  }

  @Test func `keeps twenty joined takes together to the sample`() throws {
    // 3.1 s at 29.97: no take is a whole number of AAC frames long.
    let rate = try #require(FrameRate(30_000, per: 1001))
    let clip = try Clip(frames: 93, size: PixelSize(width: 32, height: 32), rate: rate)
    var specification = clip.movie(sound: rate.samples(ofFrame: 20 * 93))
    specification.frames = 20 * 93
    let movie = try MovieFile(path: path, format: .mp4, movie: specification)
    let encoder = try AACEncoder()
    var positions: [Int] = []
    for take in 0..<Int64(20) {
      for packet in clip.packets {
        try movie.writeVideo(
          EncodedPacket(
            bytes: packet.bytes, frame: take * 93 + packet.frame, isKey: packet.isKey))
      }
      let begin = rate.samples(ofFrame: take * 93)
      let end = rate.samples(ofFrame: (take + 1) * 93)
      positions.append(Int(begin) + 4000)
      let sound = clicks(at: [4000], count: Int(end - begin))
      for block in try encoder.encode(sound) { try movie.writeSound(block) }
    }
    for block in try encoder.finish() { try movie.writeSound(block) }
    try movie.finish()
    let left = try decodedSound(path).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let total = Int(rate.samples(ofFrame: 20 * 93))
    // FFmpeg's decoder rounds the last AAC frame up.
    #expect((total..<total + 1024).contains(left.count))
    for position in positions {
      let around = position - 1500..<position + 1500
      let loudest = around.max { abs(Int(left[$0])) < abs(Int(left[$1])) }
      #expect(loudest == position)
    }
  }

  @Test func `has no sound track when there is no sound`() throws {
    try Clip(frames: 3).writeMovie(path)
    let kinds = try judgeLines(
      "ffprobe", ["-show_entries", "stream=codec_type", "-of", "csv=p=0", path])
    #expect(kinds == ["video"])
  }

  @Test(arguments: [MovieFormat.mp4, .mov])
  func `has room in front for the index whatever its packets are like`(
    format: MovieFormat
  ) throws {
    // Lengths that are rounded, nearly all keys, shown out of order, each in a chunk of its own.
    let rate = try #require(FrameRate(24_000, per: 1001))
    let clip = try Clip(frames: 1, size: PixelSize(width: 32, height: 32), rate: rate)
    let frames: Int64 = 1200
    var specification = clip.movie(
      sound: rate.samples(ofFrame: frames),
      chapters: (0..<250).map {
        .init(title: String(repeating: "Ä", count: Int(60 + $0 % 9)), frames: 4 * $0..<4 * $0 + 4)
      })
    specification.frames = frames
    specification.reorder = 1
    let movie = try MovieFile(path: path, format: format, movie: specification)
    let encoder = try AACEncoder()
    for index in 0..<frames {
      // Two by two in turn.
      try movie.writeVideo(
        EncodedPacket(bytes: clip.packets[0].bytes, frame: index ^ 1, isKey: index % 50 != 7))
      let samples = rate.samples(ofFrame: index)..<rate.samples(ofFrame: index + 1)
      for block in try encoder.encode(clicks(at: [], count: samples.count)) {
        try movie.writeSound(block)
      }
    }
    for block in try encoder.finish() { try movie.writeSound(block) }
    try movie.finish()
    let boxes = try boxes(in: Data(contentsOf: URL(fileURLWithPath: path)))
    // Before the media lies an empty box, into which its length would grow.
    #expect(boxes.map(\.type).filter { $0 != "wide" }.prefix(3) == ["ftyp", "moov", "free"])
    #expect(boxes.last?.type == "mdat")
    // Something is left, and not much more than what is used.
    #expect(boxes[2].length > 1000 && boxes[2].length < 2 * boxes[1].length)
  }

  /// The outermost boxes of a file.
  private func boxes(in data: Data) -> [(type: String, length: Int)] {
    var (boxes, offset) = ([(type: String, length: Int)](), 0)
    while offset + 8 <= data.count {
      let length = data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      boxes.append((String(decoding: data[offset + 4..<offset + 8], as: UTF8.self), length))
      guard length >= 8 else { break }
      offset += length
    }
    return boxes
  }

  @Test func `never overwrites a file`() throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: CodecError.self) { try Clip(frames: 1).writeMovie(path) }
    #expect(error == CodecError(.create, .exists, path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `reports a disk that fills up`() throws {
    let clip = try Clip(frames: 90, quality: 1)
    let movie = try MovieFile(path: path, format: .mp4, movie: clip.movie())
    for packet in clip.packets.prefix(10) { try movie.writeVideo(packet) }
    fillDisk(under: path)
    let error = #expect(throws: CodecError.self) {
      for packet in clip.packets.dropFirst(10) { try movie.writeVideo(packet) }
      try movie.finish()
    }
    #expect(error?.code == .noSpace && error?.subject == path)
  }

  @Test(arguments: [
    ("a.mp4", MovieFormat.mp4), ("/x.y/B.MOV", .mov), ("two.dots.mkv", .mkv), ("mp4", nil),
    ("a.avi", nil), (".mp4", nil), ("dir.mp4/file", nil), ("a.", nil), ("", nil),
  ])
  func `is of the kind its name ends in`(name: String, format: MovieFormat?) {
    #expect(MovieFormat(fileName: name) == format)
  }
}
