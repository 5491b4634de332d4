/// A length of time, or an instant of CLOCK_MONOTONIC, in whole nanoseconds.
///
/// Every stamp in rushes is of this one clock (cameras, microphones, keys), so that instants of
/// different devices can be compared and subtracted without conversion.
package struct MediaTime: Sendable, Hashable, Comparable {
  /// Nanoseconds; for an instant, since the clock's own start.
  package var nanoseconds: Int64

  /// Makes a time of whole nanoseconds.
  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time at all.
  package static let zero = MediaTime(nanoseconds: 0)

  /// Later than anything that can happen.
  package static let distantFuture = MediaTime(nanoseconds: .max)

  /// A length of whole milliseconds.
  package static func milliseconds(_ count: Int64) -> MediaTime {
    MediaTime(nanoseconds: count * 1_000_000)
  }

  /// A length of whole seconds.
  package static func seconds(_ count: Int64) -> MediaTime {
    MediaTime(nanoseconds: count * 1_000_000_000)
  }

  /// A length of seconds, rounded to the nanosecond.
  package static func seconds(_ count: Double) -> MediaTime {
    MediaTime(nanoseconds: Int64((count * 1e9).rounded()))
  }

  /// The same in seconds, for showing; arithmetic stays in nanoseconds.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  package static func < (a: MediaTime, b: MediaTime) -> Bool { a.nanoseconds < b.nanoseconds }

  package static func + (a: MediaTime, b: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  package static func - (a: MediaTime, b: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  package static func * (a: MediaTime, count: Int64) -> MediaTime {
    MediaTime(nanoseconds: a.nanoseconds * count)
  }

  package static func / (a: MediaTime, count: Int64) -> MediaTime {
    MediaTime(nanoseconds: a.nanoseconds / count)
  }

  package static func += (a: inout MediaTime, b: MediaTime) { a = a + b }
}
