import CLibAV
import Recording
import Units

extension VideoCodec {
  /// FFmpeg's number of the codec.
  var id: AVCodecID { self == .h264 ? AV_CODEC_ID_H264 : AV_CODEC_ID_MJPEG }

  /// FFmpeg's name of the decoder.
  var decoder: String { self == .h264 ? "h264" : "mjpeg" }

  /// Tags a stream with what the numbers in its pictures mean; for H.264 that is `colour`.
  func describe(_ colour: ColourCode, in stream: inout AVCodecParameters) {
    switch self {
    case .h264:
      stream.format = AV_PIX_FMT_YUV420P.rawValue
      stream.color_primaries = AVColorPrimaries(UInt32(colour.primaries))
      stream.color_range = AVColorRange(UInt32(colour.range))
      stream.color_space = AVColorSpace(UInt32(colour.matrix))
      stream.color_trc = AVColorTransferCharacteristic(UInt32(colour.transfer))
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
    self == .h264 ? ParameterSets.isWhole(picture) : JPEGHeader.isWhole(picture)
  }
}
