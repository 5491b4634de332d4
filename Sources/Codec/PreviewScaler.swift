import CLibAV
package import Frames
package import Recording
import Units

/// Shrinks the camera's frames to the few pixels of the live picture by averaging areas.
///
/// Everything but the averaging, which swscale does in the source's own colour space, is done on the
/// small picture: turning, and the way from YCbCr to RGB.
package final class PreviewScaler: PreviewConverter {
  private var scaler: Scaler?
  private var small: Picture?
  private var jpeg: JPEGDecoder?
  /// The power of two by which JPEG pictures are decoded smaller.
  private var reduction = 0

  /// Rows of the source that are looked at for each row of the result, at least.
  ///
  /// More of them cost time and show nothing: of 1280x720 YUYV to 80x44 every second row takes half
  /// as long.
  private static let fewestRows = 6
  /// JPEG pictures are decoded no smaller than this many times the result, or edges would be steps.
  private static let fewestSamples = 2

  /// Makes a converter for any frames.
  package init() {}

  package func convert(
    _ frame: VideoFrame, as movie: VideoSettings, within room: PictureRoom
  ) throws -> PreviewPicture? {
    guard let (cells, size) = room.fitted(movie.size) else { return nil }
    return try frame.memory.lent { (bytes) throws(CodecError) in
      let planes =
        frame.format == .mjpeg
        ? try decode(bytes, of: frame.size, movie, size) : Planes(frame, bytes)
      guard let planes else { return nil }
      let crop = (movie.framing ?? .native).crop
      return try draw(
        planes.cut(crop.area(in: planes.size, of: movie.camera)), movie, size, over: cells)
    }
  }

  /// Shrinks a whole coded picture of the movie, whose numbers mean `colour` and which players turn
  /// by `turn`.
  func convert(
    _ picture: PlaneArea, _ colour: ColourTags, of movie: VideoSettings,
    turned turn: Framing.Rotation, within room: PictureRoom
  ) throws(CodecError) -> PreviewPicture? {
    var shown = movie
    shown.framing = Framing(rotation: turn)
    let whole = Orientation(rotation: turn).size(of: movie.size)
    (shown.width, shown.height) = (whole.width, whole.height)
    guard let (cells, size) = room.fitted(whole) else { return nil }
    return try draw(Planes(picture, colour), shown, size, over: cells)
  }

  /// Decodes only as much of a JPEG as is needed (AVCodecContext.lowres).
  private func decode(
    _ bytes: UnsafeRawBufferPointer, of camera: PixelSize, _ movie: VideoSettings, _ size: PixelSize
  ) throws(CodecError) -> Planes? {
    let framing = movie.framing ?? .native
    let (shown, wanted) = (
      framing.crop.area(in: camera, of: movie.camera).size,
      framing.orientation.inverse.size(of: size)
    )
    let smaller = (1...3).last { power in
      shown.width >> power >= wanted.width * Self.fewestSamples
        && shown.height >> power >= wanted.height * Self.fewestSamples
    }
    let reduction = smaller ?? 0
    if jpeg == nil || reduction != self.reduction {
      jpeg = nil
      jpeg = try JPEGDecoder(reduction: reduction)
      self.reduction = reduction
    }
    return try jpeg?.decode(bytes)
  }

  private func draw(
    _ planes: Planes, _ movie: VideoSettings, _ size: PixelSize, over cells: CellSize
  ) throws(CodecError) -> PreviewPicture? {
    let orientation = (movie.framing ?? .native).orientation
    let (upright, frame) = (
      orientation.inverse.size(of: size), orientation.inverse.size(of: movie.size)
    )
    // As the encoder's canvas fits it into the movie.
    let inside = planes.size.fitted(into: frame)
    let shown = PixelSize(
      width: Self.part(inside.width, of: frame.width, on: upright.width),
      height: Self.part(inside.height, of: frame.height, on: upright.height))
    guard let area = try shrink(planes, to: shown) else { return nil }
    var target = SmallCanvas(
      size: size, upright: upright, orientation: orientation,
      left: (upright.width - shown.width) / 2, top: (upright.height - shown.height) / 2)
    target.draw(area, planes.isRGB ? .take : planes.colour)
    return PreviewPicture(cells: cells, size: size, pixels: target.pixels)
  }

  /// Less than a pixel's bar is rounding.
  private static func part(_ length: Int, of whole: Int, on pixels: Int) -> Int {
    max(1, (length * pixels + whole / 2) / max(1, whole))
  }

  private func shrink(_ planes: Planes, to size: PixelSize) throws(CodecError) -> PlaneArea? {
    var source = planes
    while source.size.height / 2 >= size.height * Self.fewestRows,
      source.size.height.isMultiple(of: 4)
    { source = source.everySecondRow }
    let kind = Scaler.Kind(
      format: source.format.rawValue, isRGB: source.isRGB, source: source.size, target: size,
      purpose: .preview)
    if scaler?.kind != kind {
      // Both or none: a scaler would write beyond a picture that was made for another one.
      scaler = nil
      small = try Picture.coded(size, format: AV_PIX_FMT_YUV444P)
      scaler = try Scaler.open(kind)
    }
    guard let area = small?.area(left: 0, top: 0, size: size) else { return nil }
    try scaler?.convert(source, to: area)
    return area
  }
}

extension Planes {
  /// The rows with even numbers, of all planes; the height must be a multiple of four.
  fileprivate var everySecondRow: Planes {
    var half = self
    half.size = PixelSize(width: size.width, height: size.height / 2)
    half.strides = strides.map { $0 * 2 }
    return half
  }
}

/// The small picture while it is drawn: black where nothing is.
private struct SmallCanvas {
  let size: PixelSize
  let upright: PixelSize
  let orientation: Orientation
  /// Where the picture begins before it is turned.
  let left: Int
  /// See `left`.
  let top: Int
  private(set) var pixels: [UInt8]

  init(size: PixelSize, upright: PixelSize, orientation: Orientation, left: Int, top: Int) {
    (self.size, self.upright, self.orientation) = (size, upright, orientation)
    (self.left, self.top) = (left, top)
    pixels = Array(repeating: 0, count: size.area * 3)
  }

  /// Draws 4:4:4 planes, whose numbers mean what `colour` says, in RGB.
  mutating func draw(_ area: PlaneArea, _ colour: ColourTags) {
    let matrix = RGBMatrix(from: colour)
    // Going along a row, and down a column, in bytes of the turned picture.
    let (column, row) = (step(1, 0), step(0, 1))
    let start = place(0, 0)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<area.rows {
        let luma = area.luma + y * area.lumaStride
        let (blue, red) = (area.blue + y * area.chromaStride, area.red + y * area.chromaStride)
        var at = start + left * column + (top + y) * row
        for x in 0..<area.columns {
          (pixels[at], pixels[at + 1], pixels[at + 2]) = matrix.rgb(luma[x], blue[x], red[x])
          at += column
        }
      }
    }
  }

  private func step(_ x: Int, _ y: Int) -> Int { place(x, y) - place(0, 0) }

  private func place(_ x: Int, _ y: Int) -> Int {
    let pixel = PixelArea(left: x, top: y, size: PixelSize(width: 1, height: 1))
    let turned = orientation.area(of: pixel, in: upright)
    return 3 * (turned.top * size.width + turned.left)
  }
}
