import CLibAV
package import Frames
import Units

/// Codes single small pictures as files that terminals read.
///
/// An encoder is opened for each: that takes a tenth of a millisecond.
package enum StillCoder {
  /// Quantizer of the JPEG, 2 to 31: at 4 nothing is to be seen of it, at half the bytes of 2.
  private static let quantizer: Int32 = 4

  /// A JPEG (JFIF: BT.601, full range, 4:2:0).
  package static func jpeg(_ picture: PreviewPicture) throws(CodecError) -> [UInt8] {
    let frame = try Picture.coded(picture.size)
    let scaler = try Scaler.open(
      Scaler.Kind(
        format: AV_PIX_FMT_RGB24.rawValue, isRGB: true, source: picture.size, target: picture.size,
        purpose: .still))
    try picture.pixels.withUnsafeBufferPointer { (pixels) throws(CodecError) in
      guard let area = frame.area(left: 0, top: 0, size: picture.size) else { return }
      try scaler.convert(
        Planes(
          format: AV_PIX_FMT_RGB24, size: picture.size, colour: .take,
          pointers: [pixels.baseAddress, nil, nil, nil],
          strides: [Int32(3 * picture.size.width), 0, 0, 0]), to: area)
    }
    frame.pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
    frame.pointer.pointee.quality = quantizer * FF_QP2LAMBDA
    return try code(frame, by: "mjpeg", AV_PIX_FMT_YUVJ420P) { context in
      context.flags |= AV_CODEC_FLAG_QSCALE
      context.global_quality = quantizer * FF_QP2LAMBDA
    }
  }

  /// A PNG whose colours have five bits each.
  ///
  /// The others are mostly a sensor's noise, which is what deflate cannot pack: without them a
  /// picture has two fifths of the bytes.
  package static func png(_ picture: PreviewPicture) throws(CodecError) -> [UInt8] {
    let frame = try Picture.coded(picture.size, format: AV_PIX_FMT_RGB24)
    let row = 3 * picture.size.width
    let stride = Int(frame.pointer.pointee.linesize.0)
    picture.pixels.withUnsafeBufferPointer { pixels in
      guard let target = frame.pointer.pointee.data.0 else { return }
      for y in 0..<picture.size.height {
        for x in 0..<row {
          let value = pixels[y * row + x]
          // White stays white.
          target[y * stride + x] = value & 0xf8 | value >> 5
        }
      }
    }
    return try code(frame, by: "png", AV_PIX_FMT_RGB24, ["pred": "sub"]) { context in
      // Half the time of the usual one, for a tenth more bytes.
      context.compression_level = 3
    }
  }

  private static func code(
    _ frame: borrowing Picture, by name: String, _ format: AVPixelFormat,
    _ options: [String: String] = [:], configure: (inout AVCodecContext) -> Void
  ) throws(CodecError) -> [UInt8] {
    let size = frame.pointer.pointee
    let context = try CodecContext.encoder(name, options: options) { context in
      context.width = size.width
      context.height = size.height
      context.pix_fmt = format
      context.time_base = AVRational(num: 1, den: 1)
      context.thread_count = 1
      configure(&context)
    }
    frame.pointer.pointee.pts = 0
    var bytes: [UInt8] = []
    func take(_ packet: borrowing Packet) {
      let found = packet.pointer.pointee
      bytes += UnsafeBufferPointer(start: found.data, count: Int(found.size))
    }
    try context.encode(frame.pointer, .encode, take)
    try context.encode(nil, .encode, take)
    guard !bytes.isEmpty else { throw CodecError(.encode, .invalidData, name) }
    return bytes
  }
}
