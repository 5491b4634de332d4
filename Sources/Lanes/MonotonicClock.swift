import Glibc
package import Units

/// Reads CLOCK_MONOTONIC, the clock of every stamp in rushes.
package enum MonotonicClock {
  /// This instant (clock_gettime).
  package static func now() -> MediaTime { read(CLOCK_MONOTONIC) }

  /// What an instant is in Unix seconds, to the microsecond, as CLOCK_REALTIME goes now.
  ///
  /// Ask soon after it: the two clocks part when the machine sleeps or its time is set.
  package static func unixSeconds(at instant: MediaTime) -> Double {
    // The thread may be set aside between two readings; the quickest of a few tells best.
    let readings = (0..<3).map { _ in
      let (before, real, after) = (now(), read(CLOCK_REALTIME), now())
      return (wait: after - before, offset: real - before - (after - before) / 2)
    }
    let offset = readings.min { $0.wait < $1.wait }?.offset ?? .zero
    return ((instant + offset).seconds * 1e6).rounded() / 1e6
  }

  /// How long the machine has slept since it was started: CLOCK_BOOTTIME goes on meanwhile.
  package static func asleep() -> MediaTime { read(CLOCK_BOOTTIME) - now() }

  private static func read(_ clock: clockid_t) -> MediaTime {
    var time = timespec()
    clock_gettime(clock, &time)
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
