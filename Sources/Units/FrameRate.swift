/// Frames a second as an exact fraction, such as 30/1 or 30000/1001.
package struct FrameRate: Sendable, Hashable {
  /// Frames in `seconds` seconds.
  package let frames: Int64
  /// The seconds that `frames` frames last.
  package let seconds: Int64

  /// Makes a rate in lowest terms; nil when either number is not positive.
  package init?(_ frames: Int64, per seconds: Int64 = 1) {
    guard frames > 0, seconds > 0 else { return nil }
    let divisor = greatestCommonDivisor(frames, seconds)
    self.frames = frames / divisor
    self.seconds = seconds / divisor
  }

  private init(exactly frames: Int64) {
    self.frames = frames
    seconds = 1
  }

  /// The rate of the test picture and the one asked for unless the user says otherwise.
  package static let thirty = FrameRate(exactly: 30)

  /// The grid of pictures that keep their own times: each finds a place within half a millisecond,
  /// and a frame of it is a whole number of ticks (90), of samples (48) and of Matroska's units (1).
  package static let milliseconds = FrameRate(exactly: 1000)

  /// Ticks of the video time base a second: every common rate has a whole number a frame.
  package static let ticksPerSecond: Int64 = 90_000

  /// Frames a second, for showing and comparing.
  package var perSecond: Double { Double(frames) / Double(seconds) }

  /// Length of one frame, rounded to the nanosecond.
  package var frameDuration: MediaTime { time(ofFrame: 1) }

  /// When frame `index` begins, counted from frame 0.
  package func time(ofFrame index: Int64) -> MediaTime {
    MediaTime(nanoseconds: roundedQuotient(index * seconds, times: 1_000_000_000, by: frames))
  }

  /// When frame `index` begins, in 1/90000 s.
  package func ticks(ofFrame index: Int64) -> Int64 {
    roundedQuotient(index * seconds, times: Self.ticksPerSecond, by: frames)
  }

  /// Sample position at which frame `index` begins, at `rate` samples a second: always rounded
  /// from the whole, never added up.
  package func samples(ofFrame index: Int64, rate: Int64 = AudioFormat.takeRate) -> Int64 {
    roundedQuotient(index * seconds, times: rate, by: frames)
  }

  /// The frame that begins nearest to `time`.
  package func frame(nearest time: MediaTime) -> Int64 {
    roundedQuotient(time.nanoseconds, times: frames, by: 1_000_000_000 * seconds)
  }

  /// Whole frames that fit into `time`; half a microsecond of grace absorbs rounded lengths.
  package func wholeFrames(in time: MediaTime) -> Int64 {
    let exact = multiplied(time.nanoseconds + 500, frames, by: 1_000_000_000 * seconds)
    return exact.quotient
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String {
    if seconds == 1 { return "\(frames)" }
    let hundredths = Int64((perSecond * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// `value * factor / divisor` in 128 bits, rounded half away from zero.
package func roundedQuotient(_ value: Int64, times factor: Int64, by divisor: Int64) -> Int64 {
  let product = Int128(value) * Int128(factor)
  let half = Int128(divisor) / 2
  return Int64((product >= 0 ? product + half : product - half) / Int128(divisor))
}

private func multiplied(
  _ value: Int64, _ factor: Int64, by divisor: Int64
) -> (quotient: Int64, remainder: Int64) {
  let product = Int128(value) * Int128(factor)
  return (Int64(product / Int128(divisor)), Int64(product % Int128(divisor)))
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
