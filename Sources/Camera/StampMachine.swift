import CV4L2
import Units

/// Gives every frame its stamp on CLOCK_MONOTONIC, strictly rising.
struct StampMachine {
  // A stamp lies before the dequeue by exposure and transfer, on a busy machine by seconds; some
  // drivers stamp the end of a frame that they hand over at its beginning, one period ahead.
  // Beyond these bounds it is of another clock, whatever the flags claim.
  private static let mostBehind = MediaTime.milliseconds(10_000)
  private static let mostAhead = MediaTime.milliseconds(2000)

  private var last: MediaTime?

  /// The stamp of a frame dequeued at `now`; nil when it does not lie after the one before.
  mutating func stamp(flags: UInt32, driver: MediaTime, now: MediaTime) -> MediaTime? {
    let clock = flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
    let isMonotonic = clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    let isPlausible = driver > now - Self.mostBehind && driver < now + Self.mostAhead
    let stamp = isMonotonic && isPlausible ? driver : now
    if let last, stamp <= last { return nil }
    last = stamp
    return stamp
  }
}
