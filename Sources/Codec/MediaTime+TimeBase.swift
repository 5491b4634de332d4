import CLibAV
import Units

extension MediaTime {
  /// A count of a time base's ticks; nil for none (AV_NOPTS_VALUE) and for what only damaged files
  /// say: more than thirty years.
  init?(ticks: Int64, of base: AVRational) {
    guard ticks != cav_no_pts(), base.num > 0, base.den > 0 else { return nil }
    let product = Int128(ticks) * Int128(base.num) * 1_000_000_000
    let half = Int128(base.den) / 2
    let nanoseconds = (product >= 0 ? product + half : product - half) / Int128(base.den)
    guard nanoseconds.magnitude < 1_000_000_000_000_000_000 else { return nil }
    self.init(nanoseconds: Int64(nanoseconds))
  }

  /// The nearest tick of a base.
  func ticks(of base: AVRational) -> Int64 {
    guard base.num > 0, base.den > 0 else { return 0 }
    return roundedQuotient(
      nanoseconds, times: Int64(base.den), by: Int64(base.num) * 1_000_000_000)
  }
}
