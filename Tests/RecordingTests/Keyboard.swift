import Recording
import Testing
import Units

/// A keyboard and the shell around a `HoldMachine`; times are in milliseconds.
///
/// It plays key events at made-up times and calls the deadlines between them, as the screen does.
struct Keyboard {
  /// What a key event turned into.
  enum Outcome: Equatable, CustomTestStringConvertible {
    case press(Int64)
    case release(Int64)

    var testDescription: String {
      switch self {
      case .press(let at): "press at \(at)"
      case .release(let at): "release at \(at)"
      }
    }
  }

  /// How a system repeats a held key.
  struct Repeats: Sendable {
    var delay: Int64
    var period: Int64
    /// Longest delay of a character on its way.
    var jitter: Int64 = 0

    static let x11 = Repeats(delay: 660, period: 40)
    static let console = Repeats(delay: 250, period: 33)
    static let slowest = Repeats(delay: 1000, period: 400)
  }

  var machine: HoldMachine
  private(set) var outcomes: [Outcome] = []
  /// Instants up to which frames were taken as certain since the last press.
  private(set) var certainUpTo = MediaTime.zero
  /// True between a press and the end of its take.
  private(set) var isTaking = false

  init(_ style: HoldMachine.Style = .auto, reportsRelease: Bool = false, isRemote: Bool = false) {
    machine = HoldMachine(style: style, reportsRelease: reportsRelease, isRemote: isRemote)
  }

  /// The key's characters as they arrive when it goes down at `start` and up at `end`.
  static func hold(
    _ start: Int64, _ end: Int64, _ repeats: Repeats = .x11,
    late: () -> Int64 = { 0 }
  ) -> [Int64] {
    var sent = [start]
    var next = start + repeats.delay
    while next < end {
      sent.append(next)
      next += repeats.period
    }
    // A stream of bytes: what is late holds back everything behind it.
    var arrival = Int64.min
    return sent.map { time in
      arrival = max(arrival, time + late())
      return arrival
    }
  }

  /// Characters come at `times`.
  mutating func type(_ times: [Int64]) {
    for time in times { down(time) }
  }

  mutating func down(_ time: Int64) {
    pass(until: time)
    note(machine.keyDown(at: .milliseconds(time)))
  }

  /// A marked repeat comes.
  mutating func repeated(_ time: Int64) {
    pass(until: time)
    note(machine.keyRepeated(at: .milliseconds(time)))
  }

  mutating func up(_ time: Int64) {
    pass(until: time)
    note(machine.keyUp(at: .milliseconds(time)))
  }

  mutating func takeEnded(_ time: Int64) {
    pass(until: time)
    machine.takeEnded(at: .milliseconds(time))
    isTaking = false
  }

  /// Time goes by without a key until `time`.
  mutating func pass(until time: Int64) {
    while let deadline = machine.deadline, deadline <= .milliseconds(time) {
      observe(until: deadline)
      note(machine.deadlinePassed())
    }
    observe(until: .milliseconds(time))
  }

  /// Frames captured until now and confirmed may have been written for good.
  private mutating func observe(until now: MediaTime) {
    if isTaking { certainUpTo = max(certainUpTo, min(machine.confirmedUpTo, now)) }
  }

  private mutating func note(_ action: HoldMachine.Action?) {
    switch action {
    case .press(let at):
      #expect(!isTaking, "a second press without a release")
      isTaking = true
      certainUpTo = at
      outcomes.append(.press(at.nanoseconds / 1_000_000))
    case .release(let at):
      #expect(isTaking, "a release without a press")
      #expect(at >= certainUpTo, "frames were confirmed beyond the release")
      isTaking = false
      outcomes.append(.release(at.nanoseconds / 1_000_000))
    case nil:
      break
    }
  }
}
