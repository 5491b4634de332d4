extension MediaTime {
  /// Reads a length as users write it: `1.5s`, `90s`, `250ms`, `2m`, `1:30`, `1:02:03`.
  ///
  /// A bare number, a negative or an empty text is refused: nil.
  package init?(parsing text: some StringProtocol) {
    if text.contains(":") {
      self.init(clock: text)
      return
    }
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }),
      let value = Self.plainNumber(text.dropLast(unit.count)), value * factor <= 1e6
    else { return nil }
    self = .seconds(value * factor)
  }

  private init?(clock text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last,
      let seconds = Self.plainNumber(last), seconds < 60
    else { return nil }
    var total = 0.0
    for part in parts.dropLast() {
      guard let value = Int(part), value >= 0, value < 100_000 else { return nil }
      total = total * 60 + Double(value)
    }
    self = .seconds(total * 60 + seconds)
  }

  /// A number of digits and at most one point: no sign, no exponent, no "inf".
  private static func plainNumber(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else {
      return nil
    }
    return Double(text)
  }

  /// The length for people, in hundredths below a minute and tenths above: `4.00 s`, `1:30.5`.
  package var text: String {
    if nanoseconds < 60_000_000_000 {
      let hundredths = roundedQuotient(nanoseconds, times: 100, by: 1_000_000_000)
      return "\(hundredths / 100).\(padded(hundredths % 100)) s"
    }
    return clockText
  }

  /// The length as a running clock, by tenths: `0:04.3`, `12:05.0`, `1:02:03.4`.
  package var clockText: String {
    let tenths = max(0, nanoseconds) / 100_000_000
    let seconds = tenths / 10
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let head = hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)"
    return "\(head):\(padded(seconds % 60)).\(tenths % 10)"
  }
}

private func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
