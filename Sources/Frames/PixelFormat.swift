package import Units

/// The pixel layouts that rushes takes from a source, each in one contiguous block of memory.
package enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Motion JPEG: one JPEG picture a frame.
  case mjpeg = "MJPG"
  /// H.264 in Annex B form: one access unit a frame, most of them telling only what changed.
  case h264 = "H264"
  /// Packed 4:2:2, Y0 U Y1 V.
  case yuyv = "YUYV"
  /// Packed 4:2:2, U Y0 V Y1.
  case uyvy = "UYVY"
  /// 4:2:0 in two planes: Y, then U and V side by side.
  case nv12 = "NV12"
  /// 4:2:0 in three planes: Y, U, V (I420).
  case yu12 = "YU12"
  /// Packed red, green, blue bytes.
  case rgb24 = "RGB3"
  /// Packed blue, green, red bytes.
  case bgr24 = "BGR3"
  /// One luminance byte a pixel.
  case grey = "GREY"

  /// The code the driver knows it by.
  package var code: FourCC {
    // Every raw value is four ASCII letters, so the fallback is never reached.
    FourCC(rawValue) ?? FourCC(rawValue: 0)
  }

  /// The format of a driver's code; nil for one that rushes does not take.
  package init?(code: FourCC) { self.init(rawValue: code.description) }

  /// True when frames differ in length, so that only markers tell a whole one.
  package var isCompressed: Bool { self == .mjpeg || self == .h264 }

  /// Bytes of the first plane's row without padding; 0 for compressed formats.
  package func tightStride(width: Int) -> Int {
    switch self {
    case .mjpeg, .h264: 0
    case .yuyv, .uyvy: (width + 1) / 2 * 4
    case .nv12, .yu12, .grey: width
    case .rgb24, .bgr24: width * 3
    }
  }

  /// Bytes of a whole frame whose first plane's rows are `stride` bytes apart.
  ///
  /// The chroma rows of NV12 are `stride` apart as well, those of YU12 half of it, as in V4L2's
  /// single-planar layouts.
  package func byteCount(height: Int, stride: Int) -> Int {
    switch self {
    case .mjpeg, .h264: 0
    case .yuyv, .uyvy, .rgb24, .bgr24, .grey: stride * height
    case .nv12: stride * height + stride * ((height + 1) / 2)
    case .yu12: stride * height + 2 * ((stride + 1) / 2) * ((height + 1) / 2)
    }
  }
}
