import CLibAV
package import Frames
package import Recording
import Units

/// Codes pictures with libx264 so that takes of equal settings can be joined by copying packets.
///
/// Stays on the encoder lane.
package final class H264Encoder: VideoEncoder {
  package let configuration: [UInt8]
  package private(set) var damagedFrames = 0
  package let note: String?

  private var coder: X264Coder
  private var canvas: Canvas

  /// Opens the encoder; `note` is why it codes what a camera has coded before.
  package init(settings: VideoSettings, note: String? = nil) throws(CodecError) {
    let coder = try X264Coder(settings)
    canvas = try Canvas(settings)
    configuration = coder.configuration
    self.coder = coder
    self.note = note
  }

  package func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    if try !canvas.draw(frame) { damagedFrames += 1 }
    return try repeatLast(index: index)
  }

  package func repeatLast(index: Int64) throws -> [EncodedPacket] {
    try coder.code(canvas.picture, index: index)
  }

  package func flush() throws -> [EncodedPacket] { try coder.end(whenFit: true) }

  package func finish() throws -> [EncodedPacket] { try coder.end() }
}

extension CodecContext {
  /// Opens libx264 for pictures of a session; sizes over level 6.2 and odd sides are refused.
  static func x264(
    _ settings: VideoSettings, _ colour: ColourCode = .take, effort: X264Settings.Effort,
    threads: Int32, sets: Int = 0
  ) throws(CodecError) -> CodecContext {
    let x264 = X264Settings(settings, effort: effort, sets: sets)
    return try CodecContext.encoder("libx264", options: x264.options) { context in
      context.width = Int32(settings.width)
      context.height = Int32(settings.height)
      context.pix_fmt = AV_PIX_FMT_YUV420P
      context.time_base = AVRational(
        num: Int32(settings.rate.seconds), den: Int32(settings.rate.frames))
      context.framerate = AVRational(
        num: Int32(settings.pictureRate.frames), den: Int32(settings.pictureRate.seconds))
      context.sample_aspect_ratio = AVRational(num: 1, den: 1)
      context.color_range = AVColorRange(UInt32(colour.range))
      context.colorspace = AVColorSpace(UInt32(colour.matrix))
      context.color_primaries = AVColorPrimaries(UInt32(colour.primaries))
      context.color_trc = AVColorTransferCharacteristic(UInt32(colour.transfer))
      context.level = x264.level
      context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      context.thread_count = threads
    }
  }

  /// The `avcC` record of an opened H.264 encoder.
  func record() throws(CodecError) -> [UInt8] {
    let record = header.withUnsafeBytes { ParameterSets.record($0) }
    guard let record else { throw CodecError(.prepare, .invalidData, name) }
    return record
  }
}

extension EncodedPacket {
  /// Takes over what libx264 made of the picture stamped with its frame number.
  init(coded packet: borrowing Packet) {
    self.init(
      bytes: ParameterSets.slices(packet.data), frame: packet.pointer.pointee.pts,
      isKey: packet.isKey)
  }
}
