package import Units

/// Decides when the screen may get its next picture, by what the link to the terminal stands.
///
/// At most one picture is on its way: the next one is drawn only when the terminal has answered a
/// question that was sent behind the one before. How much longer that took than the same question
/// by itself is what everything else waits for because of the picture, a take's state among it; the
/// rate falls until it is little, and in the end the picture is put away.
package struct PicturePace: Sendable {
  /// What is to be done now.
  package enum Step: Sendable, Hashable {
    case nothing
    /// Ask the terminal, with nothing drawn before.
    case ask
    /// Get a picture from the camera.
    case picture
  }

  private enum State: Sendable, Hashable {
    /// Until then nothing is due.
    case idle(until: MediaTime)
    /// The terminal was asked at that instant with no picture before.
    case measuring(since: MediaTime)
    /// A picture was asked of the camera, or waits to be drawn.
    case making
    /// One was drawn at that instant, and is not known to be shown.
    case sent(at: MediaTime)
    /// The link is too slow for any.
    case resting(until: MediaTime)
  }

  /// Whether the terminal answers.
  private enum Echo: Sendable, Hashable {
    case unknown, works, absent
  }

  /// What a picture may make everything else wait.
  private static let target = MediaTime.milliseconds(100)
  /// Ten pictures a second look like a moving picture; over a network six to seven do, because the
  /// same link carries the keys.
  private static let usualPeriod = (
    near: MediaTime.milliseconds(90), far: MediaTime.milliseconds(140)
  )
  private static let longestPeriod = MediaTime.seconds(Int64(1))
  /// Without answers nobody knows what piles up.
  private static let blindPeriod = MediaTime.milliseconds(500)
  /// A terminal that has not answered by then never will.
  private static let patience = MediaTime.seconds(Int64(1))
  /// Even one picture a second is too much where each makes everything else wait that long.
  private static let unbearable = MediaTime.milliseconds(500)
  /// An answer this late was lost.
  private static let longestWait = MediaTime.seconds(Int64(10))
  private static let rests = (
    first: MediaTime.seconds(Int64(10)), longest: MediaTime.seconds(Int64(300))
  )

  /// A sixteenth of the pixels is still more than half blocks have.
  private static let mostThrift = 2

  private let shortestPeriod: MediaTime
  private let canSave: Bool
  /// How many times the picture's pixels are to be quartered; where the bytes are bounded by cells
  /// that is never.
  package private(set) var thrift = 0
  /// No picture comes sooner after the one before, whatever the link can do.
  package var leastPeriod = MediaTime.zero
  private var state = State.idle(until: .zero)
  private var echo = Echo.unknown
  /// From one picture to the next.
  package private(set) var period: MediaTime
  /// When the picture in question was asked for.
  private var begun = MediaTime.zero
  /// The shortest time in which the terminal has answered: the way there and back.
  private var fastest = longestWait
  private var rest = rests.first

  /// Begins; `isRemote` where a network lies between, `canSave` where fewer pixels are fewer bytes.
  package init(isRemote: Bool, canSave: Bool = false) {
    self.canSave = canSave
    shortestPeriod = isRemote ? Self.usualPeriod.far : Self.usualPeriod.near
    period = shortestPeriod
  }

  /// True while the picture is put away because of the link.
  package var isResting: Bool {
    if case .resting = state { true } else { false }
  }

  /// True when the terminal is to be asked whether it has shown a picture.
  package var wantsAnswer: Bool { echo != .absent }

  /// Looks at the clock.
  package mutating func step(at now: MediaTime) -> Step {
    switch state {
    case .idle(let instant) where now >= instant:
      if echo == .unknown { return .ask }
      return begin(at: now)
    case .resting(let instant) where now >= instant:
      return .ask
    case .measuring(let since) where echo == .unknown && now - since > Self.patience,
      .sent(let since) where echo == .unknown && now - since > Self.patience:
      echo = .absent
      return begin(at: now)
    case .measuring(let since) where now - since > Self.longestWait,
      .sent(let since) where now - since > Self.longestWait:
      putAway(at: now)
      return .nothing
    case .idle, .resting, .measuring, .making, .sent:
      return .nothing
    }
  }

  /// The terminal was asked, or could not be: then a picture is due without.
  package mutating func asked(_ isAsked: Bool, at now: MediaTime) -> Step {
    guard isAsked else { return begin(at: now) }
    state = .measuring(since: now)
    return .nothing
  }

  /// The camera has no picture.
  package mutating func gotNothing(at now: MediaTime) {
    state = .idle(until: now + Self.blindPeriod)
  }

  /// The picture shows nothing that is not on the screen already.
  package mutating func changedNothing(at now: MediaTime) {
    state = .idle(until: max(now, next))
  }

  /// The picture was drawn; `isAsked` when the terminal was asked behind it.
  package mutating func sent(at now: MediaTime, isAsked: Bool) {
    state = isAsked ? .sent(at: now) : .idle(until: now + Self.blindPeriod)
  }

  /// What was asked before may never be answered, for the terminal was away.
  package mutating func interrupted(at now: MediaTime) {
    switch state {
    case .measuring, .sent: state = .idle(until: now)
    case .idle, .making, .resting: break
    }
  }

  /// The terminal has answered.
  package mutating func answered(at now: MediaTime) {
    echo = .works
    switch state {
    case .measuring(let since):
      let cost = cost(of: now - since)
      if cost > Self.unbearable { putAway(at: now) } else { state = .idle(until: now) }
    case .sent(let since):
      let cost = cost(of: now - since)
      if cost > Self.unbearable, period == Self.longestPeriod { return putAway(at: now) }
      adapt(to: cost)
      state = .idle(until: max(now, next))
    case .idle, .making, .resting:
      break
    }
  }

  private var next: MediaTime { begun + max(period, leastPeriod) }

  private mutating func begin(at now: MediaTime) -> Step {
    state = .making
    begun = now
    return .picture
  }

  private mutating func cost(of time: MediaTime) -> MediaTime {
    fastest = min(fastest, time)
    return time - fastest
  }

  /// Takes pixels away, then halves the rate, at once, and brings both back in small steps.
  private mutating func adapt(to cost: MediaTime) {
    if cost > Self.target, canSave, thrift < Self.mostThrift {
      thrift += 1
    } else if cost > Self.target {
      period = min(Self.longestPeriod, period + period)
    } else if cost + cost < Self.target {
      period = max(shortestPeriod, MediaTime(nanoseconds: period.nanoseconds * 3 / 4))
      guard period == shortestPeriod else { return }
      rest = Self.rests.first
      // Four times the bytes must be known to go.
      if thrift > 0, cost < MediaTime(nanoseconds: Self.target.nanoseconds / 6) { thrift -= 1 }
    }
  }

  private mutating func putAway(at now: MediaTime) {
    period = Self.longestPeriod
    state = .resting(until: now + rest)
    rest = min(Self.rests.longest, rest + rest)
  }
}
