import CLibAV
import Units

/// What the numbers of a decoded frame mean, guessed as players do where the file does not say.
struct SourceColour: Hashable {
  /// True when swscale has to make YCbCr of it: red, green and blue, also through a palette.
  var isRGB: Bool
  var weights: LumaWeights
  var isFullRange: Bool

  init(_ frame: AVFrame) {
    let format = AVPixelFormat(frame.format)
    let flags = av_pix_fmt_desc_get(format)?.pointee.flags ?? 0
    isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    weights = Self.weights(of: frame)
    // The J formats say it by their name; one and two bits of grey are black to white.
    isFullRange =
      frame.color_range == AVCOL_RANGE_JPEG || format != format.withoutRange
      || (frame.color_range == AVCOL_RANGE_UNSPECIFIED && format.isPlainGrey)
  }

  private static func weights(of frame: AVFrame) -> LumaWeights {
    switch frame.colorspace {
    case AVCOL_SPC_BT709: .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
    case AVCOL_SPC_SMPTE240M: .smpte240
    case AVCOL_SPC_FCC: .fcc
    // Nobody said: high definition has the younger matrix.
    default: frame.width >= 1280 || frame.height > 576 ? .bt709 : .bt601
    }
  }
}

extension AVPixelFormat {
  /// The same layout without the "full range" of the J formats, which is told to swscale by itself.
  var withoutRange: AVPixelFormat {
    switch self {
    case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
    case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
    case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
    case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
    case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
    default: self
    }
  }

  /// True for luminance alone, as still pictures have it: from black to white.
  fileprivate var isPlainGrey: Bool {
    guard let description = av_pix_fmt_desc_get(self)?.pointee else { return false }
    return description.nb_components
      - (description.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        ? 1 : 0) == 1
  }

  /// The library's name.
  var name: String { av_get_pix_fmt_name(self).map { String(cString: $0) } ?? "none" }
}
