import Codec
import Foundation
import Frames
import Support
import Testing
import Units

@Suite struct `a reader of any file` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func clip(_ name: String, _ arguments: [String], input: [UInt8] = []) throws -> String {
    let path = folder.file(name)
    try makeClip(arguments + [path], input: input)
    return path
  }

  private func times(_ count: Int, rate: Int64 = 30) -> [MediaTime] {
    (0..<Int64(count)).map {
      MediaTime(nanoseconds: roundedQuotient($0, times: 1_000_000_000, by: rate))
    }
  }

  private func isNear(_ a: [MediaTime], _ b: [MediaTime], within limit: MediaTime) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs(($0 - $1).nanoseconds) <= limit.nanoseconds }
  }

  // MARK: Order and time

  @Test(arguments: ["b.mp4", "b.mov", "b.mkv", "b.ts", "b.avi", "b.flv"])
  func `gives B-frames as they are shown, counted from the beginning`(name: String) throws {
    let path = try clip(name, counted(40) + bFrames)
    let watched = try Watched(path)
    #expect(watched.numbers == Array(0..<40))
    // Matroska and Flash round to milliseconds, transport streams to 1/90000 s.
    // The stamps of AVI are of decoding alone.
    let limit = MediaTime.milliseconds(name == "b.avi" ? 67 : 1)
    #expect(isNear(watched.times, times(40), within: limit), "\(watched.times)")
    if name == "b.mp4" { #expect(watched.times == times(40)) }
    #expect(watched.damaged == 0)
  }

  @Test func `counts pictures on where a raw stream has no stamps`() throws {
    let path = try clip("b.h264", counted(40) + bFrames)
    let watched = try Watched(path)
    #expect(watched.numbers == Array(0..<40))
    #expect(zip(watched.times, watched.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `keeps uneven times`() throws {
    let wanted = [0, 1, 5, 6, 7, 20, 21, 30]
    let select = wanted.map { "eq(n,\($0))" }.joined(separator: "+")
    let path = try clip(
      "v.mp4", counted(40) + ["-vf", "select='\(select)'", "-fps_mode", "vfr"] + bFrames)
    let watched = try Watched(path)
    #expect(watched.numbers == wanted)
    #expect(isNear(watched.times, wanted.map { times(40)[$0] }, within: .milliseconds(1)))
    let facts = try #require(try MediaReader(path: path).facts.video)
    #expect(!facts.isConstantRate)
  }

  @Test func `shows of an edit list what a player shows`() throws {
    let whole = try clip(
      "whole.mp4",
      counted(40) + ["-f", "lavfi", "-i", "sine=r=48000"]
        + ["-shortest"] + bFrames)
    // Copied from between two key frames: what lies before is in the file, but hidden.
    let cut = try clip("cut.mp4", ["-ss", "0.5", "-i", whole, "-c", "copy"])
    let watched = try Watched(cut)
    #expect(watched.numbers.first == 15, "\(watched.numbers)")
    #expect(watched.numbers == Array(15..<40))
    #expect(isNear(watched.times, times(25), within: .milliseconds(40)))
    #expect(abs((watched.times.first ?? .distantFuture).nanoseconds) < 40_000_000)
  }

  @Test func `follows a change of size within the stream`() throws {
    let small = try clip("small.h264", counted(10) + bFrames)
    let large = try clip("large.h264", counted(10, size: "96x64") + bFrames)
    let path = folder.file("both.h264")
    try
      (Data(contentsOf: URL(fileURLWithPath: small))
      + Data(contentsOf: URL(fileURLWithPath: large))).write(to: URL(fileURLWithPath: path))
    let free = try Watched(path)
    #expect(free.numbers == Array(0..<10) + Array(0..<10))
    #expect(
      free.pictures.map(\.size.width) == [Int](repeating: 64, count: 10)
        + [Int](repeating: 96, count: 10))
    let size = PixelSize(width: 80, height: 60)
    let fitted = try Watched(path, wish: PictureWish(size: size, fit: .stretch))
    #expect(fitted.pictures.allSatisfy { $0.size == size } && fitted.numbers == free.numbers)
  }

  // MARK: Seeking

  @Test(arguments: ["s.mp4", "s.mkv", "s.ts"])
  func `goes to the last key frame at or before a time`(name: String) throws {
    let path = try clip(
      name, counted(45) + ["-f", "lavfi", "-i", "sine=r=48000", "-shortest"] + bFrames)
    let reader = try MediaReader(path: path)
    for (frame, key) in [(25, 20), (20, 20), (19, 10), (0, 0), (44, 40), (10, 10), (3, 0)] {
      // Half a frame later, since some containers round.
      try reader.seek(to: times(45)[frame] + .milliseconds(16))
      let watched = try Watched(reader)
      let first = try #require(watched.numbers.first)
      // A transport stream has no index, so a key frame further back will do.
      #expect(name == "s.ts" ? first <= key : first == key, "\(first), sought \(frame)")
      #expect(watched.numbers == Array(first..<45))
      #expect(isNear(watched.times, Array(times(45)[first...]), within: .milliseconds(1)))
    }
    try reader.seek(to: .seconds(Int64(100)))
    #expect(try Watched(reader).numbers.last == 44)
    try reader.seek(to: .zero - .seconds(Int64(1)))
    #expect(try Watched(reader).numbers.first == 0)
  }

  @Test func `leaves out what is not wanted, but decodes what needs it`() throws {
    let path = try clip("s.mp4", counted(40) + bFrames)
    let reader = try MediaReader(path: path)
    let from = times(40)[27]
    reader.isWanted = { $0 >= from }
    try reader.seek(to: from)
    #expect(try Watched(reader).numbers == Array(27..<40))
  }

  @Test func `skips ahead to the next key frame, if there is one`() throws {
    let path = try clip("s.mp4", counted(40) + bFrames)
    let reader = try MediaReader(path: path)
    #expect(reader.skip(to: times(40)[12]))
    #expect(try Watched(reader).numbers == Array(20..<40))
    #expect(!reader.skip(to: .seconds(Int64(9))))
  }

  // MARK: Damage

  @Test(arguments: ["c.mkv", "c.ts", "c.mp4", "c.avi"])
  func `ends where the data of a cut-off file does`(name: String) throws {
    let options = name == "c.mp4" ? ["-movflags", "+faststart"] : []
    let path = try clip(
      name, ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=1.333"] + bFrames + options)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count * 7 / 10).write(to: URL(fileURLWithPath: path))
    let found = try Watched(path).times
    #expect((20..<36).contains(found.count))
    // The last ones of all may lack what they were made from.
    #expect(
      isNear(
        Array(found.dropLast(4)), Array(times(40).prefix(found.count - 4)),
        within: .milliseconds(name == "c.avi" ? 67 : 1)))
  }

  @Test func `leaves out the picture that a cut tore`() throws {
    let path = try clip(
      "j.avi", ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=0.5", "-c:v", "mjpeg", "-q:v", "2"])
    let whole = try Watched(path)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count * 7 / 10).write(to: URL(fileURLWithPath: path))
    let cut = try Watched(path)
    #expect((8..<13).contains(cut.pictures.count) && cut.damaged == 1)
    #expect(zip(cut.pictures, whole.pictures).allSatisfy { $0.bytes == $1.bytes })
  }

  @Test(arguments: 0..<12)
  func `leaves out damaged pictures and goes on`(seed: Int) throws {
    let name = ["d.mp4", "d.mkv", "d.ts"][seed % 3]
    let path = try clip(
      name,
      ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=30:d=2", "-f", "lavfi", "-i", "sine=d=2"]
        + bFrames)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    var number = UInt64(seed + 1) &* 0x9e37_79b9_7f4a_7c15
    // The middle of the file: headers and index stay whole.
    for _ in 0..<40 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = data.count / 4 + Int(number >> 33) % (data.count / 2)
      data[place] ^= UInt8(truncatingIfNeeded: number >> 20) | 1
    }
    try data.write(to: URL(fileURLWithPath: path))
    let watched = try Watched(path)
    #expect(watched.damaged > 0)
    #expect(watched.times.count > 10 && watched.times.count < 60)
    #expect(zip(watched.times, watched.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: [
    ("missing.mp4", "Cannot open %: it does not exist."),
    ("text.mp4", "Cannot open %: its data is damaged or of another kind."),
    ("empty.mp4", "Cannot open %: its data is damaged or of another kind."),
  ])
  func `refuses what is no media file in a sentence`(name: String, sentence: String) throws {
    try Data("no media".utf8).write(to: URL(fileURLWithPath: folder.file("text.mp4")))
    try Data().write(to: URL(fileURLWithPath: folder.file("empty.mp4")))
    let path = folder.file(name)
    let error = #expect(throws: CodecError.self) { try MediaReader(path: path) }
    #expect(error?.description == sentence.replacingOccurrences(of: "%", with: path))
  }

  // MARK: Facts

  @Test func `tells what a file holds`() throws {
    let path = try clip(
      "f.mp4",
      counted(30, size: "72x48", rate: "30000/1001") + ["-f", "lavfi", "-i"]
        + ["sine=r=44100:d=1", "-vf", "setsar=4/3", "-colorspace", "bt709", "-color_range", "tv"]
        + bFrames + ["-c:a", "aac"])
    let facts = try MediaReader(path: path).facts
    let video = try #require(facts.video)
    #expect(facts.container.contains("mp4"))
    #expect(video.codec == "h264" && video.stored == PixelSize(width: 72, height: 48))
    #expect(video.shown == PixelSize(width: 96, height: 48))
    #expect(video.pixelAspect.numerator == 4 && video.pixelAspect.denominator == 3)
    #expect(video.rate == FrameRate(30_000, per: 1001) && video.isConstantRate)
    #expect(video.grid == FrameRate(30_000, per: 1001))
    #expect(video.colour.matrix == "bt709" && video.colour.range == "tv")
    #expect(!video.isInterlaced && !video.isMirrored && video.rotation == 0)
    #expect(abs((video.duration?.seconds ?? 0) - 1.001) < 0.001)
    #expect(facts.audio?.codec == "aac")
    #expect(facts.audio?.format == AudioFormat(rate: 44_100, channels: 1))
  }

  @Test func `takes a cover for no video`() throws {
    let cover = try clip("cover.png", ["-f", "lavfi", "-i", "testsrc=s=64x64", "-frames:v", "1"])
    let path = try clip(
      "song.mp3",
      ["-f", "lavfi", "-i", "sine=d=1", "-i", cover, "-map", "0", "-map", "1"]
        + ["-c:v", "copy", "-disposition:v", "attached_pic"])
    let reader = try MediaReader(path: path)
    #expect(reader.facts.video == nil && reader.facts.audio?.codec == "mp3")
    #expect(try Watched(reader).pictures.isEmpty)
    let still = try Watched(cover)
    #expect(still.pictures.count == 1 && still.times == [.zero])
  }
}
