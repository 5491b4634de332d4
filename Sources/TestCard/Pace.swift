package import Units

/// Says which frames or chunks of a steady source are due; times come in as values.
package struct Pace: Sendable {
  /// Things a second; thing n is stamped `rate.time(ofFrame: n)` after the source's start.
  package let rate: FrameRate
  /// How many things later a thing is due than stamped: 0 for pictures, 1 for runs of samples,
  /// which exist only once their last sample has passed.
  package let delay: Int64
  /// After a stall, things due longer ago than this are skipped.
  package let patience: MediaTime
  /// The next thing to deliver.
  package private(set) var next: Int64 = 0

  /// Begins with thing 0.
  package init(rate: FrameRate, delay: Int64, patience: MediaTime) {
    self.rate = rate
    self.delay = delay
    self.patience = patience
  }

  /// Takes what has become due by `elapsed`, counted from the source's start.
  ///
  /// The range begins later than `next` was when the source stalled for longer than its patience.
  package mutating func due(at elapsed: MediaTime) -> Range<Int64> {
    let end = countDue(by: elapsed)
    let oldest = countDue(by: elapsed - patience - MediaTime(nanoseconds: 1))
    let begin = max(next, oldest)
    next = max(begin, end)
    return begin..<next
  }

  /// How long after `elapsed` the next thing is due; never negative.
  package func wait(at elapsed: MediaTime) -> MediaTime {
    max(.zero, rate.time(ofFrame: next + delay) - elapsed)
  }

  /// Things due at or before `elapsed`.
  private func countDue(by elapsed: MediaTime) -> Int64 {
    guard elapsed >= .zero else { return 0 }
    let stamped = rate.wholeFrames(in: elapsed)
    // `wholeFrames` forgives half a microsecond; a source must never deliver the future.
    let passed = rate.time(ofFrame: stamped) > elapsed ? stamped : stamped + 1
    return max(0, passed - delay)
  }
}
