import Frames
import Support
import Units

/// Eight patches side by side, greys and strong colours, in any pixel layout and colour space.
struct ColourPatches {
  static let colours: [(red: Double, green: Double, blue: Double)] = [
    (0, 0, 0), (0.25, 0.25, 0.25), (0.5, 0.5, 0.5), (1, 1, 1), (0.8, 0.1, 0.1), (0.1, 0.7, 0.2),
    (0.1, 0.2, 0.8), (0.8, 0.7, 0.1),
  ]
  static let size = PixelSize(width: 256, height: 32)
  private static let side = 32

  /// Y, Cb, Cr of a colour by the equations of ITU-R BT.601-7 and BT.709-6.
  static func code(
    _ colour: (red: Double, green: Double, blue: Double), _ tags: ColourTags
  ) -> [Double] {
    let (kr, kb) = tags.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let luma = kr * colour.red + (1 - kr - kb) * colour.green + kb * colour.blue
    let blue = (colour.blue - luma) / (2 * (1 - kb))
    let red = (colour.red - luma) / (2 * (1 - kr))
    return tags.isFullRange
      ? [255 * luma, 128 + 255 * blue, 128 + 255 * red]
      : [16 + 219 * luma, 128 + 224 * blue, 128 + 224 * red]
  }

  /// The patches as a frame; grey frames show the patches' luminance.
  static func frame(_ format: PixelFormat, _ tags: ColourTags) throws -> VideoFrame {
    var bytes = bytes(format, tags)
    if format == .mjpeg {
      bytes = try judge(
        "ffmpeg",
        ["-f", "rawvideo", "-pix_fmt", "yuvj420p", "-s", "\(size)", "-i", "-"]
          + ["-q:v", "1", "-f", "mjpeg", "-"],
        input: Self.bytes(.yu12, tags))
    }
    return .made(format, size, tags, bytes: bytes)
  }

  private static func bytes(_ format: PixelFormat, _ tags: ColourTags) -> [UInt8] {
    func row(_ step: Int, _ pixel: (Int) -> [UInt8]) -> [UInt8] {
      stride(from: 0, to: size.width, by: step).flatMap { pixel($0 / side) }
    }
    func rows(_ count: Int, _ row: [UInt8]) -> [UInt8] { (0..<count).flatMap { _ in row } }
    func part(_ patch: Int, _ index: Int) -> UInt8 {
      UInt8(code(colours[patch], tags)[index].rounded())
    }
    func rgb(_ patch: Int) -> [UInt8] {
      let colour = colours[patch]
      return [colour.red, colour.green, colour.blue].map { UInt8((255 * $0).rounded()) }
    }
    let (height, luma) = (size.height, row(1) { [part($0, 0)] })
    switch format {
    case .mjpeg, .h264: return []
    case .yuyv:
      return rows(height, row(2) { [part($0, 0), part($0, 1), part($0, 0), part($0, 2)] })
    case .uyvy:
      return rows(height, row(2) { [part($0, 1), part($0, 0), part($0, 2), part($0, 0)] })
    case .nv12:
      return rows(height, luma) + rows(height / 2, row(2) { [part($0, 1), part($0, 2)] })
    case .yu12:
      return rows(height, luma) + rows(height / 2, row(2) { [part($0, 1)] })
        + rows(height / 2, row(2) { [part($0, 2)] })
    case .rgb24: return rows(height, row(1) { rgb($0) })
    case .bgr24: return rows(height, row(1) { rgb($0).reversed() })
    case .grey: return rows(height, luma)
    }
  }

  /// Y, Cb, Cr in the middle of each patch of a decoded picture.
  static func read(_ planes: [UInt8]) -> [[Double]] {
    let (width, height) = (size.width, size.height)
    return colours.indices.map { patch in
      let (x, y) = (patch * side + side / 2, height / 2)
      let chroma = width * height + y / 2 * width / 2 + x / 2
      return [planes[y * width + x], planes[chroma], planes[chroma + width * height / 4]]
        .map(Double.init)
    }
  }
}
