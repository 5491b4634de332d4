package import Units

/// How the terminal repeats a held key, learned from the characters as they arrive.
///
/// The mean deviation from the period is followed the way TCP follows that of a round trip
/// (RFC 6298): on a link whose characters come unevenly, the silence that ends a hold is longer.
package struct RepeatRhythm: Sendable, Hashable {
  /// Commonest period, assumed until one was measured.
  private static let usualPeriod = MediaTime.milliseconds(40)
  /// Slowest second repeat still expected before the period is known (the console at most 0.5 s).
  private static let slowestSecond = MediaTime.milliseconds(600)
  /// What a network is believed to do before it was measured: a mobile one deviates so much.
  private static let networkDeviation = MediaTime.milliseconds(40)
  /// With this many mean deviations, a packet lost twice in a row ends no hold over Wi-Fi
  /// (deviation 15 ms, sent again after 220 ms each time), and over no mobile network.
  private static let deviationsWaited: Int64 = 40
  /// No silence of a hold is longer: so long a first repeat is waited for, too.
  private static let longestWait = MediaTime.milliseconds(1200)
  /// A new value counts as one in so many: two seconds of repeats make a habit.
  private static let memory: Int64 = 64

  /// Shortest silence that ends a hold: covers late repeats of a busy machine, or over a network
  /// the packet that was lost once.
  private let shortestWait: MediaTime
  private let isRemote: Bool
  private var measured: MediaTime?
  /// Values in `measured`, up to `memory`.
  private var count: Int64 = 0
  private var deviation: MediaTime

  /// Knows nothing yet; `isRemote` for keys that come over a network.
  package init(isRemote: Bool) {
    self.isRemote = isRemote
    shortestWait = .milliseconds(isRemote ? 400 : 150)
    deviation = isRemote ? Self.networkDeviation : .zero
  }

  /// Time between two repeats.
  package var period: MediaTime { measured ?? Self.usualPeriod }

  /// The silence that proves the key up: four periods, so that one repeat may be lost, and more
  /// on an uneven link.
  package var wait: MediaTime {
    guard let measured else { return isRemote ? Self.longestWait : Self.slowestSecond }
    let patience = min(measured + deviation * Self.deviationsWaited, Self.longestWait)
    return max(measured * 4, shortestWait, patience)
  }

  /// Learns from the time between two characters of a held key.
  ///
  /// Characters that were held back come bunched, 0 ms apart; with the pause before them they make
  /// up the period again, so the mean counts them all.
  package mutating func learn(_ gap: MediaTime) {
    let gap = min(gap, Self.slowestSecond)
    if let measured {
      let off = gap > measured ? gap - measured : measured - gap
      deviation = (deviation * (Self.memory - 1) + off) / Self.memory
    }
    count = min(count + 1, Self.memory)
    measured = measured.map { ($0 * (count - 1) + gap) / count } ?? gap
  }
}
