import CLibAV
import Units

extension MediaFile {
  /// What is inside.
  var facts: MediaFacts {
    MediaFacts(
      container: pointer.pointee.iformat.map { String(cString: $0.pointee.name) } ?? "unknown",
      video: stream(video).flatMap { videoFacts($0) },
      audio: stream(audio).flatMap { Self.audioFacts($0.pointee) },
      duration: MediaTime(
        ticks: pointer.pointee.duration, of: AVRational(num: 1, den: AV_TIME_BASE)))
  }

  private func videoFacts(_ stream: UnsafeMutablePointer<AVStream>) -> MediaFacts.Video? {
    guard let codec = stream.pointee.codecpar?.pointee else { return nil }
    let stored = PixelSize(width: Int(codec.width), height: Int(codec.height))
    let orientation = DisplayOrientation(displayMatrix: cav_display_matrix(stream))
    let aspect = av_guess_sample_aspect_ratio(pointer, stream, nil)
    let rate = FrameRate(av_guess_frame_rate(pointer, stream, nil)) ?? .thirty
    let average = FrameRate(stream.pointee.avg_frame_rate) ?? rate
    let slots = FrameRate(stream.pointee.r_frame_rate) ?? rate
    let shape = PictureShape(
      stored: stored, aspect: aspect, orientation: orientation, wish: PictureWish())
    return MediaFacts.Video(
      codec: stream.pointee.codecName, stored: stored, shown: shape.frame,
      pixelAspect: MediaFacts.Ratio(
        numerator: Int(max(1, aspect.num)),
        denominator: aspect.num > 0 ? Int(max(1, aspect.den)) : 1),
      rotation: orientation.rotation, isMirrored: orientation.isMirrored, rate: average,
      // The least common rate of all lengths is the average one when they are equal.
      isConstantRate: abs(slots.perSecond / average.perSecond - 1) < 0.01,
      colour: MediaFacts.Colour(codec),
      isInterlaced: [AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT]
        .contains(codec.field_order),
      duration: MediaTime(ticks: stream.pointee.duration, of: stream.pointee.time_base))
  }

  private static func audioFacts(_ stream: AVStream) -> MediaFacts.Audio? {
    guard let codec = stream.codecpar?.pointee else { return nil }
    return MediaFacts.Audio(
      codec: stream.codecName,
      format: AudioFormat(
        rate: Int64(codec.sample_rate), channels: Int(codec.ch_layout.nb_channels)),
      duration: MediaTime(ticks: stream.duration, of: stream.time_base))
  }
}

extension FrameRate {
  /// The library's fraction; nil for 0/0 and the like.
  fileprivate init?(_ rate: AVRational) { self.init(Int64(rate.num), per: Int64(rate.den)) }
}

extension MediaFacts.Colour {
  fileprivate init(_ codec: AVCodecParameters) {
    func text(_ name: UnsafePointer<CChar>?) -> String {
      name.map { String(cString: $0) } ?? "unknown"
    }
    self.init(
      matrix: text(av_color_space_name(codec.color_space)),
      primaries: text(av_color_primaries_name(codec.color_primaries)),
      transfer: text(av_color_transfer_name(codec.color_trc)),
      range: text(av_color_range_name(codec.color_range)))
  }
}
