import CLibAV
package import Frames
import Glibc
package import Recording
import Units

/// Codes pictures with libx264 so that takes of equal settings can be joined by copying packets.
///
/// Stays on the encoder lane.
package final class H264Encoder: VideoEncoder {
  package let configuration: [UInt8]
  package private(set) var damagedFrames = 0

  private let context: CodecContext
  private var canvas: Canvas

  /// Opens the encoder.
  package init(settings: VideoSettings) throws(CodecError) {
    // More than four frame threads hold more pictures back than they gain at these sizes.
    let threads = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    context = try CodecContext.x264(settings, effort: .take, threads: Int32(threads))
    configuration = try context.record()
    canvas = try Canvas(settings)
  }

  package func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    if try !canvas.draw(frame) { damagedFrames += 1 }
    return try repeatLast(index: index)
  }

  package func repeatLast(index: Int64) throws -> [EncodedPacket] {
    canvas.picture.pointer.pointee.pts = index
    return try push(canvas.picture.pointer)
  }

  package func finish() throws -> [EncodedPacket] { try push(nil) }

  private func push(_ frame: UnsafePointer<AVFrame>?) throws(CodecError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    try context.encode(frame, .encode) { packets.append(EncodedPacket(coded: $0)) }
    return packets
  }
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
