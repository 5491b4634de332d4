package import Units

/// Keeps a microphone's samples on the monotonic clock: fills holes exactly, stretches drift away.
///
/// A device's "48 kHz" is off by up to some hundred parts in a million against the clock that
/// stamps the pictures. Small errors are corrected by resampling a hair faster or slower, which
/// nobody hears; errors past 50 ms, and any after an overrun, are time that was lost, and are
/// filled with silence of exactly that length.
package struct SyncMachine: Sendable {
  /// What to do before the chunk is converted and appended.
  package enum Step: Sendable, Hashable {
    /// Begin the line at this position.
    case begin(at: Int64)
    /// Append this much silence first.
    case fill(Int64)
    /// Leave out this many 48 kHz sample frames of what comes: they were already covered. When
    /// the chunk is shorter, the next one is told to leave out the rest.
    case skip(Int64)
    /// Stretch the next second by this many samples.
    case compensate(Int)
  }

  /// Past this the error is a hole, not drift: 50 ms.
  private static let holeThreshold = 2400.0
  /// Stamps jitter by a millisecond or two; a one second average takes that away.
  private static let averagingTime = 1.0
  /// The error is worked off with this time constant, slow enough to be inaudible.
  private static let responseTime = 4.0
  /// Half a percent; no crystal is worse, only broken stamps are.
  private static let steepest = 240.0

  private let deadZone: Double
  private var hasBegun = false
  private var error = 0.0
  private var rateError = 0.0
  private var sinceCorrection = 0.0
  private var isCorrecting = false
  /// Samples by which the running second is stretched.
  private var inForce = 0.0
  /// Seconds of sound since the begin or the last hole.
  private var measured = 0.0
  /// True when the chunk before was too short to take all that had to be skipped.
  private var isOverlapping = false

  /// Makes a machine that has not seen a sample.
  ///
  /// Below `deadZone` samples of average error nothing is done: usually a tenth of a millisecond, so
  /// that an exact source is passed bit by bit.
  package init(deadZone: Double = 5) { self.deadZone = deadZone }

  /// A chunk came whose first sample was captured at `stamp`.
  ///
  /// - Parameters:
  ///   - stamp: when its first sample was captured.
  ///   - next: the grid position where that sample would land by counting, in fractions while a
  ///     filter holds samples back.
  ///   - duration: length of the chunk in seconds.
  ///   - followsHole: true when the source lost samples before the chunk.
  /// - Returns: what to do first, in this order.
  package mutating func arrived(
    stamp: MediaTime, next: Double, duration: Double, followsHole: Bool
  ) -> [Step] {
    let position = Double(stamp.nanoseconds) * Double(AudioFormat.takeRate) / 1e9
    guard hasBegun else {
      hasBegun = true
      return [.begin(at: stamp.samplePosition)]
    }
    let off = position - next
    if followsHole || isOverlapping || abs(off) > Self.holeThreshold {
      error = 0
      sinceCorrection = 0
      measured = 0
      let whole = Int64(off.rounded())
      isOverlapping = -off >= duration * Double(AudioFormat.takeRate)
      if whole > 0 { return [.fill(whole)] }
      return whole < 0 ? [.skip(-whole)] : []
    }
    error += (off - error) * min(1, duration / Self.averagingTime)
    rateError += error * duration / (4 * Self.responseTime * Self.responseTime)
    rateError = min(max(rateError, -Self.steepest), Self.steepest)
    sinceCorrection += duration
    measured += duration
    guard sinceCorrection >= 1 else { return [] }
    sinceCorrection = 0
    return correction()
  }

  /// The average error now, in samples: positive when the sound lags behind its stamps.
  package var averageError: Double { error }

  /// How sound and picture lie to each other now; nil in the first second, and after a hole.
  ///
  /// What is counted too few samples lies too early.
  package var offset: SoundOffset? {
    guard measured >= Self.averagingTime else { return nil }
    let rate = Double(AudioFormat.takeRate)
    return SoundOffset(
      late: .seconds(-error / rate), correction: Int((inForce * 1e6 / rate).rounded()))
  }

  private mutating func correction() -> [Step] {
    if !isCorrecting, abs(error) < deadZone {
      rateError = 0
      return []
    }
    isCorrecting = true
    let wanted = rateError + error / Self.responseTime
    inForce = min(max(wanted, -Self.steepest), Self.steepest).rounded()
    return [.compensate(Int(inForce))]
  }
}
