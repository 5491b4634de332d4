import Units

/// What a device and rushes agreed on.
struct Agreement: Sendable, Hashable {
  /// How its samples are written.
  var sampleFormat: SampleFormat
  /// Rate and channels as the device gives them.
  var format: AudioFormat
  /// Sample frames between two interrupts.
  var periodFrames: Int
  /// Sample frames that fit before an overrun.
  var bufferFrames: Int

  /// Bytes of one sample of every channel.
  var frameBytes: Int { sampleFormat.byteCount * format.channels }

  /// For people: "48000 Hz, 2 channels, S16_LE".
  var text: String {
    let channels = format.channels == 1 ? "1 channel" : "\(format.channels) channels"
    return "\(format.rate) Hz, \(channels), \(sampleFormat.rawValue)"
  }
}

extension Agreement {
  /// What the AAC encoder, the converter and every device one can buy are made for.
  static let rates: ClosedRange<Int64> = 8_000...192_000
  /// More is no microphone but a broken answer.
  static let channels = 1...64
  /// Long enough to sit out a busy machine; a device may have less.
  static let buffer = MediaTime.milliseconds(500)
  /// Short enough for a level meter, long enough to leave the processor alone.
  static let period = MediaTime.milliseconds(10)

  /// Agrees with an opened device, each choice within what the one before left: the format, two
  /// channels or else the fewest, the rate of takes or else the nearest.
  ///
  /// The device's own values are taken as they are; the recorder resamples once, and better than
  /// a plugin with its coarse steps would.
  static func reach(
    with pcm: PCMHandle, on subject: String, calls: MicrophoneCalls
  ) throws(MicrophoneError) -> Agreement {
    let parameters = try calls.attempt(.describe, on: subject) { calls throws(ALSACode) in
      try calls.describe(pcm)
    }
    defer { calls.forget(parameters) }
    try calls.attempt(.chooseAccess, on: subject) { calls throws(ALSACode) in
      try calls.chooseAccess(pcm, parameters)
    }
    let sampleFormat = try calls.attempt(.chooseFormat, on: subject) { calls throws(ALSACode) in
      try chooseFormat(pcm, parameters, calls)
    }
    let channels = try calls.attempt(.chooseChannels, on: subject) { calls throws(ALSACode) in
      try chooseChannels(pcm, parameters, calls)
    }
    try calls.attempt(.chooseRate, on: subject) { calls throws(ALSACode) in
      // CD's rate before the nearest one: a device that lists it was made for it.
      let exact = [AudioFormat.takeRate, 44_100].first { calls.offersRate(pcm, parameters, $0) }
      try calls.chooseRate(pcm, parameters, exact ?? AudioFormat.takeRate)
    }
    try calls.attempt(.chooseBuffer, on: subject) { calls throws(ALSACode) in
      try calls.chooseBuffer(pcm, parameters, buffer, period)
    }
    let configured = try calls.attempt(.configure, on: subject) { calls throws(ALSACode) in
      let configured = try calls.configure(pcm, parameters)
      // Some drivers answer with zeros.
      guard rates.contains(configured.rate), configured.periodFrames > 0,
        configured.bufferFrames > 0
      else { throw .invalid }
      return configured
    }
    try calls.attempt(.configureClock, on: subject) { calls throws(ALSACode) in
      try calls.configureClock(pcm, configured)
    }
    return Agreement(
      sampleFormat: sampleFormat,
      format: AudioFormat(rate: configured.rate, channels: channels),
      periodFrames: configured.periodFrames, bufferFrames: configured.bufferFrames)
  }

  private static func chooseFormat(
    _ pcm: PCMHandle, _ parameters: ParametersHandle, _ calls: MicrophoneCalls
  ) throws(ALSACode) -> SampleFormat {
    let offered = SampleFormat.allCases.first { calls.offersFormat(pcm, parameters, $0) }
    guard let offered else { throw .invalid }
    try calls.chooseFormat(pcm, parameters, offered)
    return offered
  }

  private static func chooseChannels(
    _ pcm: PCMHandle, _ parameters: ParametersHandle, _ calls: MicrophoneCalls
  ) throws(ALSACode) -> Int {
    let offersStereo = calls.offersChannels(pcm, parameters, 2)
    let count = offersStereo ? 2 : calls.fewestChannels(parameters)
    guard channels.contains(count) else { throw .invalid }
    try calls.chooseChannels(pcm, parameters, count)
    return count
  }
}
