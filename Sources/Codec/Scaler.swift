import CLibAV
import Frames
import Units

/// A picture in memory that belongs to someone else, as swscale takes it.
struct Planes {
  var format: AVPixelFormat
  var size: PixelSize
  var colour: ColourTags
  var pointers: [UnsafePointer<UInt8>?]
  var strides: [Int32]

  /// True for red, green and blue in any order (AV_PIX_FMT_FLAG_RGB).
  var isRGB: Bool {
    guard let description = av_pix_fmt_desc_get(format) else { return false }
    return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
  }
}

/// An SwsContext that brings one kind of source to planar YCbCr at one size.
///
/// RGB becomes BT.709, limited range, but for stills; the numbers of YCbCr and grey keep their meaning.
struct Scaler: ~Copyable {
  /// What the result is for.
  enum Purpose: Hashable {
    /// Takes and movies: 4:2:0.
    case movie
    /// The live picture: 4:4:4, averaged.
    case preview
    /// A JPEG by itself: 4:2:0 as JFIF has it, BT.601 and full range, of RGB.
    case still
  }

  /// What a context was made for; another kind of picture needs another context.
  struct Kind: Hashable {
    var format: Int32
    var isRGB: Bool
    var source: PixelSize
    var target: PixelSize
    var purpose = Purpose.movie
  }

  let kind: Kind
  private let context: cav_scaler

  /// Sets up the conversion (sws_init_context).
  static func open(_ kind: Kind) throws(CodecError) -> Scaler {
    let scaler = Scaler(
      kind: kind, context: try allocated(sws_alloc_context(), .scale, "swscale"))
    // Equal ranges on both sides, the same for grey, which swscale takes for full range by itself.
    let isStill = kind.purpose == .still
    let range: Int32 = kind.isRGB && !isStill ? 0 : 1
    let (format, flags) =
      switch kind.purpose {
      case .movie: (AV_PIX_FMT_YUV420P, cav_scaler_flags())
      case .preview: (AV_PIX_FMT_YUV444P, cav_preview_flags())
      case .still: (AV_PIX_FMT_YUV420P, cav_preview_flags())
      }
    let options: [(String, Int64)] = [
      ("srcw", Int64(kind.source.width)), ("srch", Int64(kind.source.height)),
      ("src_format", Int64(kind.format)), ("dstw", Int64(kind.target.width)),
      ("dsth", Int64(kind.target.height)), ("dst_format", Int64(format.rawValue)),
      ("sws_flags", Int64(flags)), ("src_range", Int64(range)),
      ("dst_range", Int64(range)),
    ]
    for (name, value) in options {
      try checked(
        av_opt_set_int(UnsafeMutableRawPointer(scaler.context), name, value, 0), .scale, "swscale")
    }
    try checked(sws_init_context(scaler.context, nil, nil), .scale, "swscale")
    // Brightness 0, contrast and saturation 1 in 16.16 fixed point.
    let matrix = sws_getCoefficients(isStill ? SWS_CS_ITU601 : SWS_CS_ITU709)
    sws_setColorspaceDetails(
      scaler.context, matrix, range, matrix, range, 0, 1 << 16, 1 << 16)
    return scaler
  }

  private init(kind: Kind, context: cav_scaler) {
    self.kind = kind
    self.context = context
  }

  deinit { sws_freeContext(context) }

  /// Converts a whole picture of this kind into `area`, which has the target's size.
  func convert(_ source: Planes, to area: PlaneArea) throws(CodecError) {
    let target = [area.luma, area.blue, area.red, nil]
    let strides = [
      Int32(area.lumaStride), Int32(area.chromaStride), Int32(area.chromaStride), 0,
    ]
    try checked(
      sws_scale(
        context, source.pointers, source.strides, 0, Int32(source.size.height), target, strides),
      .scale, "swscale")
  }
}
