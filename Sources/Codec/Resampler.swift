import CLibAV
import Recording
package import Units

/// Converts a source's samples to 48 kHz stereo with libswresample.
///
/// At 48 kHz, as long as nothing was compensated, it gives exactly as many samples as it gets and
/// holds none back. Stays on the recorder lane.
package final class Resampler: AudioConverter {
  private var context: OpaquePointer?
  private let format: AudioFormat

  /// Sets up the conversion; channels beyond stereo are mixed down by the usual layout of their
  /// number, or the even ones to the left and the odd ones to the right where there is none.
  package init(from format: AudioFormat) throws(CodecError) {
    self.format = format
    var input = AVChannelLayout()
    var output = AVChannelLayout()
    av_channel_layout_default(&input, Int32(format.channels))
    av_channel_layout_default(&output, 2)
    try checked(
      swr_alloc_set_opts2(
        &context, &output, AV_SAMPLE_FMT_S16, Int32(AudioFormat.takeRate), &input,
        AV_SAMPLE_FMT_FLT, Int32(format.rate), 0, nil),
      .prepare, subject)
    if let matrix = Self.matrix(format.channels, input) {
      // Two rows, left and right, of one weight for each channel.
      try checked(swr_set_matrix(context, matrix, Int32(format.channels)), .prepare, subject)
    }
    try checked(swr_init(context), .prepare, subject)
  }

  deinit { swr_free(&context) }

  /// The weights of each channel for left, then for right; nil for those the library has.
  static func matrix(_ channels: Int, _ layout: AVChannelLayout) -> [Double]? {
    // The library would play mono 3 dB lower on both sides, as a cinema's centre is.
    if channels == 1 { return [1, 1] }
    guard layout.order == AV_CHANNEL_ORDER_UNSPEC else { return nil }
    let (left, right) = ((channels + 1) / 2, channels / 2)
    return (0..<channels).map { $0 % 2 == 0 ? 1 / Double(left) : 0 }
      + (0..<channels).map { $0 % 2 == 1 ? 1 / Double(right) : 0 }
  }

  private var subject: String { "swresample (\(format.rate) Hz, \(format.channels) channels)" }

  package func convert(_ samples: [Float]) throws -> [Int16] {
    let count = Int32(samples.count / format.channels)
    let most = try checked(swr_get_out_samples(context, count), .sound, subject)
    // An empty array made this way writes to the one that all empty arrays share.
    guard most > 0 else { return [] }
    var failure: Int32 = 0
    let result = [Int16](unsafeUninitializedCapacity: 2 * Int(most)) { buffer, used in
      samples.withUnsafeBytes { samples in
        var input = samples.bindMemory(to: UInt8.self).baseAddress
        var output = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(
          to: UInt8.self)
        let made = swr_convert(context, &output, most, &input, count)
        failure = min(0, made)
        used = 2 * Int(max(0, made))
      }
    }
    try checked(failure, .sound, subject)
    return result
  }

  package func compensate(delta: Int, over distance: Int) throws {
    try checked(swr_set_compensation(context, Int32(delta), Int32(distance)), .sound, subject)
  }

  package var delay: Double {
    // Asked for in thousandths of a sample, since the library answers in whole numbers.
    Double(swr_get_delay(context, AudioFormat.takeRate * 1000)) / 1000
  }
}
