package import Units

/// Notices that the machine has slept: the clock of stamps stands still meanwhile, another goes on.
package struct SleepWatch: Sendable {
  /// A sleep that was noticed.
  package struct Sleep: Sendable, Hashable {
    /// The last instant at which it was surely awake.
    package var since: MediaTime
    /// How long it slept.
    package var length: MediaTime
  }

  /// The clocks are read one after the other; nobody notices a sleep as short as this.
  private static let shortest = MediaTime.milliseconds(100)

  private var last: (at: MediaTime, asleep: MediaTime)?

  /// A watch that knows nothing of what was before.
  package init() {}

  /// Looks at the clock of stamps and at how long the machine has slept since it was started; returns
  /// the sleep since the last look, if there was one.
  package mutating func looked(at now: MediaTime, asleep: MediaTime) -> Sleep? {
    defer { last = (now, asleep) }
    guard let last, asleep - last.asleep > Self.shortest else { return nil }
    return Sleep(since: last.at, length: asleep - last.asleep)
  }
}
