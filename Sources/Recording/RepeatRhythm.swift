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
  /// With this many mean deviations, packets that are lost twice in a row end no hold.
  private static let deviationsWaited: Int64 = 25
  /// No silence of a hold is longer: so long a first repeat is waited for, too.
  private static let longestWait = MediaTime.milliseconds(1200)
  /// Every 64th part of a new value counts: two seconds of repeats make a habit.
  private static let memory: Int64 = 64

  /// Shortest silence that ends a hold: covers late repeats of a busy machine, or over a network
  /// the packet that was lost once.
  private let shortestWait: MediaTime
  private let isRemote: Bool
  private var measured: MediaTime?
  private var deviation: MediaTime

  /// Knows nothing yet; `isRemote` for keys that come over a network.
  package init(isRemote: Bool) {
    self.isRemote = isRemote
    shortestWait = .milliseconds(isRemote ? 400 : 150)
    deviation = isRemote ? Self.networkDeviation : .zero
  }

  /// Time between two repeats.
  package var period: MediaTime { measured ?? Self.usualPeriod }

  /// The silence that no repeat of an even link makes: four periods, so that one may be lost.
  package var usualWait: MediaTime {
    guard let measured else { return isRemote ? Self.longestWait : Self.slowestSecond }
    return max(measured * 4, shortestWait)
  }

  /// The silence that proves the key up on this link.
  package var wait: MediaTime {
    guard let measured else { return usualWait }
    let patience = measured + deviation * Self.deviationsWaited
    return max(usualWait, min(patience, Self.longestWait))
  }

  /// Learns from the time between two characters of a held key.
  ///
  /// Characters that were held back come bunched: such gaps (0 ms) and long pauses tell how uneven
  /// the link is, but nothing about the period.
  package mutating func learn(_ gap: MediaTime) {
    let gap = min(gap, Self.slowestSecond)
    if let measured {
      let off = gap > measured ? gap - measured : measured - gap
      deviation = (deviation * (Self.memory - 1) + off) / Self.memory
    }
    guard gap >= .milliseconds(10), gap < Self.slowestSecond else { return }
    measured = measured.map { ($0 * 7 + gap) / 8 } ?? gap
  }
}
