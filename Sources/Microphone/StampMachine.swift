import Units

/// Says when the first sample of each chunk was captured.
///
/// A stamp is only as good as the moment between the driver's look at the device and its look at
/// the clock: interrupts come late, virtual machines and plugins pause in between. Samples
/// themselves are evenly spaced, so the count leads and the stamps steer.
struct StampMachine: Sendable, Hashable {
  /// The device's own format.
  private let format: AudioFormat
  /// How old a driver's stamp can be: a full buffer, and a second for a machine that was busy.
  private let oldest: MediaTime
  /// When the next sample is due by counting; nil at the beginning and behind a hole.
  private var due: MediaTime?
  private var strays = 0

  /// The stamp and `now` are read one after the other, so that a true stamp is hardly later.
  private static let newest = MediaTime.milliseconds(5)
  /// The steering's time constant, in nanoseconds: a device off by 1000 ppm is followed at a
  /// distance of half a millisecond, a single stamp 10 ms late moves the next by 0.2 ms.
  private static let steering: Int64 = 500_000_000
  /// Further off than this a stamp is either a stray, or samples are missing without an overrun.
  private static let strayDistance = MediaTime.milliseconds(20)
  /// So many in a row are no strays.
  private static let strayLimit = 5

  /// A machine for a device that can hold `bufferFrames` sample frames.
  init(format: AudioFormat, bufferFrames: Int) {
    self.format = format
    oldest = format.duration(of: Int64(bufferFrames)) + .milliseconds(1_000)
  }

  /// The stamp of a chunk of `frames` sample frames, the first of those ready at `position`.
  mutating func stamp(
    frames: Int, of position: PCMPosition, now: MediaTime, isBehindHole: Bool
  ) -> MediaTime {
    let measured = firstSample(of: position, now: now)
    let length = format.duration(of: Int64(frames))
    let stamp = steered(towards: measured, length: length, isBehindHole: isBehindHole)
    due = stamp + length
    return stamp
  }

  private mutating func steered(
    towards measured: MediaTime, length: MediaTime, isBehindHole: Bool
  ) -> MediaTime {
    guard let due, !isBehindHole else {
      strays = 0
      return measured
    }
    let error = (measured - due).nanoseconds
    if abs(error) > Self.strayDistance.nanoseconds {
      strays += 1
      guard strays >= Self.strayLimit else { return due }
      strays = 0
      return measured
    }
    strays = 0
    let share = roundedQuotient(
      error, times: min(length.nanoseconds, Self.steering), by: Self.steering)
    return due + MediaTime(nanoseconds: share)
  }

  /// Plugins stamp by other clocks, or not at all; then the moment of asking has to do.
  private func firstSample(of position: PCMPosition, now: MediaTime) -> MediaTime {
    let isBelievable =
      position.stamp > .zero && position.stamp <= now + Self.newest
      && position.stamp >= now - oldest
    return (isBelievable ? position.stamp : now) - format.duration(of: Int64(position.frames))
  }
}
