package import Units

/// How far the sound of takes lies from where its stamps put it beside the pictures.
///
/// Both are stamped by one clock, so this is all by which they can be apart, as far as the devices'
/// own stamps are right.
package struct SoundOffset: Sendable, Hashable {
  /// How much later than its picture the sound is; negative when it is early.
  package var late: MediaTime
  /// By how many millionths the sound is being stretched (or shortened, below zero) because the
  /// microphone counts its samples at another pace than the clock.
  package var correction: Int

  /// Describes an offset.
  package init(late: MediaTime, correction: Int) {
    self.late = late
    self.correction = correction
  }

  /// The same in tenths of a millisecond, as a screen shows it.
  package var rounded: SoundOffset {
    let step: Int64 = 100_000
    let half = late.nanoseconds < 0 ? -step / 2 : step / 2
    return SoundOffset(
      late: MediaTime(nanoseconds: (late.nanoseconds + half) / step * step), correction: correction)
  }
}
