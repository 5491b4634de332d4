import CV4L2
import Frames

extension ColourTags {
  /// The tags of a format read back from the driver, blanks filled by V4L2's rules
  /// (`V4L2_MAP_YCBCR_ENC_DEFAULT`, `V4L2_MAP_QUANTIZATION_DEFAULT`).
  ///
  /// `isHighDefinition` says that it comes from an HDMI input with a signal of 720 rows or more,
  /// where an unnamed colour space means BT.709.
  init(
    camera format: PixelFormat, colourSpace: UInt32, encoding: UInt32, quantization: UInt32,
    isHighDefinition: Bool
  ) {
    switch format {
    case .mjpeg:
      // JFIF knows nothing else, whatever the driver writes into the fields.
      self.init(matrix: .bt601, isFullRange: true)
    case .rgb24, .bgr24, .grey:
      // Grey counts with RGB, as in the kernel's own pattern generator.
      let isLimited = quantization == V4L2_QUANTIZATION_LIM_RANGE.rawValue
      self.init(matrix: .none, isFullRange: !isLimited)
    case .yuyv, .uyvy, .nv12, .yu12, .h264:
      let isFull =
        quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
        || (quantization == V4L2_QUANTIZATION_DEFAULT.rawValue
          && colourSpace == V4L2_COLORSPACE_JPEG.rawValue)
      let matrix = Self.matrix(
        colourSpace: colourSpace, encoding: encoding, isHighDefinition: isHighDefinition)
      self.init(matrix: matrix, isFullRange: isFull)
    }
  }

  private static func matrix(
    colourSpace: UInt32, encoding: UInt32, isHighDefinition: Bool
  ) -> Matrix {
    switch v4l2_ycbcr_encoding(rawValue: encoding) {
    case V4L2_YCBCR_ENC_DEFAULT:
      switch v4l2_colorspace(rawValue: colourSpace) {
      case V4L2_COLORSPACE_DEFAULT: isHighDefinition ? .bt709 : .bt601
      case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3: .bt709
      // The nearest of the matrices we have.
      case V4L2_COLORSPACE_SMPTE240M, V4L2_COLORSPACE_BT2020: .bt709
      default: .bt601
      }
    case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: .bt601
    // SYCC, the value 5, is out of use and means BT.601.
    case v4l2_ycbcr_encoding(rawValue: 5): .bt601
    default: .bt709
    }
  }
}
