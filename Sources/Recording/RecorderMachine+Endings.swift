package import Units

/// What ends a take against the user's will: the disk, and a machine that falls asleep.
extension RecorderMachine {
  /// The disk has only the room left that saving needs; a running take ends at `now`.
  package mutating func spaceRanOut(_ sentence: String, at now: MediaTime) -> [Action] {
    spaceProblem = sentence
    note = sentence
    return endTaking(at: now)
  }

  /// There is room on the disk again.
  package mutating func spaceReturned() { spaceProblem = nil }

  /// No more can wait for the disk; a running take ends at `instant`, and none begins until
  /// `diskCaughtUp`.
  package mutating func diskFellBehind(_ sentence: String, at instant: MediaTime) -> [Action] {
    diskProblem = sentence
    note = sentence
    return endTaking(at: instant)
  }

  /// There is room for what waits for the disk again.
  package mutating func diskCaughtUp(_ sentence: String) {
    diskProblem = nil
    note = sentence
  }

  /// The machine has slept; a running take ends at `instant`, when it was surely awake.
  ///
  /// Nobody has held a key all the time.
  package mutating func slept(_ sentence: String, since instant: MediaTime) -> [Action] {
    guard case .taking = stage else { return [] }
    note = sentence
    return endTaking(at: instant)
  }
}
