package import Frames
package import Units

/// Measures how loud a microphone is, from its own samples: peak with hold, mean, clipping, silence.
///
/// The peak rises at once to every sample and returns by 20 dB in 1.7 s, as programme meters of
/// IEC 60268-10, type I, do; the mean is the plain one (RMS) of 0.3 s, the time a VU meter takes, so
/// that a sine shows 3 dB less than its peak. Time is that of the samples: nothing here knows a
/// clock.
package struct LevelMeter: Sendable {
  /// How fast a peak falls, in decibels a second.
  package static let release = 20 / 1.7
  /// How long a peak is held; long enough to be read.
  package static let holdTime = MediaTime.milliseconds(1500)
  /// Samples at full scale in a row that count as cut off: a single one may just have been that loud.
  package static let clippedRun = 3
  /// How long clipping is shown: it must be seen by whoever looks up now and then.
  package static let clipTime = MediaTime.seconds(Int64(3))
  /// From when on silence is told: pauses of speech are shorter.
  package static let silenceTime = MediaTime.seconds(Int64(5))

  /// The highest sample that a device of 16 bits gives, and no less than others give.
  fileprivate static let fullScale = Float(32_767) / 32_768
  /// Blocks in a second, by which peaks fall and powers are summed.
  private static let blocksPerSecond: Int64 = 100
  /// Blocks of which the mean is taken.
  fileprivate static let meanBlocks = 30
  /// When nothing came for so long the microphone is stuck; chunks are shorter by far.
  private static let patience = MediaTime.milliseconds(500)

  private let format: AudioFormat
  /// Sample frames of a block.
  private let blockLength: Int
  private var channels: [Channel]
  /// Sample frames of the block that is being filled.
  private var filled = 0
  /// The instant behind the newest sample; nil before the first one.
  private var end: MediaTime?
  private var heardAt = MediaTime.zero
  private var soundedAt = MediaTime.zero

  /// One channel as it stands at the end of the newest block.
  fileprivate struct Channel: Sendable {
    var peak = Decibels.silence
    var held = Decibels.silence
    var heldSince = MediaTime.zero
    var clippedAt: MediaTime?
    /// Powers of the last blocks, oldest overwritten first.
    var powers = [Double](repeating: 0, count: LevelMeter.meanBlocks)
    var next = 0
    /// Of the block that is being filled: the highest sample and the sum of all squares.
    var highest: Float = 0
    var squares = 0.0
    /// Samples at full scale up to the newest one.
    var run = 0
    /// True when `run` was long enough within the block.
    var hasClipped = false
  }

  /// A meter for samples of this format that has heard nothing yet.
  package init(format: AudioFormat) {
    self.format = format
    blockLength = max(1, Int(format.rate / Self.blocksPerSecond))
    channels = Array(repeating: Channel(), count: max(1, format.channels))
  }

  /// Takes what the microphone gave.
  package mutating func heard(_ chunk: AudioChunk) {
    begin(at: chunk.capturedAt)
    var first = 0
    while first < chunk.frameCount {
      let count = min(blockLength - filled, chunk.frameCount - first)
      for index in channels.indices {
        channels[index].take(
          chunk.samples, frames: first..<first + count, channel: index, of: channels.count)
      }
      first += count
      filled += count
      if filled == blockLength {
        let past = format.duration(of: Int64(first))
        finishBlock(at: chunk.capturedAt + past)
      }
    }
    end = chunk.capturedAt + format.duration(of: Int64(chunk.frameCount))
  }

  /// What the meter shows at `now`; nil before there was sound.
  ///
  /// Between chunks that is what it showed at the end of the newest one, and when none come any
  /// more it falls.
  package func reading(at now: MediaTime) -> Levels? {
    guard let end else { return nil }
    let instant = now - end > Self.patience ? now : end
    let silence = instant - heardAt
    return Levels(
      channels: channels.map { $0.levels(at: instant, after: instant - end) },
      silence: silence < Self.silenceTime
        ? nil : .init(length: silence, isDigital: instant - soundedAt >= Self.silenceTime))
  }

  private mutating func begin(at stamp: MediaTime) {
    guard let end else {
      (heardAt, soundedAt) = (stamp, stamp)
      return
    }
    // Where samples were lost, time has passed all the same.
    guard stamp - end > Self.patience else { return }
    for index in channels.indices { channels[index].pause(stamp - end) }
  }

  private mutating func finishBlock(at instant: MediaTime) {
    filled = 0
    let length = format.duration(of: Int64(blockLength))
    for index in channels.indices {
      let highest = channels[index].highest
      if highest > 0 { soundedAt = instant }
      if Decibels(amplitude: Double(highest)) >= Levels.floor { heardAt = instant }
      channels[index].finishBlock(at: instant, length: length, samples: blockLength)
    }
  }
}

extension LevelMeter.Channel {
  /// Takes this channel's samples of some sample frames.
  ///
  /// Through a pointer: ten million samples a minute are looked at, most of them in vain.
  mutating func take(_ samples: [Float], frames: Range<Int>, channel: Int, of count: Int) {
    var (highest, squares, run) = (self.highest, Float(0), self.run)
    samples.withUnsafeBufferPointer { samples in
      var index = frames.lowerBound * count + channel
      while index < frames.upperBound * count {
        let size = abs(samples[index])
        squares += size * size
        if size > highest { highest = size }
        run = size >= LevelMeter.fullScale ? run + 1 : 0
        if run >= LevelMeter.clippedRun { hasClipped = true }
        index += count
      }
    }
    (self.highest, self.run) = (highest, run)
    self.squares += Double(squares)
  }

  /// The block is full, and its last sample was captured before `instant`.
  mutating func finishBlock(at instant: MediaTime, length: MediaTime, samples: Int) {
    let loudest = Decibels(amplitude: Double(highest))
    peak = max(loudest, peak - Self.fall(over: length))
    if peak >= held {
      (held, heldSince) = (peak, instant)
    } else if instant - heldSince > LevelMeter.holdTime {
      held = max(peak, held - Self.fall(over: length))
    }
    if hasClipped { clippedAt = instant }
    powers[next] = squares / Double(samples)
    next = (next + 1) % powers.count
    (highest, squares, hasClipped) = (0, 0, false)
  }

  /// No samples came for this long.
  mutating func pause(_ length: MediaTime) {
    peak = peak - Self.fall(over: length)
    run = 0
    for index in powers.indices { powers[index] = 0 }
  }

  /// What is shown at `instant`, so long after the newest sample.
  func levels(at instant: MediaTime, after pause: MediaTime) -> Levels.Channel {
    let mean = powers.reduce(0, +) / Double(powers.count)
    let falling = min(pause, max(.zero, instant - heldSince - LevelMeter.holdTime))
    return Levels.Channel(
      mean: pause > .zero ? .silence : Decibels(power: mean),
      peak: peak - Self.fall(over: pause), held: held - Self.fall(over: falling),
      isClipping: clippedAt.map { instant - $0 < LevelMeter.clipTime } ?? false)
  }

  private static func fall(over length: MediaTime) -> Decibels {
    Decibels(LevelMeter.release * length.seconds)
  }
}
