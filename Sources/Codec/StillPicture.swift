import CLibAV
package import Frames
import Glibc
package import Recording
import Units

/// A frame as a JPEG of the size and framing of takes, with its date.
package enum StillPicture {
  /// Codes a frame; it is decoded again before it is given out.
  ///
  /// - Throws: a `CodecError`, also for a frame that is damaged.
  package static func code(
    _ frame: VideoFrame, _ settings: VideoSettings, _ tags: StillTags
  ) throws -> [UInt8] {
    var canvas = try Canvas(settings.ofStills)
    guard try canvas.draw(frame) else { throw CodecError(.decode, .invalidData, "the still") }
    let size = settings.ofStills.size
    let picture = try Picture.coded(size, format: AV_PIX_FMT_YUVJ420P)
    try StillScaler.convert(canvas.picture, to: picture, size: size)
    let coded = try jpeg(of: picture, size: size)
    let exif = Exif(tags, size: size, time: CalendarTime(unixSeconds: tags.takenAt))
    let bytes = coded[..<2] + exif.segment + coded[2...]
    return try checked(Array(bytes), size)
  }

  /// As fine as the encoder goes without wasting bytes on noise: steps of about 2, some 95 % as
  /// other programs count.
  private static let quality: Int32 = 2

  private static func jpeg(of picture: borrowing Picture, size: PixelSize) throws -> [UInt8] {
    let context = try CodecContext.encoder("mjpeg") { context in
      context.width = Int32(size.width)
      context.height = Int32(size.height)
      context.pix_fmt = AV_PIX_FMT_YUVJ420P
      context.color_range = AVCOL_RANGE_JPEG
      context.time_base = AVRational(num: 1, den: 1)
      // Neither FFmpeg's name nor a JFIF head, in whose place Exif stands.
      context.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
      context.global_quality = quality * FF_QP2LAMBDA
      context.thread_count = 1
    }
    picture.pointer.pointee.pts = 0
    picture.pointer.pointee.quality = quality * FF_QP2LAMBDA
    var bytes: [UInt8] = []
    try context.encode(picture.pointer, .encode) { bytes = Array($0.data) }
    if bytes.isEmpty { try context.encode(nil, .encode) { bytes = Array($0.data) } }
    guard bytes.count > 2 else { throw CodecError(.encode, .invalidData, "mjpeg") }
    return bytes
  }

  private static func checked(_ bytes: [UInt8], _ size: PixelSize) throws -> [UInt8] {
    try bytes.withUnsafeBytes { bytes in
      let decoder = try JPEGDecoder()
      guard JPEGHeader.isWhole(bytes), JPEGHeader(bytes)?.size == size,
        try decoder.decode(bytes)?.size == size
      else { throw CodecError(.encode, .invalidData, "mjpeg") }
    }
    return bytes
  }
}

extension VideoSettings {
  /// The same for pictures that are drawn: JPEG pictures of a camera may have odd sides.
  fileprivate var ofStills: VideoSettings {
    guard codec == .mjpeg else { return self }
    return VideoSettings(size: size, rate: rate, quality: quality)
  }
}

/// Brings a coded picture (BT.709, limited range) to what a JPEG holds (BT.601, full range).
private enum StillScaler {
  static func convert(
    _ source: borrowing Picture, to target: borrowing Picture, size: PixelSize
  ) throws(CodecError) {
    let context = try allocated(sws_alloc_context(), .scale, "swscale")
    defer { sws_freeContext(context) }
    let options: [(String, Int64)] = [
      ("srcw", Int64(size.width)), ("srch", Int64(size.height)),
      ("src_format", Int64(AV_PIX_FMT_YUV420P.rawValue)), ("dstw", Int64(size.width)),
      ("dsth", Int64(size.height)), ("dst_format", Int64(AV_PIX_FMT_YUVJ420P.rawValue)),
      ("sws_flags", Int64(cav_scaler_flags())), ("src_range", 0), ("dst_range", 1),
    ]
    for (name, value) in options {
      try checked(
        av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0), .scale, "swscale")
    }
    try checked(sws_init_context(context, nil, nil), .scale, "swscale")
    // Brightness 0, contrast and saturation 1 in 16.16 fixed point.
    let (hd, sd) = (sws_getCoefficients(SWS_CS_ITU709), sws_getCoefficients(SWS_CS_ITU601))
    try checked(
      sws_setColorspaceDetails(context, hd, 0, sd, 1, 0, 1 << 16, 1 << 16), .scale, "swscale")
    let (from, to) = (source.pointer.pointee, target.pointer.pointee)
    let planes = [
      UnsafePointer(from.data.0), UnsafePointer(from.data.1), UnsafePointer(from.data.2), nil,
    ]
    let strides = [from.linesize.0, from.linesize.1, from.linesize.2, 0]
    try checked(
      sws_scale(
        context, planes, strides, 0, Int32(size.height), [to.data.0, to.data.1, to.data.2, nil],
        [to.linesize.0, to.linesize.1, to.linesize.2, 0]), .scale, "swscale")
  }
}

extension CalendarTime {
  /// The local time of an instant (localtime_r).
  init(unixSeconds: Double) {
    let thousandths = Int64((unixSeconds * 1000).rounded(.down))
    var moment = time_t(thousandths / 1000)
    var parts = tm()
    localtime_r(&moment, &parts)
    func text(_ format: String) -> String {
      var buffer = [CChar](repeating: 0, count: 32)
      let count = strftime(&buffer, buffer.count, format, &parts)
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let zone = text("%z")
    let rest = String(thousandths % 1000)
    self.init(
      text: text("%Y:%m:%d %H:%M:%S"), offset: "\(zone.prefix(3)):\(zone.suffix(2))",
      milliseconds: String(repeating: "0", count: 3 - rest.count) + rest)
  }
}
