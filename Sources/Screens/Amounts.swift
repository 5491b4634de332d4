package import Recording
package import Units

/// Numbers as the screen words them.
package enum Amounts {
  /// A size on disk in powers of ten, as file managers and camera cards count: `3.2 MB`.
  package static func bytes(_ count: Int64) -> String {
    if count < 1000 { return "\(max(0, count)) B" }
    var tenths = count / 100
    for unit in ["kB", "MB", "GB"] {
      if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      tenths /= 1000
    }
    return "\(tenths / 10).\(tenths % 10) TB"
  }

  /// A measured rate with two decimals: `29.97 fps`.
  package static func rate(_ perSecond: Double) -> String {
    guard perSecond.isFinite, (0..<100_000).contains(perSecond) else { return "?" }
    let hundredths = Int((perSecond * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) fps"
  }

  /// A bitrate with two or three digits that count: `5.2 Mbit/s`, `840 kbit/s`.
  package static func bitrate(_ perSecond: Double) -> String {
    guard perSecond.isFinite, (0..<1e12).contains(perSecond) else { return "?" }
    let kilobits = Int((perSecond / 1000).rounded())
    if kilobits < 1000 { return "\(kilobits) kbit/s" }
    let tenths = (kilobits + 50) / 100
    return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) Mbit/s" : "\(tenths / 10) Mbit/s"
  }

  /// How far sound is from its pictures: `0.4 ms early, 35 ppm corrected`.
  package static func offset(_ offset: SoundOffset) -> String {
    let tenths = abs(offset.late.nanoseconds) / 100_000
    let side = offset.late > .zero ? "late" : "early"
    let words = tenths == 0 ? "within 0.1 ms" : "\(tenths / 10).\(tenths % 10) ms \(side)"
    return offset.correction == 0 ? words : "\(words), \(offset.correction) ppm corrected"
  }

  /// A length that is only roughly known: `3 h 12 min`, `12 min`, `40 s`.
  package static func roughly(_ time: MediaTime) -> String {
    let seconds = max(0, time.nanoseconds) / 1_000_000_000
    if seconds < 90 { return "\(seconds) s" }
    let minutes = seconds / 60
    if minutes < 90 { return "\(minutes) min" }
    return minutes < 6000 ? "\(minutes / 60) h \(minutes % 60) min" : "\(minutes / 60) h"
  }

  /// What is left of `budget`, so that it and the time used add up to the budget as shown: both
  /// are cut to tenths, and 0:00.0 means that nothing is left.
  package static func left(of budget: MediaTime, used: MediaTime) -> MediaTime {
    let tenth: Int64 = 100_000_000
    let shown = used.nanoseconds / tenth * tenth
    return max(.zero, MediaTime(nanoseconds: budget.nanoseconds - shown))
  }
}
