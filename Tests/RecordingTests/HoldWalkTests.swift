import Recording
import Support
import Testing
import Units

/// A user with any keyboard and any link, for as long as the walk lasts.
private struct User {
  var random: SeededNumbers
  var keyboard: Keyboard
  var now: Int64 = 0
  let repeats: Keyboard.Repeats
  let sendsRelease: Bool

  init(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    repeats = Keyboard.Repeats(
      delay: Int64(random.uniform(200, 1000)), period: Int64(random.uniform(25, 400)),
      jitter: random.chance(0.5) ? 0 : Int64(random.uniform(1, 300)))
    sendsRelease = random.chance(0.3)
    keyboard = Keyboard(
      random.chance(0.4) ? .auto : random.chance(0.5) ? .hold : .toggle,
      reportsRelease: sendsRelease && random.chance(0.7), isRemote: random.chance(0.5))
    self.random = random
  }

  mutating func act() {
    now += Int64(random.uniform(1, random.chance(0.3) ? 100 : 3000))
    switch Int(random.uniform(0, 10)) {
    case 0: keyboard.takeEnded(now)
    case 1 where sendsRelease: keyboard.up(now)
    default: hold(for: random.chance(0.4) ? random.uniform(20, 200) : random.uniform(200, 6000))
    }
  }

  private mutating func hold(for length: Double) {
    var source = random
    let jitter = repeats.jitter
    let keys = Keyboard.hold(now, now + Int64(length), repeats) {
      jitter == 0 ? 0 : Int64(source.uniform(0, Double(jitter)))
    }
    random = source
    keyboard.type(keys)
    now = max(now + Int64(length), keys.last ?? now)
    // Now and then a release gets lost.
    if sendsRelease, random.chance(0.95) { keyboard.up(now) }
  }
}

@Suite struct `a walk over the keyboard` {
  /// `Keyboard` itself expects that presses and releases alternate and that no release lies
  /// before what was confirmed.
  @Test(arguments: 0..<200)
  func `never releases before what was certain, and can always be stopped`(seed: Int) {
    var user = User(seed: UInt64(seed))
    for _ in 0..<60 { user.act() }
    // Whatever happened: after a rest, two taps at most bring recording to an end.
    for _ in 0..<2 {
      user.now += 5000
      user.keyboard.pass(until: user.now)
      guard user.keyboard.isTaking else { return }
      user.keyboard.down(user.now)
      if user.sendsRelease { user.keyboard.up(user.now + 80) }
    }
    user.keyboard.pass(until: user.now + 5000)
    #expect(!user.keyboard.isTaking, "still recording after two taps")
  }
}
