import CLibAV
package import Frames
import Units

/// Codes 48 kHz stereo as AAC-LC with libavcodec's own encoder.
package final class AACEncoder {
  /// The decoder configuration (AudioSpecificConfig).
  package let configuration: [UInt8]
  /// Samples a player has to leave out at the beginning.
  package let priming: Int
  /// Samples in a whole packet.
  package let frameLength: Int

  private let context: CodecContext
  private let frame: Picture
  /// Samples that do not fill a whole packet yet, interleaved.
  private var pending: [Int16] = []
  private var position: Int64

  /// Opens the encoder at 192 kb/s: no audible loss in stereo, a fiftieth of real time here.
  ///
  /// `start` is the movie's sample position of the first sample it will get.
  package init(at start: Int64 = 0) throws(CodecError) {
    position = start
    // Noise is coded as it is, not as a note that there was noise: at this rate there are bits for
    // it, and the encoder's choice of what is noise takes seconds to settle, which chunks do not
    // have.
    context = try CodecContext.encoder("aac", options: ["aac_pns": "0"]) { context in
      context.sample_rate = Int32(AudioFormat.takeRate)
      context.sample_fmt = AV_SAMPLE_FMT_FLTP
      context.time_base = AVRational(num: 1, den: Int32(AudioFormat.takeRate))
      context.bit_rate = 192_000
      context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      av_channel_layout_default(&context.ch_layout, 2)
    }
    configuration = context.header
    priming = Int(context.pointer.pointee.initial_padding)
    frameLength = Int(context.pointer.pointee.frame_size)
    frame = try Picture()
  }

  /// Codes interleaved samples and returns the packets that became whole.
  package func encode(_ samples: [Int16]) throws(CodecError) -> [EncodedSound] {
    pending += samples
    var packets: [EncodedSound] = []
    var used = 0
    while pending.count - used >= 2 * frameLength {
      packets += try push(pending[used..<used + 2 * frameLength])
      used += 2 * frameLength
    }
    pending.removeFirst(used)
    return packets
  }

  /// Codes what is left and returns the last packets; nothing may be encoded afterwards.
  package func finish() throws(CodecError) -> [EncodedSound] {
    var packets: [EncodedSound] = []
    if !pending.isEmpty { packets += try push(pending[...]) }
    pending = []
    try context.encode(nil, .sound) { packets.append(EncodedSound($0)) }
    return packets
  }

  private func push(_ samples: ArraySlice<Int16>) throws(CodecError) -> [EncodedSound] {
    let count = samples.count / 2
    av_frame_unref(frame.pointer)
    frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointer.pointee.nb_samples = Int32(count)
    frame.pointer.pointee.sample_rate = Int32(AudioFormat.takeRate)
    av_channel_layout_default(&frame.pointer.pointee.ch_layout, 2)
    try checked(av_frame_get_buffer(frame.pointer, 0), .sound, "aac")
    frame.pointer.pointee.pts = position
    position += Int64(count)
    let planes = [frame.pointer.pointee.data.0, frame.pointer.pointee.data.1]
    for (channel, plane) in planes.enumerated() {
      plane?.withMemoryRebound(to: Float.self, capacity: count) { plane in
        samples.withUnsafeBufferPointer { samples in
          for index in 0..<count { plane[index] = Float(samples[2 * index + channel]) / 32_768 }
        }
      }
    }
    var packets: [EncodedSound] = []
    try context.encode(frame.pointer, .sound) { packets.append(EncodedSound($0)) }
    return packets
  }
}

extension EncodedSound {
  fileprivate init(_ packet: borrowing Packet) {
    self.init(
      bytes: Array(packet.data), position: packet.pointer.pointee.pts,
      count: packet.pointer.pointee.duration)
  }
}
