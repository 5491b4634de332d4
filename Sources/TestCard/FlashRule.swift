package import Units

/// Which frames of the test picture flash, and so where the bursts of the test tone begin.
///
/// Each whole second since the start has one flash: the first frame stamped at or after it. The
/// rule is exact in integers, also for rates such as 30000/1001.
package struct FlashRule: Sendable, Hashable {
  /// Frames a second of the picture.
  package let rate: FrameRate

  /// Follows a picture of `rate`.
  package init(rate: FrameRate) { self.rate = rate }

  /// The latest flash that is not after frame `index`; frame 0 is the first flash of all.
  package func lastFlash(atOrBefore index: Int64) -> Int64 {
    let second = max(0, index) * rate.seconds / rate.frames
    return (second * rate.frames + rate.seconds - 1) / rate.seconds
  }

  /// True when frame `index` shows the white square.
  package func isFlash(_ index: Int64) -> Bool {
    index >= 0 && lastFlash(atOrBefore: index) == index
  }
}
