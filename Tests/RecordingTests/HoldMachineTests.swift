import Recording
import Testing
import Units

/// A way into each state of the machine, and what each input does there.
struct HoldCase: Sendable, CustomTestStringConvertible {
  enum Input: Sendable, Hashable {
    case down, up, deadline, takeEnded
  }

  let state: String
  let style: HoldMachine.Style
  /// Characters that lead into the state; the machine passes its deadlines up to `now`.
  let keys: [Int64]
  let now: Int64
  let input: Input
  let outcome: Keyboard.Outcome?
  /// Afterwards: up, down or latched.
  let after: String

  init(
    _ state: String, _ style: HoldMachine.Style, _ keys: [Int64], now: Int64, _ input: Input,
    _ outcome: Keyboard.Outcome?, _ after: String
  ) {
    self.state = state
    self.style = style
    self.keys = keys
    self.now = now
    self.input = input
    self.outcome = outcome
    self.after = after
  }

  var testDescription: String { "\(state), \(input)" }

  static let all: [HoldCase] = [
    HoldCase("idle", .auto, [], now: 10, .down, .press(10), "down"),
    HoldCase("idle", .auto, [], now: 10, .up, nil, "up"),
    HoldCase("idle", .auto, [], now: 10, .deadline, nil, "up"),
    HoldCase("idle", .auto, [], now: 10, .takeEnded, nil, "up"),
    HoldCase("pressed", .auto, [0], now: 660, .down, nil, "down"),
    HoldCase("pressed", .auto, [0], now: 120, .up, .release(120), "up"),
    HoldCase("pressed", .auto, [0], now: 1000, .deadline, nil, "latched"),
    HoldCase("pressed", .auto, [0], now: 300, .takeEnded, nil, "down"),
    HoldCase("pressed to hold", .hold, [0], now: 660, .down, nil, "down"),
    HoldCase("pressed to hold", .hold, [0], now: 120, .up, .release(120), "up"),
    HoldCase("pressed to hold", .hold, [0], now: 1000, .deadline, .release(100), "up"),
    HoldCase("pressed to hold", .hold, [0], now: 300, .takeEnded, nil, "down"),
    HoldCase("pressed to toggle", .toggle, [0], now: 700, .down, nil, "down"),
    HoldCase("pressed to toggle", .toggle, [0], now: 120, .up, nil, "latched"),
    HoldCase("pressed to toggle", .toggle, [0], now: 1000, .deadline, nil, "latched"),
    HoldCase("pressed to toggle", .toggle, [0], now: 300, .takeEnded, nil, "down"),
    HoldCase("holding", .auto, [0, 660, 700], now: 740, .down, nil, "down"),
    HoldCase("holding", .auto, [0, 660, 700], now: 730, .up, .release(730), "up"),
    HoldCase("holding", .auto, [0, 660, 700], now: 850, .deadline, .release(740), "up"),
    HoldCase("holding", .auto, [0, 660, 700], now: 720, .takeEnded, nil, "down"),
    HoldCase("doubting", .toggle, [0, 660], now: 700, .down, nil, "down"),
    HoldCase("doubting", .toggle, [0, 660], now: 700, .up, nil, "latched"),
    HoldCase("doubting", .toggle, [0, 660], now: 1200, .deadline, .release(660), "down"),
    HoldCase("doubting", .toggle, [0, 660], now: 700, .takeEnded, nil, "down"),
    HoldCase("overheld", .toggle, [0, 660, 700], now: 740, .down, nil, "down"),
    HoldCase("overheld", .toggle, [0, 660, 700], now: 740, .up, nil, "latched"),
    HoldCase("overheld", .toggle, [0, 660, 700], now: 1200, .deadline, nil, "latched"),
    HoldCase("overheld", .toggle, [0, 660, 700], now: 740, .takeEnded, nil, "down"),
    HoldCase("latched", .auto, [0], now: 3000, .down, .release(3000), "down"),
    HoldCase("latched", .auto, [0], now: 3000, .up, nil, "latched"),
    HoldCase("latched", .auto, [0], now: 3000, .deadline, nil, "latched"),
    HoldCase("latched", .auto, [0], now: 3000, .takeEnded, nil, "up"),
    HoldCase("spent", .auto, [0, 3000], now: 3100, .down, nil, "down"),
    HoldCase("spent long ago", .auto, [0, 3000], now: 6000, .down, .press(6000), "down"),
    HoldCase("spent", .auto, [0, 3000], now: 3100, .up, nil, "up"),
    HoldCase("spent", .auto, [0, 3000], now: 3100, .deadline, nil, "down"),
    HoldCase("spent", .auto, [0, 3000], now: 3100, .takeEnded, nil, "down"),
    HoldCase("suspected", .auto, [0, 3000, 3660], now: 3700, .down, nil, "down"),
    HoldCase("suspected", .auto, [0, 3000, 3660], now: 3700, .up, nil, "up"),
    HoldCase("suspected", .auto, [0, 3000, 3660], now: 3760, .deadline, .press(3660), "down"),
    HoldCase("suspected", .auto, [0, 3000, 3660], now: 3700, .takeEnded, nil, "down"),
  ]
}

@Suite struct `a key in each state` {
  @Test(arguments: HoldCase.all)
  func `answers each event in one way`(row: HoldCase) {
    var keyboard = Keyboard(row.style)
    keyboard.type(row.keys)
    let before = keyboard.outcomes
    switch row.input {
    case .down: keyboard.down(row.now)
    case .up: keyboard.up(row.now)
    case .takeEnded: keyboard.takeEnded(row.now)
    case .deadline:
      // Whatever the shell's timer does: the state's own deadline, or one that is stale.
      if let deadline = keyboard.machine.deadline {
        keyboard.pass(until: deadline.nanoseconds / 1_000_000)
      } else {
        #expect(keyboard.machine.deadlinePassed() == nil)
      }
    }
    #expect(keyboard.outcomes == before + (row.outcome.map { [$0] } ?? []))
    #expect(keyboard.machine.isLatched == (row.after == "latched"))
    #expect(keyboard.machine.isDown == (row.after == "down"))
  }
}

@Suite struct `a terminal that reports releases` {
  private func keyboard(_ style: HoldMachine.Style = .auto) -> Keyboard {
    Keyboard(style, reportsRelease: true)
  }

  @Test func `makes a take from press to release, repeats or none`() {
    var keyboard = keyboard()
    keyboard.type(Keyboard.hold(0, 5000))
    #expect(keyboard.machine.deadline == nil)
    keyboard.up(5003)
    keyboard.down(6000)
    keyboard.up(14_000)
    #expect(
      keyboard.outcomes == [.press(0), .release(5003), .press(6000), .release(14_000)])
  }

  @Test func `makes a short take of a tap and never latches`() {
    var keyboard = keyboard()
    keyboard.down(0)
    keyboard.up(40)
    keyboard.pass(until: 10_000)
    #expect(keyboard.outcomes == [.press(0), .release(40)])
    #expect(!keyboard.machine.isLatched)
  }

  @Test func `may report a release whose press was never seen`() {
    var keyboard = keyboard()
    keyboard.up(0)
    keyboard.up(10)
    #expect(keyboard.outcomes.isEmpty)
    keyboard.down(20)
    keyboard.up(30)
    keyboard.up(31)
    #expect(keyboard.outcomes == [.press(20), .release(30)])
  }

  @Test func `ends a take whose release was lost with the next one, not with a press`() {
    var keyboard = keyboard()
    keyboard.down(0)
    keyboard.down(3000)
    #expect(keyboard.outcomes == [.press(0)])
    keyboard.up(3100)
    #expect(keyboard.outcomes == [.press(0), .release(3100)])
  }

  @Test func `is believed from its first release on`() {
    var keyboard = Keyboard()
    keyboard.down(0)
    keyboard.up(200)
    #expect(keyboard.machine.reportsRelease)
    keyboard.down(1000)
    #expect(keyboard.machine.deadline == nil)
    keyboard.up(9000)
    #expect(keyboard.outcomes == [.press(0), .release(200), .press(1000), .release(9000)])
  }

  /// The press came before the terminal had said what it can: late answers, a busy machine.
  @Test(arguments: [[0, 660, 700], [0, 1700], [0]] as [[Int64]])
  func `is believed in the midst of a hold from its first marked repeat on`(typed: [Int64]) {
    var keyboard = Keyboard()
    keyboard.type(typed)
    let marked = (typed.last ?? 0) + (typed.count == 1 ? 1800 : 40)
    keyboard.repeated(marked)
    #expect(keyboard.machine.reportsRelease && keyboard.machine.deadline == nil)
    #expect(keyboard.machine.confirmedUpTo == .distantFuture)
    // A silence that would have ended it.
    keyboard.repeated(marked + 1000)
    keyboard.up(marked + 1003)
    // What came unmarked after a tap was none of its repeats.
    let release = typed == [0, 1700] ? 1700 : marked + 1003
    #expect(keyboard.outcomes == [.press(0), .release(release)])
    #expect(!keyboard.machine.isDown)
  }

  @Test func `goes on with a toggled take while its first press is held`() {
    var keyboard = Keyboard(.toggle)
    keyboard.down(0)
    keyboard.repeated(1500)
    keyboard.repeated(1540)
    keyboard.up(1600)
    #expect(keyboard.machine.isLatched && keyboard.outcomes == [.press(0)])
  }

  @Test(arguments: [Keyboard.Repeats.x11, .console, .slowest])
  func `toggles by taps, and a tap held long starts nothing new`(repeats: Keyboard.Repeats) {
    var keyboard = keyboard(.toggle)
    keyboard.type(Keyboard.hold(0, 3000, repeats))
    keyboard.up(3000)
    #expect(keyboard.machine.isLatched)
    keyboard.type(Keyboard.hold(8000, 12_000, repeats))
    keyboard.up(12_000)
    #expect(keyboard.outcomes == [.press(0), .release(8000)])
    #expect(!keyboard.machine.isDown)
    keyboard.down(12_050)
    #expect(keyboard.outcomes.last == .press(12_050))
  }

  @Test(arguments: [Keyboard.Repeats.x11, .console, .slowest])
  func `swallows what is left of a hold whose take ended by itself`(repeats: Keyboard.Repeats) {
    for end: Int64 in [100, 2000] {
      var keyboard = keyboard()
      let keys = Keyboard.hold(0, 6000, repeats)
      keyboard.type(keys.filter { $0 <= end })
      keyboard.takeEnded(end)
      keyboard.type(keys.filter { $0 > end })
      keyboard.up(6000)
      keyboard.down(6001)
      #expect(keyboard.outcomes == [.press(0), .press(6001)])
    }
  }
}
