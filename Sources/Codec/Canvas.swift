import CLibAV
import Frames
import Units

/// The one picture that goes to the encoder, and how a source's frames get onto it.
///
/// It holds planar 4:2:0, BT.709, limited range, and keeps the last good frame.
struct Canvas: ~Copyable {
  let picture: Picture
  let size: PixelSize
  private var scaler: Scaler?
  private var jpeg: JPEGDecoder?

  /// Makes a black canvas of an even size.
  init(size: PixelSize) throws(CodecError) {
    picture = try Picture.coded(size)
    self.size = size
    paintBlack()
  }

  /// Draws a frame, fitted inside with black bars; false, and nothing drawn, when it is damaged.
  mutating func draw(_ frame: VideoFrame) throws(CodecError) -> Bool {
    try picture.makeWritable()
    if frame.format == .mjpeg {
      return try frame.memory.lent { (bytes) throws(CodecError) in try drawJPEG(bytes) }
    }
    return try frame.memory.lent { (bytes) throws(CodecError) in
      guard let planes = Planes(frame, bytes) else { return false }
      if planes.isCoded(as: size) { copy(planes) } else { try fit(planes) }
      return true
    }
  }

  private mutating func drawJPEG(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Bool {
    if jpeg == nil { jpeg = try JPEGDecoder() }
    guard let planes = try jpeg?.decode(bytes) else { return false }
    try fit(planes)
    return true
  }

  private func copy(_ planes: Planes) {
    guard let area = picture.area(left: 0, top: 0, size: size) else { return }
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
      paintBlack()
      scaler = try Scaler.open(kind)
    }
    // Even offsets, so that the bars end between two chroma samples.
    let left = (size.width - inside.width) / 4 * 2
    let top = (size.height - inside.height) / 4 * 2
    guard let area = picture.area(left: left, top: top, size: inside) else { return }
    try scaler?.convert(planes, to: area)
    if !kind.isRGB { ColourMatrix(from: planes.colour)?.apply(to: area) }
  }

  private func paintBlack() {
    let frame = picture.pointer.pointee
    frame.data.0?.update(repeating: 16, count: Int(frame.linesize.0) * size.height)
    frame.data.1?.update(repeating: 128, count: Int(frame.linesize.1) * size.height / 2)
    frame.data.2?.update(repeating: 128, count: Int(frame.linesize.2) * size.height / 2)
  }
}

extension PixelSize {
  /// The largest even size of this shape inside `frame`; a side off by less than one chroma
  /// sample is taken as full, so that rounding makes no bars.
  fileprivate func fitted(into frame: PixelSize) -> PixelSize {
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
  fileprivate func lent<R>(
    _ body: (UnsafeRawBufferPointer) throws(CodecError) -> R
  ) throws(CodecError) -> R {
    let result: Result<R, CodecError> = withBytes { bytes in
      do throws(CodecError) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
