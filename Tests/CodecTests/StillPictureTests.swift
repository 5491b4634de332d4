import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `a still` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func write(_ bytes: [UInt8], _ name: String = "s.jpg") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private func still(
    _ frame: VideoFrame, framing: Framing = .native, identifier: String? = nil,
    codec: VideoCodec = .h264
  ) throws -> [UInt8] {
    let settings = VideoSettings(size: frame.size, rate: .thirty, quality: 22, codec: codec)
    return try StillPicture.code(
      frame, codec == .h264 ? settings.framed(framing) : settings,
      StillTags(takenAt: 1_796_051_437.25, identifier: identifier))
  }

  /// The patches as FFmpeg reads them from a file, in red, green and blue.
  private func colours(_ path: String) throws -> [[Double]] {
    let rgb = try judge("ffmpeg", ["-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    return ColourPatches.colours.indices.map { patch in
      let place = 3 * (16 * ColourPatches.size.width + patch * 32 + 16)
      return rgb[place..<place + 3].map(Double.init)
    }
  }

  @Test(arguments: [PixelFormat.yuyv, .nv12, .rgb24, .mjpeg])
  func `shows the colours that were there`(format: PixelFormat) throws {
    let tags = ColourTags(matrix: .bt601, isFullRange: format == .mjpeg)
    let bytes = try still(ColourPatches.frame(format, tags))
    let seen = try colours(try write(bytes))
    for (colour, seen) in zip(ColourPatches.colours, seen) {
      for (one, two) in zip([colour.red, colour.green, colour.blue], seen) {
        #expect(abs(255 * one - two) <= 5, "\(colour) is \(seen)")
      }
    }
  }

  @Test func `tells when it was taken, its size and which way is up`() throws {
    let frame = try ColourPatches.frame(.yuyv, .take)
    let path = try write(try still(frame, identifier: "6D1B5E4A-0000-4000-8000-00000000ABCD"))
    let told = try Command.run(
      "exiftool",
      ["-s", "-n", "-Orientation", "-DateTimeOriginal", "-SubSecTimeOriginal", "-ExifImageWidth"]
        + ["-ExifImageHeight", "-ImageSize", "-ColorSpace", "-MediaGroupUUID", "-Warning", path],
      env: ["TZ": "UTC"])
    let lines = told.text.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tags = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
    #expect(tags["Orientation"] == "1" && tags["ColorSpace"] == "1")
    #expect(tags["ExifImageWidth"] == "256" && tags["ExifImageHeight"] == "32")
    #expect(tags["ImageSize"] == "256 32" && tags["SubSecTimeOriginal"] == "250")
    #expect(tags["MediaGroupUUID"] == "6D1B5E4A-0000-4000-8000-00000000ABCD")
    #expect(tags["Warning"] == nil, "\(told.text)")
    let date = DateFormatter()
    date.dateFormat = "yyyy:MM:dd HH:mm:ss"
    let expected = date.string(from: Date(timeIntervalSince1970: 1_796_051_437))
    #expect(tags["DateTimeOriginal"] == expected)
  }

  @Test func `is framed as takes are`() throws {
    let frame = try ColourPatches.frame(.rgb24, .take)
    let framing = Framing(
      crop: .exact(PixelArea(left: 128, top: 0, size: PixelSize(width: 64, height: 32))),
      rotation: .quarter, mirror: .none)
    let path = try write(try still(frame, framing: framing))
    let rgb = try judge("ffmpeg", ["-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    #expect(rgb.count == 3 * 32 * 64)
    // Clockwise: what was left is above now.
    func pixel(_ row: Int) -> [UInt8] {
      let place = 3 * (row * 32 + 16)
      return Array(rgb[place..<place + 3])
    }
    let (above, below) = (pixel(16), pixel(48))
    #expect(above[0] > 190 && below[0] < 40, "red, then green")
  }

  @Test func `of a camera's own JPEG keeps its size`() throws {
    let jpegs = try JPEGs(1, size: PixelSize(width: 96, height: 64))
    let bytes = try still(jpegs.frame(jpegs.pictures[0]), codec: .mjpeg)
    let facts = try MovieFacts(path: try write(bytes))
    #expect(facts.video?.width == 96 && facts.video?.height == 64)
  }

  @Test func `of a damaged picture is refused`() throws {
    let jpegs = try JPEGs(1)
    #expect(throws: CodecError.self) {
      try still(jpegs.frame(JPEGs.damagedInside(jpegs.pictures[0])), codec: .mjpeg)
    }
  }

  @Test func `with a movie behind it is still a picture`() throws {
    let frame = try ColourPatches.frame(.yuyv, .take)
    let plain = try still(frame)
    let movie = [UInt8](repeating: 0x55, count: 1234)
    let head = MotionPhoto.head(still: plain, movieBytes: 1234, shutter: .milliseconds(1500))
    let path = try write(head + movie, "m.jpg")
    #expect(try colours(path) == colours(try write(plain)))
    let told = try Command.run(
      "exiftool", ["-a", "-s3", "-XMP:DirectoryItemLength", "-DateTimeOriginal", "-Warning", path])
    let lines = told.text.split(separator: "\n")
    #expect(lines.prefix(2) == ["0", "1234"] && lines.count == 3, "\(told.text)")
  }
}
