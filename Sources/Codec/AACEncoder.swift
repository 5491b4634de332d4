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

  /// About 256 kb/s, and never many more: constant for dense sound, half of it for sparse.
  ///
  /// A step above what stereo needs, because the coder is the quick one. Against the thorough one
  /// (twoloop) at 192 kb/s it takes a third of the time or less, and is nearer to the original for
  /// noise, drums, tones, music and voices: the ratio of error to what the sound masks is 1 to 10 dB
  /// lower.
  private static let rate: Int64 = 256_000

  /// Opens the encoder; a hundredth of real time here.
  ///
  /// `start` is the movie's sample position of the first sample it will get.
  package init(at start: Int64 = 0) throws(CodecError) {
    position = start
    context = try CodecContext.encoder("aac", options: Self.options) { context in
      context.sample_rate = Int32(AudioFormat.takeRate)
      context.sample_fmt = AV_SAMPLE_FMT_FLTP
      context.time_base = AVRational(num: 1, den: Int32(AudioFormat.takeRate))
      context.bit_rate = Self.rate
      // How fine the first block's steps are (lambda): about where tones settle, so that a chunk of
      // one does not begin with coding its blocks over and over.
      context.global_quality = 200
      context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      av_channel_layout_default(&context.ch_layout, 2)
    }
    configuration = context.header
    priming = Int(context.pointer.pointee.initial_padding)
    frameLength = Int(context.pointer.pointee.frame_size)
    frame = try Picture()
  }

  /// What saves bits by giving up the waveform is left out: at this rate there are bits for it.
  private static let options = [
    "aac_coder": "fast",
    // Noise is coded as it is, not as a note that there was noise: the encoder's choice of what is
    // noise takes seconds to settle, which chunks do not have.
    "aac_pns": "0",
    // Two channels as one and a direction: 5 dB worse for stereo noise.
    "aac_is": "0",
    // Noise shaped in time: makes no difference here, beside short blocks.
    "aac_tns": "0",
  ]

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
    try code(nil) { packets.append($0) }
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
    try code(frame.pointer) { packets.append($0) }
    return packets
  }

  private func code(
    _ frame: UnsafePointer<AVFrame>?, _ receive: (EncodedSound) -> Void
  ) throws(CodecError) {
    try context.encode(frame, .sound) { packet in
      adapt(to: 8 * packet.data.count)
      receive(EncodedSound(packet))
    }
  }

  /// Has the next block coded once where another try could not come nearer to the rate.
  ///
  /// Up to six times the encoder codes a block that fills less than two thirds of its share of the
  /// rate, with ever finer steps. A tone or a pause never fills more, however fine they are: the
  /// first such block makes them fine, and while the blocks are small the steps stay as they are
  /// (AV_CODEC_FLAG_QSCALE, which the encoder looks at for every block).
  private func adapt(to bits: Int) {
    let share = Int(Self.rate) * frameLength / Int(AudioFormat.takeRate)
    if bits < share * 65 / 100 {
      context.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE
    } else if bits > share {
      context.pointer.pointee.flags &= ~AV_CODEC_FLAG_QSCALE
    }
  }
}

extension EncodedSound {
  fileprivate init(_ packet: borrowing Packet) {
    self.init(
      bytes: Array(packet.data), position: packet.pointer.pointee.pts,
      count: packet.pointer.pointee.duration)
  }
}
