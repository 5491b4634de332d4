import CLibAV
import Frames
import Recording
import Units

/// The one picture that goes to the encoder, and how a source's frames get onto it.
///
/// It holds planar 4:2:0, BT.709, limited range, and keeps the last good frame. A crop costs
/// nothing: only the part of the source that is shown is looked at.
struct Canvas: ~Copyable {
  /// What goes to the encoder.
  let picture: Picture
  private let crop: Framing.Crop
  private let camera: PixelSize
  private let orientation: Orientation
  /// The picture before it is turned; nil when it is not, and drawn right into `picture`.
  private let upright: Picture?
  /// Size of the picture before it is turned.
  private let size: PixelSize
  private var scaler: Scaler?
  private var jpeg: JPEGDecoder?

  /// Makes a black canvas for pictures framed and coded as `settings` say.
  init(_ settings: VideoSettings) throws(CodecError) {
    let framing = settings.framing ?? .native
    try self.init(
      size: settings.size, orientation: framing.orientation, crop: framing.crop,
      camera: settings.camera)
  }

  /// Makes a black canvas of an even size for pictures that are turned on their way to it.
  init(
    size: PixelSize, orientation: Orientation, crop: Framing.Crop = .native,
    camera: PixelSize? = nil
  ) throws(CodecError) {
    let upright = try Self.uprightPicture(size, orientation)
    // Both exist before either is stored: a noncopyable value cannot be half made.
    picture = try Picture.coded(size)
    self.upright = upright
    self.size = orientation.inverse.size(of: size)
    self.orientation = orientation
    self.crop = crop
    self.camera = camera ?? size
    picture.paintBlack()
    self.upright?.paintBlack()
  }

  private static func uprightPicture(
    _ size: PixelSize, _ orientation: Orientation
  ) throws(CodecError) -> Picture? {
    guard orientation != .upright else { return nil }
    return try Picture.coded(orientation.inverse.size(of: size))
  }

  /// Draws what the crop leaves of a frame, fitted inside with black bars; false, and nothing
  /// drawn, when it is damaged.
  mutating func draw(_ frame: VideoFrame) throws(CodecError) -> Bool {
    if frame.format == .mjpeg {
      return try frame.memory.lent { (bytes) throws(CodecError) in try drawJPEG(bytes) }
    }
    return try frame.memory.lent { (bytes) throws(CodecError) in
      guard let planes = Planes(frame, bytes) else { return false }
      try draw(planes.cut(crop.area(in: planes.size, of: camera)))
      return true
    }
  }

  private mutating func drawJPEG(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Bool {
    if jpeg == nil { jpeg = try JPEGDecoder() }
    guard let planes = try jpeg?.decode(bytes) else { return false }
    try draw(planes.cut(crop.area(in: planes.size, of: camera)))
    return true
  }

  /// Draws a picture as it is, fitted inside with black bars and turned.
  mutating func draw(_ planes: Planes) throws(CodecError) {
    try picture.makeWritable()
    if planes.isCoded(as: size) { copy(planes) } else { try fit(planes) }
    guard let from = upright?.area(left: 0, top: 0, size: size),
      let to = picture.area(left: 0, top: 0, size: orientation.size(of: size))
    else { return }
    for plane in 0..<3 { from.plane(plane).turn(orientation, onto: to.plane(plane)) }
  }

  /// Where a source is brought to size: the upright picture's part of this place.
  private func area(left: Int, top: Int, size: PixelSize) -> PlaneArea? {
    upright == nil
      ? picture.area(left: left, top: top, size: size)
      : upright?.area(left: left, top: top, size: size)
  }

  private func copy(_ planes: Planes) {
    guard let area = area(left: 0, top: 0, size: size) else { return }
    let targets = [
      (area.luma, area.lumaStride, 1), (area.blue, area.chromaStride, 2),
      (area.red, area.chromaStride, 2),
    ]
    for (index, (target, stride, step)) in targets.enumerated() {
      guard let source = planes.pointers[index] else { continue }
      for row in 0..<size.height / step {
        (target + row * stride).update(
          from: source + row * Int(planes.strides[index]), count: size.width / step)
      }
    }
  }

  private mutating func fit(_ planes: Planes) throws(CodecError) {
    let inside = planes.size.fitted(into: size)
    let kind = Scaler.Kind(
      format: planes.format.rawValue, isRGB: planes.isRGB, source: planes.size, target: inside)
    if scaler?.kind != kind {
      // What the old kind of picture covered must not stay visible beside the new one.
      if upright == nil { picture.paintBlack() } else { upright?.paintBlack() }
      scaler = try Scaler.open(kind)
    }
    // Even offsets, so that the bars end between two chroma samples.
    let left = (size.width - inside.width) / 4 * 2
    let top = (size.height - inside.height) / 4 * 2
    guard let area = area(left: left, top: top, size: inside) else { return }
    try scaler?.convert(planes, to: area)
    if !kind.isRGB { ColourMatrix(from: planes.colour)?.apply(to: area) }
  }
}

extension PixelSize {
  /// The largest even size of this shape inside `frame`; a side off by less than one chroma
  /// sample is taken as full, so that rounding makes no bars.
  func fitted(into frame: PixelSize) -> PixelSize {
    let scale = min(
      Double(frame.width) / Double(width), Double(frame.height) / Double(height))
    func side(_ length: Int, _ most: Int) -> Int {
      min(most, max(2, Int((Double(length) * scale / 2).rounded()) * 2))
    }
    return PixelSize(width: side(width, frame.width), height: side(height, frame.height))
  }
}

extension FrameMemory {
  /// `withBytes` for a body with typed errors.
  func lent<R>(
    _ body: (UnsafeRawBufferPointer) throws(CodecError) -> R
  ) throws(CodecError) -> R {
    let result: Result<R, CodecError> = withBytes { bytes in
      do throws(CodecError) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
