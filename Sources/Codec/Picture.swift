import CLibAV
import Units

/// An AVFrame that is freed with its owner.
struct Picture: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// Makes an empty frame to receive into (av_frame_alloc).
  init() throws(CodecError) {
    pointer = try allocated(av_frame_alloc(), .prepare, "a picture")
  }

  /// Makes a picture laid out as takes hold it, planar 4:2:0, or otherwise (av_frame_get_buffer).
  static func coded(
    _ size: PixelSize, format: AVPixelFormat = AV_PIX_FMT_YUV420P
  ) throws(CodecError) -> Picture {
    let picture = try Picture()
    let pointer = picture.pointer
    pointer.pointee.format = format.rawValue
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
    try checked(av_frame_get_buffer(pointer, 0), .prepare, "a picture")
    return picture
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }

  /// True when the decoder had no doubt about it.
  var isSound: Bool {
    pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0 && pointer.pointee.decode_error_flags == 0
  }

  /// Makes sure nobody else still reads the memory before it is written (av_frame_make_writable).
  func makeWritable() throws(CodecError) {
    try checked(av_frame_make_writable(pointer), .prepare, "a picture")
  }

  /// Makes a coded picture black.
  func paintBlack() {
    let frame = pointer.pointee
    let height = Int(frame.height)
    frame.data.0?.update(repeating: 16, count: Int(frame.linesize.0) * height)
    frame.data.1?.update(repeating: 128, count: Int(frame.linesize.1) * height / 2)
    frame.data.2?.update(repeating: 128, count: Int(frame.linesize.2) * height / 2)
  }

  /// A part of a coded picture; nil for a picture without memory, and where it is not inside.
  func area(left: Int, top: Int, size: PixelSize) -> PlaneArea? {
    let frame = pointer.pointee
    guard let luma = frame.data.0, let blue = frame.data.1, let red = frame.data.2,
      left >= 0, top >= 0, left + size.width <= frame.width, top + size.height <= frame.height
    else { return nil }
    let (lumaStride, chromaStride) = (Int(frame.linesize.0), Int(frame.linesize.1))
    let chroma = top / 2 * chromaStride + left / 2
    return PlaneArea(
      luma: luma + top * lumaStride + left, blue: blue + chroma, red: red + chroma,
      lumaStride: lumaStride, chromaStride: chromaStride, columns: size.width, rows: size.height)
  }
}
