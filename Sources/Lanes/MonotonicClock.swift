import Glibc
package import Units

/// Reads CLOCK_MONOTONIC, the clock of every stamp in rushes.
package enum MonotonicClock {
  /// This instant (clock_gettime).
  package static func now() -> MediaTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MediaTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

/// Signals watched by a Dispatch source must not also take their default action.
func ignoreDefaultAction(of number: Int32) { signal(number, SIG_IGN) }
