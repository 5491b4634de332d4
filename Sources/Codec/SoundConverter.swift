import CLibAV
import Units

/// An SwrContext that brings decoded frames of one kind to interleaved 48 kHz stereo.
struct SoundConverter: ~Copyable {
  /// What a context was made for.
  struct Kind: Hashable {
    var format: Int32
    var rate: Int32
    var channels: Int32
    /// The library's mask of the channels' places; 0 where it has none.
    var places: UInt64

    init(_ frame: AVFrame) {
      format = frame.format
      rate = frame.sample_rate
      channels = frame.ch_layout.nb_channels
      places = frame.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame.ch_layout.u.mask : 0
    }
  }

  let kind: Kind
  private var context: OpaquePointer?

  /// Sets up the conversion of frames like `frame`, mixed as `Resampler` mixes.
  init(_ frame: AVFrame) throws(CodecError) {
    kind = Kind(frame)
    var input = frame.ch_layout
    if input.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&input, frame.ch_layout.nb_channels)
    }
    var output = AVChannelLayout()
    av_channel_layout_default(&output, 2)
    var made: OpaquePointer?
    try checked(
      swr_alloc_set_opts2(
        &made, &output, AV_SAMPLE_FMT_S16, Int32(AudioFormat.takeRate), &input,
        AVSampleFormat(frame.format), frame.sample_rate, 0, nil),
      .prepare, "swresample")
    let matrix = Resampler.matrix(Int(kind.channels), input)
    var result = matrix.map { swr_set_matrix(made, $0, kind.channels) } ?? 0
    if result >= 0 { result = swr_init(made) }
    guard result >= 0 else {
      swr_free(&made)
      throw CodecError(.prepare, AVCode(rawValue: result), "swresample")
    }
    context = made
  }

  deinit {
    var context = context
    swr_free(&context)
  }

  /// Output samples' worth of input that is still held back.
  var delay: Double { Double(swr_get_delay(context, AudioFormat.takeRate * 1000)) / 1000 }

  /// Converts a frame, or what is still held back with nil.
  func convert(_ frame: UnsafePointer<AVFrame>?) throws(CodecError) -> [Int16] {
    let count = frame?.pointee.nb_samples ?? 0
    let most = try checked(swr_get_out_samples(context, count), .sound, "swresample")
    guard most > 0 else { return [] }
    let planes = UnsafeMutableRawPointer(frame?.pointee.extended_data)?
      .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
    var failure: Int32 = 0
    let result = [Int16](unsafeUninitializedCapacity: 2 * Int(most)) { buffer, used in
      var output = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(
        to: UInt8.self)
      let made = swr_convert(context, &output, most, planes, count)
      failure = min(0, made)
      used = 2 * Int(max(0, made))
    }
    try checked(failure, .sound, "swresample")
    return result
  }

  /// Makes the next `distance` samples come out as `distance + delta`.
  func compensate(delta: Int, over distance: Int) throws(CodecError) {
    try checked(
      swr_set_compensation(context, Int32(delta), Int32(distance)), .sound, "swresample")
  }
}
