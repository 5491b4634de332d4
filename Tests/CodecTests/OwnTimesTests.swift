import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

/// A take's length in milliseconds.
private let length: Int64 = 4321

@Suite struct `pictures that keep their own times` {
  private let folder: TempFolder
  private let path: String
  private let size = PixelSize(width: 96, height: 64)
  /// Uneven lengths: close together, far apart, and a second of nothing.
  private static let slots: [Int64] =
    [0, 33, 67, 68, 70, 134, 167, 201, 300, 301, 1301, 1334, 1367, 1401, 1434]
    + (0..<60).map { (number: Int64) in 1500 + number * 41 + number * number % 17 }

  init() throws {
    folder = try TempFolder()
    path = folder.file("take.mov")
  }

  private struct Coded {
    var settings: VideoSettings
    var configuration: [UInt8]
    var packets: [EncodedPacket]

    /// A movie of them, `takes` times behind each other.
    func movie(_ takes: Int64 = 1) -> MovieSpecification {
      let frames = (0..<takes).map { $0 * length..<($0 + 1) * length }
      return MovieSpecification(
        settings: settings, configuration: configuration, frames: length * takes,
        samples: length * takes * 48, chapters: frames.map { .init(title: "Take", frames: $0) },
        runs: frames.map { .init(frames: $0, isCopied: true) })
    }
  }

  /// The pictures coded at their times, each with its length, as the recorder hands them on.
  private func coded() throws -> Coded {
    let settings = VideoSettings(size: size, rate: .thirty, quality: 23, isVariable: true)
    let encoder = try H264Encoder(settings: settings)
    var packets: [EncodedPacket] = []
    for (number, slot) in Self.slots.enumerated() {
      packets += try encoder.encode(.moving(size, index: number, seed: 0), index: slot)
    }
    packets += try encoder.finish()
    let ends = packets.dropFirst().map(\.frame) + [length]
    for (index, end) in zip(packets.indices, ends) {
      packets[index].count = end - packets[index].frame
    }
    return Coded(
      settings: settings, configuration: encoder.configuration, packets: packets)
  }

  private func writeTake(sound: Bool = false) throws -> [EncodedPacket] {
    let coded = try coded()
    let take = try TakeFile(
      path: path, settings: coded.settings, configuration: coded.configuration, hasAudio: sound)
    for packet in coded.packets {
      try take.writeVideo(packet)
      if sound { try take.writeAudio([Int16](repeating: 9, count: 96 * Int(packet.count))) }
    }
    try take.close()
    return coded.packets
  }

  /// Writes the pictures twice behind each other.
  private func writeMovie(_ path: String, _ format: MovieFormat) throws -> MovieExpectation {
    let coded = try coded()
    let movie = coded.movie(2)
    let file = try MovieFile(path: path, format: format, movie: movie)
    for take in 0..<Int64(2) {
      for packet in coded.packets {
        try file.writeVideo(
          EncodedPacket(
            bytes: packet.bytes, frame: take * length + packet.frame, count: packet.count,
            isKey: packet.isKey))
      }
    }
    try file.write(clicks(at: [], count: Int(movie.samples ?? 0)))
    try file.finish()
    return MovieExpectation(format: format, movie: movie, checksum: file.videoChecksum)
  }

  private func finding(_ expected: MovieExpectation) throws -> MovieFault.Finding? {
    do { try MovieCheck.run(path: path, expecting: expected) } catch let fault as MovieFault {
      return fault.finding
    }
    return nil
  }

  @Test func `are coded as they come, with key frames by count and one configuration`() throws {
    let first = try coded()
    #expect(first.packets.map(\.frame) == Self.slots)
    #expect(
      first.packets.filter(\.isKey).map(\.frame) == [Self.slots[0], Self.slots[30], Self.slots[60]])
    let constant = try Clip(frames: 2).configuration
    #expect(first.configuration != constant, "the stream says that its rate is not fixed")
  }

  @Test(arguments: [false, true])
  func `lie in a take's file at their times, the last one to its end`(sound: Bool) throws {
    let packets = try writeTake(sound: sound)
    let lines = try judgeLines(
      "ffprobe",
      ["-select_streams", "v", "-show_entries", "packet=pts,dts", "-of", "csv=p=0", path])
    #expect(lines == packets.map { "\($0.frame * 90),\($0.frame * 90)" })
    let reader = try TakePictures(path: path, rate: .milliseconds)
    var found: [EncodedPacket] = []
    while let packet = try reader.next() { found.append(packet) }
    #expect(found == packets)
    let contents = try TakeFileReader.contents(path: path, rate: .milliseconds)
    #expect(contents.frames == length && contents.pictures == Int64(Self.slots.count))
    #expect(contents.samples == (sound ? length * 48 : nil))
  }

  @Test func `are counted with their times in a take that was cut off`() throws {
    let packets = try writeTake(sound: true)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var lengths: Set<Int64> = []
    for length in stride(from: 1200, to: whole.count, by: 1013) {
      let cut = folder.file("cut.mov")
      try whole.prefix(length).write(to: URL(fileURLWithPath: cut))
      let found = try TakeFileReader.contents(path: cut, rate: .milliseconds)
      let kept = packets.prefix(Int(found.pictures))
      #expect(found.frames == kept.last.map { $0.frame + $0.count } ?? 0)
      lengths.insert(found.frames)
    }
    #expect(lengths.count > 5)
  }

  @Test(arguments: MovieFormat.allCases)
  func `lie in a movie at their times`(format: MovieFormat) throws {
    #expect(try finding(writeMovie(path, format)) == nil)
    let lines = try judgeLines(
      "ffprobe",
      ["-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
    let times = lines.compactMap { Double($0) }
    let wanted = (Self.slots + Self.slots.map { $0 + length }).map { Double($0) / 1000 }
    #expect(times.count == wanted.count)
    #expect(zip(times, wanted).allSatisfy { abs($0 - $1) < 0.000_001 })
    let entry = format == .mkv ? "format=duration" : "stream=duration"
    let ends = try ["v", "a"].flatMap { track in
      try judgeLines(
        "ffprobe", ["-select_streams", track, "-show_entries", entry, "-of", "csv=p=0", path])
    }
    // Matroska ends with a whole block of sound.
    #expect(ends.count == 2)
    for end in ends {
      let beyond = try #require(Double(end)) - Double(2 * length) / 1000
      #expect(format == .mkv ? (0...0.022).contains(beyond) : abs(beyond) < 0.000_1)
    }
    let count = try judgeLines(
      "ffprobe",
      ["-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames"]
        + ["-of", "csv=p=0", path])
    #expect(count == ["\(2 * Self.slots.count)"])
  }

  @Test(arguments: MovieFormat.allCases)
  func `are missed by the check when they are elsewhere`(format: MovieFormat) throws {
    let expected = try writeMovie(path, format)
    var moved = PacketChecksum()
    for packet in try coded().packets { moved.add(packet.bytes, frame: packet.frame + 1) }
    var other = expected
    other.checksum = moved
    #expect(try finding(other) == .changed)
    other = expected
    other.movie.frames += 1
    let longer = try finding(other)
    // Only Matroska does not tell how long the last picture is shown.
    #expect(
      longer
        == (format == .mkv
          ? nil : .frames(found: 2 * length, expected: 2 * length + 1)))
  }

  @Test(arguments: [MovieFormat.mov, .mkv])
  func `may be a camera's own JPEGs, byte for byte`(format: MovieFormat) throws {
    let jpegs = try JPEGs(12)
    let settings = VideoSettings(
      size: jpegs.size, rate: .thirty, quality: 23, codec: .mjpeg, isVariable: true)
    let store = JPEGStore(settings: settings)
    var packets = try zip(jpegs.pictures, Self.slots).flatMap { picture, slot in
      try store.encode(jpegs.frame(picture), index: slot)
    }
    let ends = packets.dropFirst().map(\.frame) + [1500]
    for (index, end) in zip(packets.indices, ends) {
      packets[index].count = end - packets[index].frame
    }
    let take = try TakeFile(path: path, settings: settings, configuration: [], hasAudio: false)
    for packet in packets { try take.writeVideo(packet) }
    try take.close()
    let reader = try TakePictures(path: path, rate: .milliseconds)
    let movie = MovieSpecification(
      settings: settings, configuration: [], frames: 1500, samples: nil, chapters: [],
      runs: [.init(frames: 0..<1500, isCopied: true)])
    let saved = folder.file("movie")
    let file = try MovieFile(path: saved, format: format, movie: movie)
    var found: [EncodedPacket] = []
    while let packet = try reader.next() {
      found.append(packet)
      try file.writeVideo(packet)
    }
    try file.finish()
    #expect(found == packets && packets.map(\.bytes) == jpegs.pictures)
    try MovieCheck.run(
      path: saved,
      expecting: MovieExpectation(format: format, movie: movie, checksum: file.videoChecksum))
  }

  @Test func `are not coded anew`() throws {
    let movie = try coded().movie()
    let error = #expect(throws: Problem.self) { try JoinEncoder(for: movie) }
    #expect(
      error?.sentence
        == "Coding pictures anew needs a constant frame rate: record without --vfr.")
  }
}
