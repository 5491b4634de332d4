import CLibAV
import Recording
import Units

extension VideoCodec {
  /// FFmpeg's number of the codec.
  var id: AVCodecID {
    switch self {
    case .h264: AV_CODEC_ID_H264
    case .hevc: AV_CODEC_ID_HEVC
    case .mjpeg: AV_CODEC_ID_MJPEG
    }
  }

  /// FFmpeg's name of the decoder.
  var decoder: String { rawValue }

  /// The container's name of the codec; nil for the muxer's choice.
  ///
  /// For HEVC that would be `hev1`, which Apple's players do not take.
  func tag(in format: MovieFormat) -> FourCC? {
    self == .hevc && format != .mkv ? FourCC("hvc1") : nil
  }

  /// Tags a stream with what the numbers in its pictures mean: for JPEG that is fixed, for all
  /// others it is `colour`.
  func describe(_ colour: ColourCode, in stream: inout AVCodecParameters) {
    switch self {
    case .h264:
      stream.format = AV_PIX_FMT_YUV420P.rawValue
      stream.tag(colour)
    case .hevc:
      // Its pixel format stands in its configuration.
      stream.tag(colour)
    case .mjpeg:
      // JFIF: full range and BT.601, of sRGB. How chroma is sampled stands in each picture.
      stream.color_primaries = AVCOL_PRI_BT709
      stream.color_range = AVCOL_RANGE_JPEG
      stream.color_space = AVCOL_SPC_BT470BG
      stream.color_trc = AVCOL_TRC_IEC61966_2_1
    }
  }

  /// True when a packet from a file that may be cut off holds its picture to the end.
  func isWhole(_ picture: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .h264, .hevc: ParameterSets.isWhole(picture)
    case .mjpeg: JPEGHeader.isWhole(picture)
    }
  }
}

extension AVCodecParameters {
  fileprivate mutating func tag(_ colour: ColourCode) {
    color_primaries = AVColorPrimaries(UInt32(colour.primaries))
    color_range = AVColorRange(UInt32(colour.range))
    color_space = AVColorSpace(UInt32(colour.matrix))
    color_trc = AVColorTransferCharacteristic(UInt32(colour.transfer))
  }
}
