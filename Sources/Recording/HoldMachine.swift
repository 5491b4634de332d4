package import Units

/// Works out from key events when the hold key (SPACE, as a rule) is held, let go or tapped.
///
/// Terminals of the kitty keyboard protocol report the release. All others only repeat the
/// character while the key is down, so the end of a hold is inferred: when the repeats stop, the
/// key was let go one repeat period after the last of them. The take runs on through that doubt
/// and is cut back to the instant given with `release`.
package struct HoldMachine: Sendable {
  /// What the user chose.
  package enum Style: String, Sendable, Hashable, CaseIterable {
    /// A hold records while it lasts; a tap keeps recording until the next tap.
    case auto
    /// Only holds: a tap is a very short take.
    case hold
    /// Only taps: one begins, the next one ends.
    case toggle
  }

  /// What a key event means for the recorder.
  package enum Action: Sendable, Hashable {
    /// A take begins at this instant.
    case press(at: MediaTime)
    /// The take ends at this instant, which may lie in the past.
    case release(at: MediaTime)
  }

  /// Where the machine stands.
  private enum State: Hashable {
    /// The key is up; a press leads to `pressed`.
    case idle
    /// Down since `at`, no repeat seen yet; leads to `holding`, `latched`, `doubting` or `idle`.
    case pressed(at: MediaTime)
    /// Repeats come, the last one at `last`; leads to `idle` when they stop.
    case holding(last: MediaTime)
    /// Toggle style: a second character may be a tap that ends (`at`) or the first repeat of a
    /// key held too long; leads to `spent` or `overheld`.
    case doubting(at: MediaTime)
    /// Toggle style: the starting key is held and repeats; leads to `latched` when it stops.
    case overheld(last: MediaTime)
    /// Recording goes on without a key; the next press ends it and leads to `spent`.
    case latched
    /// The take is over but the key may still be down: characters less than `quiet` after
    /// `last` mean nothing; a later one is a press, or leads to `suspected`.
    case spent(last: MediaTime, quiet: MediaTime)
    /// A character soon after a take was over: a press, or the first repeat of a key still held.
    /// Repeats follow each other faster than any press is repeated, so the next one tells; leads
    /// to `spent` or, when none comes, to `pressed`.
    case suspected(at: MediaTime)
    /// A button, which tells when it is let go, is held; leads to `idle`.
    case button
  }

  /// Every system's first repeat comes within this time: X11 0.66 s, Windows and the console at
  /// most 1 s, and some for a busy machine or network.
  private static let firstRepeatWait = MediaTime.milliseconds(1200)
  /// Below every first-repeat delay (0.2 s) and above every usual period (40 ms).
  ///
  /// Pictures from before it are still at hand when the press is told this late.
  private static let suspicion = MediaTime.milliseconds(100)
  /// Length of a take made by a tap in hold style: how long a tap usually takes.
  private static let tapLength = MediaTime.milliseconds(100)
  /// After a tap that ended a take, a bounce within this time is not a new press.
  private static let bounce = MediaTime.milliseconds(200)

  private let style: Style
  private var state = State.idle
  private var rhythm: RepeatRhythm

  /// True once the terminal has said that it reports releases.
  package var reportsRelease: Bool

  /// Makes a machine; `isRemote` makes it patient with keys that come over a network.
  package init(style: Style, reportsRelease: Bool, isRemote: Bool) {
    self.style = style
    self.reportsRelease = reportsRelease
    rhythm = RepeatRhythm(isRemote: isRemote)
  }

  /// True while a tap keeps recording.
  package var isLatched: Bool { state == .latched }

  /// True while the key or button is, or may be, down.
  package var isDown: Bool {
    switch state {
    case .idle, .latched: false
    case .pressed, .holding, .doubting, .overheld, .spent, .suspected, .button: true
    }
  }

  /// When `deadlinePassed` has to be called unless another event comes first.
  package var deadline: MediaTime? {
    switch state {
    case .idle, .latched: nil
    case .pressed(let at): reportsRelease ? nil : at + Self.firstRepeatWait
    case .holding(let last), .overheld(let last): reportsRelease ? nil : last + rhythm.wait
    case .doubting(let at): at + rhythm.wait
    case .suspected(let at): at + Self.suspicion
    case .spent, .button: nil
    }
  }

  /// Up to here the running take is certain; what was captured later may be cut off again.
  package var confirmedUpTo: MediaTime {
    switch state {
    case .pressed(let at) where style == .hold && !reportsRelease: at + Self.tapLength
    case .holding(let last) where !reportsRelease: last + rhythm.period
    case .doubting(let at): at
    case .idle, .pressed, .holding, .overheld, .latched, .spent, .suspected, .button: .distantFuture
    }
  }

  /// A character of the key came, by a press or a repeat.
  package mutating func keyDown(at now: MediaTime) -> Action? {
    switch state {
    case .idle:
      state = .pressed(at: now)
      return .press(at: now)
    case .pressed(let at):
      // With true releases this is a repeat (some terminals never mark it as one).
      guard !reportsRelease else { return nil }
      if style == .toggle {
        state = .doubting(at: now)
      } else if now < at + Self.firstRepeatWait {
        state = .holding(last: now)
      } else {
        return latchedKeyDown(at: now)
      }
      return nil
    case .holding(let last):
      rhythm.learn(now - last)
      state = .holding(last: now)
      return nil
    case .doubting:
      state = .overheld(last: now)
      return nil
    case .overheld(let last):
      guard now > last + rhythm.wait else {
        state = .overheld(last: now)
        return nil
      }
      return latchedKeyDown(at: now)
    case .latched:
      return latchedKeyDown(at: now)
    case .spent(let last, let quiet):
      guard now > last + quiet else {
        state = .spent(last: now, quiet: quietAfterRepeat)
        return nil
      }
      guard reportsRelease || now > last + Self.firstRepeatWait else {
        state = .suspected(at: now)
        return nil
      }
      state = .pressed(at: now)
      return .press(at: now)
    case .suspected:
      state = .spent(last: now, quiet: quietAfterRepeat)
      return nil
    case .button:
      return nil
    }
  }

  /// A character of the key came that the terminal marks as a repeat: the key is down, and its release
  /// will be told, also when the press came before the terminal could say so.
  package mutating func keyRepeated(at now: MediaTime) -> Action? {
    reportsRelease = true
    guard state == .latched else { return keyDown(at: now) }
    // No tap after all.
    if style != .toggle { state = .holding(last: now) }
    return nil
  }

  /// The terminal says that the key was let go.
  package mutating func keyUp(at now: MediaTime) -> Action? {
    // A first report proves that the terminal has them, whatever it answered when asked.
    reportsRelease = true
    switch state {
    case .pressed, .holding:
      if style == .toggle {
        state = .latched
        return nil
      }
      state = .idle
      return .release(at: now)
    case .doubting, .overheld:
      state = .latched
      return nil
    case .spent, .suspected:
      state = .idle
      return nil
    case .idle, .latched, .button:
      // The key that launched the program, or one whose press was never seen.
      return nil
    }
  }

  /// A button that will tell when it is let go went down: the mouse on the screen, a pedal.
  ///
  /// It ends what a tap has begun, and does nothing while the key is held.
  package mutating func buttonDown(at now: MediaTime) -> Action? {
    switch state {
    case .idle, .spent, .suspected:
      state = style == .toggle ? .latched : .button
      return .press(at: now)
    case .latched:
      state = .idle
      return .release(at: now)
    case .pressed, .holding, .doubting, .overheld, .button:
      return nil
    }
  }

  /// The button was let go.
  package mutating func buttonUp(at now: MediaTime) -> Action? {
    guard state == .button else { return nil }
    state = .idle
    return .release(at: now)
  }

  /// Begins a take that needs nobody to hold it, or ends the one that runs, whoever holds it.
  package mutating func toggled(at now: MediaTime) -> Action? {
    switch state {
    case .idle, .spent, .suspected:
      state = .latched
      return .press(at: now)
    case .latched, .button:
      state = .idle
      return .release(at: now)
    case .pressed, .holding, .doubting, .overheld:
      return latchedKeyDown(at: now)
    }
  }

  /// The window has lost the keyboard: a key that is held will not be seen going up.
  ///
  /// A tap that keeps recording goes on, and so does a button.
  package mutating func focusLost(at now: MediaTime) -> Action? {
    let end: MediaTime
    switch state {
    case .pressed where reportsRelease && style != .toggle,
      .holding where reportsRelease && style != .toggle:
      end = now
    case .holding(let last): end = min(now, last + rhythm.period)
    // Without reports it may have been a tap.
    case .idle, .pressed, .doubting, .overheld, .latched, .spent, .suspected, .button: return nil
    }
    state = .spent(last: now, quiet: quietAfterRepeat)
    return .release(at: end)
  }

  /// The instant named by `deadline` has come without another event.
  package mutating func deadlinePassed() -> Action? {
    switch state {
    case .pressed(let at) where !reportsRelease:
      switch style {
      case .auto, .toggle:
        state = .latched
        return nil
      case .hold:
        state = .idle
        return .release(at: at + Self.tapLength)
      }
    case .holding(let last) where !reportsRelease:
      state = .idle
      return .release(at: last + rhythm.period)
    case .doubting(let at):
      state = .spent(last: at, quiet: Self.bounce)
      return .release(at: at)
    case .overheld:
      state = .latched
      return nil
    case .suspected(let at):
      state = .pressed(at: at)
      return .press(at: at)
    case .idle, .pressed, .holding, .latched, .spent, .button:
      return nil
    }
  }

  /// The take has ended by itself (budget spent, camera lost): the key means nothing until it is
  /// pressed anew.
  package mutating func takeEnded(at now: MediaTime) {
    switch state {
    case .idle, .spent, .suspected: break
    case .latched, .button: state = .idle
    case .pressed: state = .spent(last: now, quiet: Self.firstRepeatWait)
    case .holding(let last), .doubting(let last), .overheld(let last):
      state = .spent(last: last, quiet: reportsRelease ? Self.firstRepeatWait : rhythm.wait)
    }
  }

  private mutating func latchedKeyDown(at now: MediaTime) -> Action {
    // A release that is reported ends this state; until then the key repeats.
    state = .spent(last: now, quiet: reportsRelease ? Self.firstRepeatWait : Self.bounce)
    return .release(at: now)
  }

  /// The silence after a swallowed repeat that proves the key up.
  private var quietAfterRepeat: MediaTime {
    reportsRelease ? Self.firstRepeatWait : max(rhythm.wait, Self.bounce)
  }
}
