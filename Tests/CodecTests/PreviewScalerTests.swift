import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

/// The colour that a small picture has at a place.
private func pixel(_ picture: PreviewPicture, _ x: Int, _ y: Int) -> [Int] {
  (0..<3).map { Int(picture.pixels[3 * (y * picture.size.width + x) + $0]) }
}

@Suite struct `the live picture's scaler` {
  private static let formats: [PixelFormat] = PixelFormat.allCases.filter { $0 != .h264 }
  private static let allTags: [ColourTags] = [
    ColourTags(matrix: .bt601, isFullRange: false), ColourTags(matrix: .bt601, isFullRange: true),
    ColourTags(matrix: .bt709, isFullRange: false), ColourTags(matrix: .bt709, isFullRange: true),
  ]

  private func tags(of format: PixelFormat, _ tags: ColourTags) -> ColourTags {
    format == .mjpeg ? ColourTags(matrix: .bt601, isFullRange: true) : tags
  }

  /// The patches' colours as they must be seen, 0 to 255; grey frames show their luminance.
  private func expected(_ patch: Int, _ format: PixelFormat, _ tags: ColourTags) -> [Double] {
    let colour = ColourPatches.colours[patch]
    guard format == .grey else { return [colour.red, colour.green, colour.blue].map { 255 * $0 } }
    let code = ColourPatches.code(colour, tags)[0]
    let level = tags.isFullRange ? code : (code - 16) * 255 / 219
    return [level, level, level]
  }

  private func movie(_ framing: Framing = .native) -> VideoSettings {
    VideoSettings(size: ColourPatches.size, rate: .thirty, quality: 22).framed(framing)
  }

  /// Patches in the order in which they are seen along a line of places.
  private func expect(
    _ picture: PreviewPicture, shows patches: [Int], at places: [(Int, Int)],
    _ format: PixelFormat = .yu12, _ tags: ColourTags = .take, _ comment: Comment = ""
  ) {
    for (patch, place) in zip(patches, places) {
      let found = pixel(picture, place.0, place.1)
      let wanted = expected(patch, format, tags)
      for (found, wanted) in zip(found, wanted) {
        #expect(abs(Double(found) - wanted) <= 6, "\(comment) patch \(patch): \(found), \(wanted)")
      }
    }
  }

  @Test(arguments: formats, allTags)
  func `shows every format in its true colours`(format: PixelFormat, given: ColourTags) throws {
    let tags = tags(of: format, given)
    let frame = try ColourPatches.frame(format, tags)
    // 256x32 in 64x8 pixels: eight for each patch.
    let picture = try #require(
      try PreviewScaler().convert(
        frame, as: movie(), within: PictureRoom(blocks: CellSize(columns: 64, rows: 10))))
    #expect(picture.size == PixelSize(width: 64, height: 8))
    expect(
      picture, shows: Array(0..<8), at: (0..<8).map { (8 * $0 + 4, 4) }, format, tags,
      "\(format) \(tags)")
  }

  @Test(arguments: [PixelFormat.yuyv, .yu12, .nv12, .rgb24, .mjpeg])
  func `shows crop, rotation and mirror as the movie has them`(format: PixelFormat) throws {
    let tags = tags(of: format, .take)
    let frame = try ColourPatches.frame(format, tags)
    let scaler = PreviewScaler()
    let room = PictureRoom(blocks: CellSize(columns: 64, rows: 32))
    func picture(_ framing: Framing) throws -> PreviewPicture {
      try #require(try scaler.convert(frame, as: movie(framing), within: room))
    }
    let wide = (0..<8).map { (8 * $0 + 4, 4) }
    let high = (0..<8).map { (4, 8 * $0 + 4) }
    let patches = Array(0..<8)
    expect(try picture(.native), shows: patches, at: wide, format, tags, "native")
    expect(
      try picture(Framing(mirror: .horizontal)), shows: patches.reversed(), at: wide, format, tags,
      "mirrored")
    expect(
      try picture(Framing(mirror: .vertical)), shows: patches, at: wide, format, tags,
      "upside down")
    let turned = try picture(Framing(rotation: .quarter))
    #expect(turned.size == PixelSize(width: 8, height: 64))
    expect(turned, shows: patches, at: high, format, tags, "turned")
    expect(
      try picture(Framing(rotation: .threeQuarters)), shows: patches.reversed(), at: high, format,
      tags, "turned back")
    expect(
      try picture(Framing(rotation: .quarter, mirror: .vertical)), shows: patches.reversed(),
      at: high, format, tags, "turned and mirrored")
    // Patches 2 to 5 alone.
    let area = PixelArea(left: 64, top: 0, size: PixelSize(width: 128, height: 32))
    expect(
      try picture(Framing(crop: .exact(area))), shows: Array(2..<6),
      at: (0..<4).map { (16 * $0 + 8, 8) }, format, tags, "cropped")
  }

  @Test func `averages all that becomes one pixel`() throws {
    let size = PixelSize(width: 640, height: 360)
    // Columns black and white in turn; only the mean is grey everywhere.
    let bytes =
      (0..<size.area).map { UInt8($0 % 2 == 0 ? 16 : 235) }
      + [UInt8](repeating: 128, count: size.area / 2)
    let frame = VideoFrame.made(.yu12, size, .take, bytes: bytes)
    let settings = VideoSettings(size: size, rate: .thirty, quality: 22)
    let picture = try #require(
      try PreviewScaler().convert(
        frame, as: settings, within: PictureRoom(blocks: CellSize(columns: 39, rows: 11))))
    #expect(picture.pixels.allSatisfy { abs(Int($0) - 128) <= 4 })
  }

  @Test func `puts the bars that the movie will have around a camera of another shape`() throws {
    let size = PixelSize(width: 320, height: 240)
    let white =
      [UInt8](repeating: 235, count: size.area)
      + [UInt8](repeating: 128, count: size.area / 2)
    let movie = VideoSettings(
      size: PixelSize(width: 1280, height: 720), rate: .thirty, quality: 22)
    let picture = try #require(
      try PreviewScaler().convert(
        .made(.yu12, size, .take, bytes: white), as: movie,
        within: PictureRoom(blocks: CellSize(columns: 64, rows: 18))))
    #expect(picture.size == PixelSize(width: 64, height: 36))
    // 4:3 in 16:9: an eighth is black at each side.
    let row = (0..<64).map { pixel(picture, $0, 18)[0] }
    #expect(row[..<8].allSatisfy { $0 == 0 } && row[56...].allSatisfy { $0 == 0 })
    #expect(row[8..<56].allSatisfy { $0 >= 250 })
  }

  @Test func `gives nothing for a damaged frame or no room, and goes on with the next`() throws {
    let scaler = PreviewScaler()
    let room = PictureRoom(blocks: CellSize(columns: 64, rows: 10))
    let whole = try ColourPatches.frame(.mjpeg, tags(of: .mjpeg, .take))
    let bytes = whole.memory.withBytes { Array($0) }
    let broken = VideoFrame.made(
      .mjpeg, whole.size, whole.colour, bytes: Array(bytes.prefix(bytes.count / 3)))
    #expect(try scaler.convert(broken, as: movie(), within: room) == nil)
    #expect(try scaler.convert(whole, as: movie(), within: room) != nil)
    #expect(
      try scaler.convert(
        whole, as: movie(), within: PictureRoom(blocks: CellSize(columns: 0, rows: 0))) == nil)
    let short = VideoFrame.made(.yuyv, ColourPatches.size, .take, bytes: [1, 2, 3])
    #expect(try scaler.convert(short, as: movie(), within: room) == nil)
  }

  @Test(arguments: [64, 128, 256])
  func `decodes a big JPEG only as far as is needed, to the same picture`(width: Int) throws {
    let size = PixelSize(width: 1024, height: 576)
    var bytes: [UInt8] = []
    for row in 0..<size.height {
      for column in 0..<size.width { bytes.append(UInt8((column / 8 + row / 8) % 220 + 16)) }
    }
    bytes += [UInt8](repeating: 100, count: size.area / 4)
    bytes += [UInt8](repeating: 150, count: size.area / 4)
    let jpeg = try judge(
      "ffmpeg",
      ["-f", "rawvideo", "-pix_fmt", "yuvj420p", "-s", "\(size)", "-i", "-"]
        + ["-q:v", "2", "-f", "mjpeg", "-"], input: bytes)
    let full = ColourTags(matrix: .bt601, isFullRange: true)
    let settings = VideoSettings(size: size, rate: .thirty, quality: 22)
    let room = PictureRoom(blocks: CellSize(columns: width, rows: width / 2))
    func picture(_ frame: VideoFrame) throws -> PreviewPicture {
      try #require(try PreviewScaler().convert(frame, as: settings, within: room))
    }
    let fromJPEG = try picture(.made(.mjpeg, size, full, bytes: jpeg))
    let fromPlanes = try picture(.made(.yu12, size, full, bytes: bytes))
    #expect(fromJPEG.size == fromPlanes.size)
    let worst = zip(fromJPEG.pixels, fromPlanes.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect((worst ?? 255) <= 8)
  }
}
