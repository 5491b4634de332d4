import Codec
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `the encoder` {
  private let size = PixelSize(width: 96, height: 64)

  /// Codes frames at the best lossy quality and lets FFmpeg decode them from a take.
  private func roundTrip(_ frames: [VideoFrame], size: PixelSize) throws -> [UInt8] {
    let settings = VideoSettings(size: size, rate: .thirty, quality: 1)
    let encoder = try H264Encoder(settings: settings)
    var packets: [EncodedPacket] = []
    for (index, frame) in frames.enumerated() {
      packets += try encoder.encode(frame, index: Int64(index))
    }
    packets += try encoder.finish()
    let folder = try TempFolder()
    let take = try TakeFile(
      path: folder.file("t.mov"), settings: settings, configuration: encoder.configuration,
      hasAudio: false)
    for packet in packets { try take.writeVideo(packet) }
    try take.close()
    return try decodedPictures(folder.file("t.mov"))
  }

  private static let allTags = [
    ColourTags(matrix: .bt601, isFullRange: true), ColourTags(matrix: .bt601, isFullRange: false),
    ColourTags(matrix: .bt709, isFullRange: true), ColourTags(matrix: .bt709, isFullRange: false),
  ]

  /// H.264 is decoded before it comes here.
  private static let formats = PixelFormat.allCases.filter { $0 != .h264 }

  @Test(arguments: formats, allTags)
  func `keeps the colours of every format`(format: PixelFormat, told: ColourTags) throws {
    // A JPEG is always full-range BT.601, whatever the driver tells.
    let tags = format == .mjpeg ? Self.allTags[0] : told
    let frame = try ColourPatches.frame(format, tags)
    let found = ColourPatches.read(try roundTrip([frame], size: ColourPatches.size))
    for (patch, colour) in zip(found, ColourPatches.colours) {
      var wanted = ColourPatches.code(colour, .take)
      if format == .grey {
        let luma =
          ColourPatches.code(colour, ColourTags(matrix: tags.matrix, isFullRange: true))[0] / 255
        wanted = [16 + 219 * luma, 128, 128]
      }
      for (value, target) in zip(patch, wanted) {
        #expect(abs(value - target) <= 3, "\(format) \(tags): \(patch) instead of \(wanted)")
      }
    }
  }

  @Test func `fits another shape inside black bars`() throws {
    let white = VideoFrame.made(
      .grey, PixelSize(width: 40, height: 40), bytes: [UInt8](repeating: 235, count: 1600))
    let planes = try roundTrip([white], size: size)
    let middle = planes[32 * 96..<33 * 96]
    #expect(middle.prefix(15).allSatisfy { $0 <= 18 } && middle.suffix(15).allSatisfy { $0 <= 18 })
    #expect(middle.dropFirst(18).dropLast(18).allSatisfy { $0 >= 232 })
    #expect([planes[10 * 96 + 48], planes[53 * 96 + 48]].allSatisfy { $0 >= 232 })
  }

  @Test func `clears the bars when the source changes its shape`() throws {
    let wide = VideoFrame.made(.grey, size, bytes: [UInt8](repeating: 235, count: 96 * 64))
    let tall = VideoFrame.made(
      .grey, PixelSize(width: 32, height: 64), bytes: [UInt8](repeating: 235, count: 2048))
    let planes = try roundTrip([wide, tall], size: size)
    let second = planes[(96 * 64 * 3 / 2)...].dropFirst(32 * 96).prefix(96)
    #expect(second.prefix(28).allSatisfy { $0 <= 20 })
  }

  @Test func `leaves an odd last row and column off instead of blurring the picture`() throws {
    // Columns alternate: any scaling would mix them.
    let bytes = (0..<65).flatMap { _ in (0..<97).map { UInt8($0 % 2 == 0 ? 40 : 200) } }
    let odd = VideoFrame.made(.grey, PixelSize(width: 97, height: 65), bytes: bytes)
    let row = try roundTrip([odd], size: size)[32 * 96..<33 * 96]
    for (index, value) in row.enumerated() {
      #expect(abs(Int(value) - (index % 2 == 0 ? 40 : 200)) <= 6)
    }
  }

  @Test func `repeats the last good picture for a damaged one and counts it`() throws {
    let good = try ColourPatches.frame(.mjpeg, ColourTags(matrix: .bt601, isFullRange: true))
    let bytes = good.memory.withBytes { Array($0) }
    let settings = VideoSettings(size: ColourPatches.size, rate: .thirty, quality: 1)
    let encoder = try H264Encoder(settings: settings)
    for damaged in [Array(bytes.prefix(bytes.count / 2)), [], [0xff, 0xd8, 0xff, 0xd9]] {
      let before = encoder.damagedFrames
      let frame = VideoFrame.made(.mjpeg, ColourPatches.size, bytes: damaged)
      _ = try encoder.encode(frame, index: Int64(before))
      #expect(encoder.damagedFrames == before + 1)
    }
    let half = VideoFrame.made(
      .mjpeg, ColourPatches.size, bytes: Array(bytes.dropLast(bytes.count / 4)))
    let planes = try roundTrip([half, good, half], size: ColourPatches.size)
    let pictures = stride(from: 0, to: planes.count, by: planes.count / 3).map {
      ColourPatches.read(Array(planes[$0..<$0 + planes.count / 3]))
    }
    #expect(pictures[0].allSatisfy { $0[0] <= 18 }, "a damaged first frame is black")
    for (last, repeated) in zip(pictures[1], pictures[2]) {
      #expect(abs(last[0] - repeated[0]) <= 2 && abs(last[1] - repeated[1]) <= 2)
    }
  }

  @Test func `counts a frame with too few bytes as damaged`() throws {
    let encoder = try H264Encoder(
      settings: VideoSettings(size: size, rate: .thirty, quality: 23))
    _ = try encoder.encode(.made(.yuyv, size, bytes: [UInt8](repeating: 0, count: 99)), index: 0)
    #expect(encoder.damagedFrames == 1)
  }

  @Test func `has one configuration whatever it shows and however well`() throws {
    let reference = try Clip(frames: 3).configuration
    #expect(try Clip(frames: 40, quality: 18, seed: 5).configuration == reference)
    #expect(try Clip(frames: 1, quality: 51, seed: 9).configuration == reference)
    #expect(try Clip(frames: 1, quality: 1).configuration == reference)
    let rolling = VideoSettings(size: size, rate: .thirty, quality: 22).rolling
    #expect(rolling.keyInterval == 15)
    #expect(
      try H264Encoder(settings: rolling).configuration == reference, "key frames twice as close")
    #expect(reference.count > 20 && reference[0] == 1 && reference[1] == 100)
  }

  @Test(arguments: [(30, 1, 30), (60, 1, 60), (120, 1, 60), (30_000, 1001, 30), (5, 2, 3)])
  func `begins anew about every second`(frames: Int64, seconds: Int64, interval: Int64) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    let encoder = try H264Encoder(settings: VideoSettings(size: size, rate: rate, quality: 23))
    var packets: [EncodedPacket] = []
    for index in 0..<130 {
      // A new scene every 25 pictures must not move the key frames.
      let bright = VideoFrame.made(.grey, size, bytes: (0..<96 * 64).map { UInt8($0 * 31 % 235) })
      let isBright = index / 25 % 2 == 1
      packets += try encoder.encode(
        isBright ? bright : .moving(size, index: index, seed: 0), index: Int64(index))
    }
    packets += try encoder.finish()
    #expect(packets.map(\.frame) == Array(0..<130))
    let keys = packets.filter(\.isKey).map(\.frame)
    #expect(keys == stride(from: 0, to: 130, by: Int(interval)).map(Int64.init))
  }

  @Test func `gives nothing but slices behind four-byte lengths`() throws {
    for packet in try Clip(frames: 35).packets {
      var offset = 0
      while offset < packet.bytes.count {
        let length = packet.bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        #expect(packet.bytes[offset + 4] & 31 == (packet.isKey ? 5 : 1))
        offset += 4 + length
      }
      #expect(offset == packet.bytes.count && offset > 4)
    }
  }

  @Test func `codes without loss at quality 0`() throws {
    let clip = try Clip(frames: 2, quality: 0)
    let folder = try TempFolder()
    try clip.writeTake(folder.file("t.mov"))
    let original = VideoFrame.moving(size, index: 1, seed: 0).memory.withBytes { Array($0) }
    #expect(try Array(decodedPictures(folder.file("t.mov")).suffix(original.count)) == original)
  }

  @Test func `says what was wrong with settings that cannot be coded`() {
    let settings = VideoSettings(size: PixelSize(width: 0, height: 0), rate: .thirty, quality: 23)
    #expect(throws: CodecError.self) { try H264Encoder(settings: settings) }
  }
}
