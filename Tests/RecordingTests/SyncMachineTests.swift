import Recording
import Support
import Testing
import Units

/// A microphone with a crystal of its own, and a converter that stretches exactly as it is told.
private struct Microphone {
  var machine = SyncMachine()
  var random: SeededNumbers
  /// Millionths by which it runs fast.
  let drift: Double
  /// Most milliseconds by which a stamp is wrong, either way.
  let jitter: Double
  /// The true time of the next sample, in seconds.
  var time = 1000.0
  /// The grid position where the next sample will land.
  var next = 0.0
  /// Samples by which each output second is stretched, and for how many more samples.
  private var delta = 0.0
  private var compensated = 0.0
  private(set) var compensations: [Int] = []
  private(set) var holes: [SyncMachine.Step] = []

  init(drift: Double = 0, jitter: Double = 0, seed: UInt64 = 1) {
    self.drift = drift
    self.jitter = jitter
    random = SeededNumbers(seed: seed)
  }

  /// How far the next sample lies from its true place, in milliseconds.
  var error: Double { (next - time * 48_000) / 48 }

  /// The next chunk of 10 ms comes.
  @discardableResult
  mutating func deliver(followsHole: Bool = false, frames: Double = 480) -> [SyncMachine.Step] {
    let wrong = jitter == 0 ? 0 : random.uniform(-jitter, jitter) / 1000
    let steps = machine.arrived(
      stamp: .seconds(time + wrong), next: next, duration: frames / 48_000,
      followsHole: followsHole)
    var skip = 0.0
    for step in steps {
      switch step {
      case .begin(let position): next = Double(position)
      case .fill(let count):
        next += Double(count)
        holes.append(step)
      case .skip(let count):
        skip = Double(count)
        holes.append(step)
      case .compensate(let samples):
        compensations.append(samples)
        (delta, compensated) = (Double(samples), 48_000)
      }
    }
    let stretched = min(frames, compensated)
    compensated -= stretched
    // Like the program, a chunk can give up no more than it has.
    next += max(0, frames + stretched * delta / 48_000 - skip)
    time += frames / (48_000 * (1 + drift / 1e6))
    return steps
  }

  mutating func run(seconds: Int, _ look: (Double) -> Void = { _ in }) {
    for _ in 0..<(seconds * 100) {
      deliver()
      look(error)
    }
  }
}

@Suite struct `a microphone's clock` {
  @Test(arguments: [50.0, -50, 300, -300, 1000, -1000], [0.0, 1, 2])
  func `is followed for an hour within 3 ms, without a hole`(drift: Double, jitter: Double) {
    var microphone = Microphone(drift: drift, jitter: jitter)
    var largest = 0.0
    microphone.run(seconds: 60) { largest = max(largest, abs($0)) }
    // Even before it has settled nobody can hear or see it.
    #expect(largest < 15)
    largest = 0
    microphone.run(seconds: 3540) { largest = max(largest, abs($0)) }
    #expect(largest < 3)
    #expect(microphone.holes.isEmpty)
    // Faster or slower by less than anyone hears, in the end by the drift alone.
    #expect(microphone.compensations.allSatisfy { abs($0) <= 240 })
    let last = microphone.compensations.suffix(600)
    let mean = Double(last.reduce(0, +)) / Double(last.count)
    #expect(abs(mean + drift * 48_000 / 1e6) < 1)
  }

  @Test(arguments: [441.0, 480, 512, 1024, 4800])
  func `that is exact is passed on bit by bit`(frames: Double) {
    var microphone = Microphone()
    for _ in 0..<20_000 { microphone.deliver(frames: frames) }
    #expect(microphone.compensations.isEmpty)
    #expect(microphone.holes.isEmpty)
    #expect(abs(microphone.error) < 0.02)
  }

  @Test(arguments: [300.0, -120])
  func `tells how far it is from its pictures, and what is being done`(drift: Double) throws {
    var microphone = Microphone(drift: drift)
    for _ in 0..<90 { microphone.deliver() }
    #expect(microphone.machine.offset == nil, "not before it is measured")
    for _ in 0..<20 { microphone.deliver() }
    #expect(microphone.machine.offset != nil)
    microphone.run(seconds: 9)
    let early = try #require(microphone.machine.offset)
    #expect(abs(early.late.seconds * 1000 - microphone.error) < 0.3)
    #expect((early.late > .zero) == (drift > 0), "too many samples lie too late")
    microphone.run(seconds: 600)
    let settled = try #require(microphone.machine.offset)
    #expect(abs(Double(settled.correction) + drift) < 25, "a sample a second is 21 ppm")
    microphone.time += 1
    microphone.deliver(followsHole: true)
    #expect(microphone.machine.offset == nil, "nor after a hole")
  }

  @Test func `that is exact lies exactly`() {
    var microphone = Microphone()
    microphone.run(seconds: 5)
    #expect(microphone.machine.offset?.rounded == SoundOffset(late: .zero, correction: 0))
  }

  @Test func `begins where the first sample belongs`() {
    var machine = SyncMachine()
    let steps = machine.arrived(
      stamp: .milliseconds(2500), next: 0, duration: 0.01, followsHole: false)
    #expect(steps == [.begin(at: 120_000)])
  }

  @Test func `that jumps in its stamps is corrected by half a percent at most`() {
    var microphone = Microphone()
    microphone.run(seconds: 5)
    microphone.time += 0.049
    microphone.run(seconds: 120)
    #expect(microphone.holes.isEmpty)
    #expect(microphone.compensations.contains(240))
    #expect(microphone.compensations.allSatisfy { abs($0) <= 240 })
    #expect(abs(microphone.error) < 1)
  }
}

@Suite struct `lost sound` {
  @Test(arguments: [1, 2, 10, 49, 51, 333, 2000])
  func `is filled exactly after an overrun`(milliseconds: Int64) {
    var microphone = Microphone()
    microphone.run(seconds: 3)
    microphone.time += Double(milliseconds) / 1000
    #expect(microphone.deliver(followsHole: true) == [.fill(milliseconds * 48)])
    microphone.run(seconds: 10)
    #expect(microphone.holes.count == 1)
    #expect(microphone.compensations.isEmpty)
    #expect(abs(microphone.error) < 0.02)
  }

  @Test func `is noticed past 50 ms even when nobody says so`() {
    var microphone = Microphone()
    microphone.run(seconds: 3)
    microphone.time += 0.0502
    #expect(microphone.deliver() == [.fill(2410)])
    microphone.run(seconds: 3)
    #expect(microphone.holes.count == 1)
  }

  @Test(arguments: [1, 9, 10, 25, 49, 120, 1000])
  func `that was covered already is skipped, over as many chunks as that takes`(
    milliseconds: Int64
  ) {
    var microphone = Microphone()
    microphone.run(seconds: 3)
    microphone.time -= Double(milliseconds) / 1000
    #expect(microphone.deliver(followsHole: true) == [.skip(milliseconds * 48)])
    microphone.run(seconds: 10)
    #expect(microphone.compensations.isEmpty)
    #expect(abs(microphone.error) < 0.02)
  }

  @Test func `in the middle of a drift does not disturb what was learned of it`() {
    var microphone = Microphone(drift: 300, jitter: 1)
    microphone.run(seconds: 300)
    microphone.time += 0.5
    let steps = microphone.deliver(followsHole: true)
    guard case .fill(let count) = steps.first else {
      Issue.record("\(steps) instead of a hole filled")
      return
    }
    // The stamp itself may be 1 ms wrong, and the error before as much.
    #expect(abs(count - 24_000) < 150)
    microphone.run(seconds: 300) { #expect(abs($0) < 3.5) }
  }
}
