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
///
/// Only a default action is replaced: Dispatch installs its own handler once in the life of the
/// process, and a second watch of the same signal would switch that off for good.
func ignoreDefaultAction(of number: Int32) {
  var action = sigaction()
  sigaction(number, nil, &action)
  let isDefault = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self) == 0
  if isDefault { signal(number, SIG_IGN) }
}
