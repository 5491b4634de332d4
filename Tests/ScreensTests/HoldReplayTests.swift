import Foundation
import Recording
import Screens
import Support
import Testing
import Units

/// A link between a keyboard and the recorder, as measured: bytes come in order, so that one
/// packet sent again holds back all behind it.
struct Link: Sendable, CustomTestStringConvertible {
  let name: String
  /// Mean delay beyond the shortest, in milliseconds; delays are exponential.
  let jitter: Double
  /// How often a packet is lost, and how long until it is sent again.
  let loss: Double
  let sentAgainAfter: Double

  /// OpenSSH sends keys on a grid of 20 ms (ObscureKeystrokeTiming) over a good network.
  static let grid = Link(name: "a wired network", jitter: 1, loss: 0, sentAgainAfter: 0)
  static let wifi = Link(name: "Wi-Fi", jitter: 10, loss: 0.005, sentAgainAfter: 220)
  static let mobile = Link(name: "a mobile network", jitter: 40, loss: 0.02, sentAgainAfter: 300)

  var testDescription: String { name }

  /// When keys pressed at `times` arrive, all in milliseconds.
  func arrivals(of times: [Double], _ random: inout SeededNumbers) -> [Double] {
    var latest = 0.0
    return times.map { time in
      var delay = -jitter * log(1 - random.uniform(0, 1))
      while random.chance(loss) { delay += sentAgainAfter }
      latest = max(latest, (time / 20).rounded(.up) * 20 + delay)
      return latest
    }
  }
}

/// The recorder's end of the link: bytes are parsed, and what they mean is asked of the machine.
private struct Reader {
  private var parser = InputParser()
  private var machine = HoldMachine(style: .auto, reportsRelease: false, isRemote: true)
  private(set) var actions: [HoldMachine.Action] = []

  /// Reads a SPACE at each of `times`; those of one instant come in one read.
  mutating func read(_ times: [Double]) {
    var rest = times[...]
    while let first = rest.first {
      let bunch = rest.prefix { $0 == first }
      rest = rest.dropFirst(bunch.count)
      let now = MediaTime.milliseconds(Int64(first))
      pass(until: now)
      for event in parser.feed(Array(repeating: 0x20, count: bunch.count)) {
        guard event == .press(.character(" ")) else {
          Issue.record("SPACE came out as \(event)")
          continue
        }
        note(machine.keyDown(at: now))
      }
    }
  }

  mutating func pass(until now: MediaTime) {
    while let deadline = machine.deadline, deadline <= now { note(machine.deadlinePassed()) }
  }

  private mutating func note(_ action: HoldMachine.Action?) {
    if let action { actions.append(action) }
  }
}

@Suite struct `a thousand holds over a link` {
  /// A key of GNOME: the first repeat after 500 ms, then one each 30 ms.
  private static func held(from start: Double, until end: Double) -> [Double] {
    [start] + stride(from: start + 500, to: end, by: 30)
  }

  @Test(arguments: [Link.grid, .wifi, .mobile])
  func `are a thousand takes, each ending where its last repeat came`(link: Link) throws {
    var random = SeededNumbers(seed: 11)
    var reader = Reader()
    var begin = 1000.0
    for number in 0..<1000 {
      // Any length from the first certain repeat on: shorter ones are taps.
      let length = random.uniform(700, 5000)
      let times = link.arrivals(of: Self.held(from: begin, until: begin + length), &random)
      reader.read(times)
      begin += length + 4000
      reader.pass(until: .milliseconds(Int64(begin)))
      try #require(reader.actions.count == 2 * number + 2, "hold \(number) of \(length) ms")
      #expect(reader.actions[2 * number] == .press(at: .milliseconds(Int64(times[0]))))
      guard case .release(let end) = reader.actions[2 * number + 1], let last = times.last else {
        Issue.record("hold \(number) did not end")
        return
      }
      let late = end - .milliseconds(Int64(last))
      #expect(late > .milliseconds(10) && late <= .milliseconds(100), "\(late)")
    }
  }

  @Test func `stay apart over an even link when the next press follows soon`() throws {
    let link = Link.grid
    var random = SeededNumbers(seed: 12)
    var reader = Reader()
    // A new link is given the benefit of the doubt; after some seconds it is known to be good.
    reader.read(link.arrivals(of: Self.held(from: 1000, until: 12_000), &random))
    var begin = 16_000.0
    reader.pass(until: .milliseconds(Int64(begin)))
    let learned = reader.actions.count
    for number in 0..<1000 {
      let (first, pause) = (random.uniform(900, 3000), random.uniform(600, 900))
      let second = begin + first + pause
      let keys =
        Self.held(from: begin, until: begin + first) + Self.held(from: second, until: second + 2000)
      reader.read(link.arrivals(of: keys, &random))
      begin = second + 6000
      reader.pass(until: .milliseconds(Int64(begin)))
      try #require(
        reader.actions.count == learned + 4 * number + 4,
        "pair \(number), \(pause) ms from one to the other")
    }
  }
}
