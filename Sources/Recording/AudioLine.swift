import Units

/// The last seconds of sound on the absolute 48 kHz grid (`MediaTime.samplePosition`).
///
/// Takes are cut from it by position alone. Whatever is asked for and not there is silence, and
/// is counted. It never grows: old samples are overwritten.
package struct AudioLine: Sendable {
  /// Sample frames kept.
  package let capacity: Int64
  private var ring: [Int16]
  /// Positions in the ring; empty before the first sample.
  private var kept: Range<Int64> = 0..<0
  /// Stretches of silence that stand for lost samples, oldest first, inside the kept range.
  private var holes: [Range<Int64>] = []

  /// Ten seconds.
  package static let usualCapacity: Int64 = 480_000

  /// Makes a line that keeps the last `capacity` sample frames.
  package init(capacity: Int64 = Self.usualCapacity) {
    self.capacity = capacity
    ring = [Int16](repeating: 0, count: Int(capacity) * AudioFormat.take.channels)
  }

  /// The position behind the newest sample; nil before the first one.
  package var end: Int64? { kept.isEmpty ? nil : kept.upperBound }

  /// Starts anew at `position`; what was kept is forgotten.
  package mutating func begin(at position: Int64) {
    kept = position..<position
    holes = []
  }

  /// Where the next sample will lie.
  package var next: Int64 { kept.upperBound }

  /// Appends interleaved stereo samples.
  package mutating func append(_ samples: [Int16]) {
    let count = Int64(samples.count / channels)
    let end = kept.upperBound + count
    for run in runs(max(kept.upperBound, end - capacity)..<end) {
      let first = Int(run.positions.lowerBound - kept.upperBound) * channels
      ring.replaceSubrange(run.slots, with: samples[first..<first + run.slots.count])
    }
    advance(by: count)
  }

  /// Appends `count` sample frames of silence in place of lost ones.
  package mutating func appendHole(_ count: Int64) {
    guard count > 0 else { return }
    let hole = kept.upperBound..<(kept.upperBound + count)
    let silence = [Int16](
      repeating: 0, count: Int(min(count, capacity)) * channels)
    if count > capacity { kept = hole.lowerBound..<(hole.upperBound - capacity) }
    append(silence)
    holes.append(hole)
  }

  /// The samples of `range`, interleaved, and how many of its sample frames are silence standing
  /// for sound that was lost or never there.
  package func read(_ range: Range<Int64>) -> (samples: [Int16], filled: Int64) {
    var samples = [Int16](repeating: 0, count: range.count * channels)
    let there = range.clamped(to: kept)
    for run in runs(there) {
      let first = Int(run.positions.lowerBound - range.lowerBound) * channels
      samples.replaceSubrange(first..<first + run.slots.count, with: ring[run.slots])
    }
    var filled = Int64(range.count - there.count)
    for hole in holes { filled += Int64(there.clamped(to: hole).count) }
    return (samples, filled)
  }

  private var channels: Int { AudioFormat.take.channels }

  /// The stretches of the ring that hold `positions`: one, or two where it wraps around.
  ///
  /// Sound is moved stretch by stretch: sample by sample costs a slow machine its whole core.
  private func runs(_ positions: Range<Int64>) -> [(positions: Range<Int64>, slots: Range<Int>)] {
    var runs: [(positions: Range<Int64>, slots: Range<Int>)] = []
    var start = positions.lowerBound
    while start < positions.upperBound {
      let place = start % capacity
      let end = min(positions.upperBound, start + capacity - place)
      let slots = Int(place) * channels..<Int(place + end - start) * channels
      runs.append((start..<end, slots))
      start = end
    }
    return runs
  }

  private mutating func advance(by count: Int64) {
    let end = kept.upperBound + count
    kept = max(kept.lowerBound, end - capacity)..<end
    holes.removeAll { $0.upperBound <= kept.lowerBound }
  }
}
