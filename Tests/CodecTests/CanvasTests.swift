import Frames
import Recording
import Support
import Testing
import Units

@testable import Codec

@Suite struct `the canvas` {
  /// A crop, a rotation and a mirror.
  struct Case: Sendable, CustomTestStringConvertible {
    let framing: Framing
    var testDescription: String { framing.description }
  }

  /// Every crop with every way to lay it down.
  static let cases: [Case] = ["native", "square", "9:16", "51x37+13+7"].flatMap { name in
    Framing.Rotation.allCases.flatMap { rotation in
      Framing.Mirror.allCases.map { mirror in
        Case(
          framing: Framing(
            crop: Framing.Crop(parsing: name) ?? .native, rotation: rotation, mirror: mirror))
      }
    }
  }

  @Test func `has no part that does not lie inside of it`() throws {
    let picture = try Picture.coded(PixelSize(width: 64, height: 48))
    func isThere(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> Bool {
      picture.area(left: left, top: top, size: PixelSize(width: width, height: height)) != nil
    }
    #expect(isThere(0, 0, 64, 48) && isThere(32, 24, 32, 24))
    #expect(!isThere(0, 0, 66, 48) && !isThere(0, 0, 64, 50))
    #expect(!isThere(34, 24, 32, 24) && !isThere(32, 26, 32, 24) && !isThere(-2, 0, 32, 24))
  }

  @Test(arguments: cases)
  func `shows to the pixel what FFmpeg's filters do`(_ test: Case) throws {
    let size = PixelSize(width: 98, height: 66)
    let frame = VideoFrame.moving(size, index: 5, seed: 3)
    let source = frame.memory.withBytes { Array($0) }
    // Colours that differ from place to place as well.
    var bytes = source
    for index in size.area..<bytes.count { bytes[index] = UInt8((index * 37 / 5) % 200 + 20) }
    let area = test.framing.crop.area(in: size)
    var filters = [
      "crop=\(area.size.width):\(area.size.height):\(area.left):\(area.top):exact=1"
    ]
    switch test.framing.rotation {
    case .upright: break
    case .quarter: filters.append("transpose=clock")
    case .half: filters += ["hflip", "vflip"]
    case .threeQuarters: filters.append("transpose=cclock")
    }
    switch test.framing.mirror {
    case .none: break
    case .horizontal: filters.append("hflip")
    case .vertical: filters.append("vflip")
    }
    let expected = try judge(
      "ffmpeg",
      ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(size)", "-i", "-", "-vf"]
        + [filters.joined(separator: ","), "-f", "rawvideo", "-"], input: bytes)
    #expect(try drawn(.made(.yu12, size, bytes: bytes), test.framing) == expected)
  }

  @Test(arguments: PixelFormat.allCases.filter { $0 != .h264 }, cases)
  func `takes each corner where it belongs, of every format and odd sizes`(
    format: PixelFormat, _ test: Case
  ) throws {
    let size = PixelSize(width: 99, height: 67)
    let frame = try Corners(size: size, format: format, crop: test.framing.crop).frame()
    let planes = try drawn(frame, test.framing)
    let target = test.framing.size(of: size)
    for (x, y) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
      let expected = ColourPatches.code(Corners.colour(shownAt: x, y, test.framing), .take)
      let found = sample(planes, of: target, x: x, y: y)
      for part in 0..<(format == .grey ? 1 : 3) {
        #expect(abs(found[part] - expected[part]) < 7, "\(x) \(y): \(found) not \(expected)")
      }
    }
  }

  @Test func `cuts a shape out of the picture that comes, whatever was asked`() throws {
    let settings = VideoSettings(
      size: PixelSize(width: 128, height: 64), rate: .thirty, quality: 22
    ).framed(Framing(crop: .square))
    var canvas = try Canvas(settings)
    let size = PixelSize(width: 200, height: 32)
    // White but for the middle: had it been fitted whole, white and black bars would be seen.
    let row = (0..<200).map { UInt8((84..<116).contains($0) ? 128 : 235) }
    let rows = (0..<32).flatMap { _ in row }
    #expect(try canvas.draw(.made(.grey, size, bytes: rows)))
    let luma = bytes(canvas.picture, settings.size).prefix(settings.size.area)
    #expect(luma.count == 64 * 64 && luma.allSatisfy { abs(Int($0) - 128) < 8 })
  }

  @Test func `keeps the last good picture, turned as it was`() throws {
    let size = PixelSize(width: 96, height: 64)
    let settings = VideoSettings(size: size, rate: .thirty, quality: 22)
      .framed(Framing(rotation: .quarter))
    var canvas = try Canvas(settings)
    #expect(try canvas.draw(.moving(size, index: 1, seed: 0)))
    let before = bytes(canvas.picture, settings.size)
    #expect(try !canvas.draw(.made(.yuyv, size, bytes: [1, 2, 3])))
    #expect(try !canvas.draw(.made(.mjpeg, size, bytes: [0xff, 0xd8, 1, 2])))
    #expect(bytes(canvas.picture, settings.size) == before)
  }

  private func drawn(_ frame: VideoFrame, _ framing: Framing) throws -> [UInt8] {
    let settings = VideoSettings(size: frame.size, rate: .thirty, quality: 22).framed(framing)
    var canvas = try Canvas(settings)
    #expect(try canvas.draw(frame))
    return bytes(canvas.picture, settings.size)
  }

  private func bytes(_ picture: borrowing Picture, _ size: PixelSize) -> [UInt8] {
    guard let area = picture.area(left: 0, top: 0, size: size) else { return [] }
    return (0..<3).flatMap { index in
      let plane = area.plane(index)
      return (0..<plane.rows).flatMap { row in
        Array(UnsafeBufferPointer(start: plane.row(row), count: plane.columns))
      }
    }
  }

  /// Y, Cb, Cr in the middle of a quarter of a planar picture.
  private func sample(_ planes: [UInt8], of size: PixelSize, x: Int, y: Int) -> [Double] {
    let (column, row) = (size.width * (2 + x) / 4, size.height * (2 + y) / 4)
    let chroma = size.area + row / 2 * (size.width / 2) + column / 2
    return [planes[row * size.width + column], planes[chroma], planes[chroma + size.area / 4]]
      .map(Double.init)
  }
}

/// A picture whose crop has a colour of its own in each quarter.
private struct Corners {
  let size: PixelSize
  let format: PixelFormat
  private let middle: (x: Int, y: Int)

  init(size: PixelSize, format: PixelFormat, crop: Framing.Crop) {
    self.size = size
    self.format = format
    let area = crop.area(in: size)
    middle = (area.left + area.size.width / 2, area.top + area.size.height / 2)
  }

  /// The colour that a viewer sees in a quarter, -1 being left and top: undoes what was done, last
  /// things first.
  static func colour(shownAt x: Int, _ y: Int, _ framing: Framing) -> (Double, Double, Double) {
    var (x, y) = (x, y)
    switch framing.mirror {
    case .none: break
    case .horizontal: x = -x
    case .vertical: y = -y
    }
    switch framing.rotation {
    case .upright: break
    case .quarter: (x, y) = (y, -x)
    case .half: (x, y) = (-x, -y)
    case .threeQuarters: (x, y) = (-y, x)
    }
    return ColourPatches.colours[4 + (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0)]
  }

  func frame() throws -> VideoFrame {
    let full = ColourTags(matrix: .bt601, isFullRange: true)
    guard format == .mjpeg else { return .made(format, size, bytes: bytes(format, .take)) }
    let jpeg = try judge(
      "ffmpeg",
      ["-f", "rawvideo", "-pix_fmt", "yuvj420p", "-s", "\(size)", "-i", "-"]
        + ["-q:v", "1", "-f", "mjpeg", "-"], input: bytes(.yu12, full))
    return .made(.mjpeg, size, full, bytes: jpeg)
  }

  private func bytes(_ format: PixelFormat, _ tags: ColourTags) -> [UInt8] {
    func colour(_ x: Int, _ y: Int) -> (red: Double, green: Double, blue: Double) {
      ColourPatches.colours[4 + (x >= middle.x ? 1 : 0) + (y >= middle.y ? 2 : 0)]
    }
    func code(_ x: Int, _ y: Int, _ part: Int) -> UInt8 {
      UInt8(ColourPatches.code(colour(x, y), tags)[part].rounded())
    }
    func rgb(_ x: Int, _ y: Int) -> [UInt8] {
      let found = colour(x, y)
      return [found.red, found.green, found.blue].map { UInt8((255 * $0).rounded()) }
    }
    func plane(_ step: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
      stride(from: 0, to: size.height, by: step).flatMap { y in
        stride(from: 0, to: size.width, by: step).flatMap { x in pixel(x, y) }
      }
    }
    func pairs(_ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
      (0..<size.height).flatMap { y in
        stride(from: 0, to: size.width, by: 2).flatMap { x in pixel(x, y) }
      }
    }
    func luma() -> [UInt8] { plane(1) { [code($0, $1, 0)] } }
    switch format {
    case .mjpeg, .h264: return []
    case .yuyv:
      return pairs { [code($0, $1, 0), code($0, $1, 1), code($0 + 1, $1, 0), code($0, $1, 2)] }
    case .uyvy:
      return pairs { [code($0, $1, 1), code($0, $1, 0), code($0, $1, 2), code($0 + 1, $1, 0)] }
    case .nv12:
      // Rows of colours have the stride of luminance, which an odd width makes one byte short.
      let stride = format.tightStride(width: size.width)
      let rows = (0..<size.height).flatMap { y in
        (0..<stride).map { code(min($0, size.width - 1), y, 0) }
      }
      return rows
        + Swift.stride(from: 0, to: size.height, by: 2).flatMap { y in
          (0..<stride).map { code($0 & ~1, y, 1 + $0 % 2) }
        }
    case .yu12: return luma() + plane(2) { [code($0, $1, 1)] } + plane(2) { [code($0, $1, 2)] }
    case .rgb24: return plane(1) { rgb($0, $1) }
    case .bgr24: return plane(1) { rgb($0, $1).reversed() }
    case .grey: return luma()
    }
  }
}
