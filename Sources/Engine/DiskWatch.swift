import Units

/// Whether the disk answers, judged by a question that waits in line with all that is written.
struct DiskWatch: Sendable, Hashable {
  /// Disks that spin up, and those of busy machines, need up to three seconds.
  static let patience = MediaTime.seconds(Int64(4))

  /// Looks come ten times a second, unless the whole program was stopped.
  private static let longestPause = MediaTime.milliseconds(500)

  private var askedAt: MediaTime?
  private var lookedAt: MediaTime?
  /// True while a question has waited longer than any disk that works lets it.
  private(set) var isSilent = false

  /// Asks, unless an earlier question waits still; then it returns false.
  mutating func ask(at now: MediaTime) -> Bool {
    guard askedAt == nil else { return false }
    askedAt = now
    return true
  }

  /// The answer came; returns for how long it was missed, nil when it was not.
  mutating func answered(at now: MediaTime) -> MediaTime? {
    defer { (askedAt, isSilent) = (nil, false) }
    return isSilent ? askedAt.map { now - $0 } : nil
  }

  /// Looks at the clock; true once when the disk has fallen silent.
  mutating func looked(at now: MediaTime) -> Bool {
    defer { lookedAt = now }
    guard !isSilent, let askedAt else { return false }
    if let lookedAt, now - lookedAt > Self.longestPause {
      // Nobody could have heard an answer.
      self.askedAt = now
      return false
    }
    isSilent = now - askedAt > Self.patience
    return isSilent
  }
}
