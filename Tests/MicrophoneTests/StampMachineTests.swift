import Testing
import Units

@testable import Microphone

private let period = MediaTime.milliseconds(10)

/// A device that delivers 480 samples each 10 ms, and whose stamps are as wrong as a test wants.
private struct Flow {
  var machine = StampMachine(format: .take, bufferFrames: 24_000)
  var now = MediaTime.milliseconds(50_000)

  /// The next chunk's stamp, less the time at which its first sample really was captured.
  mutating func error(
    stampedLate late: MediaTime = .zero, askedLate: MediaTime = .zero, isBehindHole: Bool = false
  ) -> MediaTime {
    now += period
    let position = PCMPosition(frames: 480, stamp: now + late)
    return machine.stamp(
      frames: 480, of: position, now: now + askedLate, isBehindHole: isBehindHole)
      - (now - period)
  }
}

@Suite struct `the stamp of a chunk` {
  @Test func `is the driver's, however late it is asked for`() {
    var flow = Flow()
    #expect(flow.error(askedLate: .milliseconds(700)) == .zero)
    #expect(flow.error(askedLate: .milliseconds(3)) == .zero)
  }

  @Test
  func `is the moment of asking when the driver's is zero, of another clock or of the future`() {
    for stamp: MediaTime in [.zero, .milliseconds(1_700_000_000_000), .milliseconds(40_000)] {
      var machine = StampMachine(format: .take, bufferFrames: 24_000)
      let stamped = machine.stamp(
        frames: 480, of: PCMPosition(frames: 960, stamp: stamp), now: .milliseconds(50_000),
        isBehindHole: false)
      #expect(stamped == .milliseconds(49_980))
    }
  }

  @Test func `moves by a fraction of a millisecond when an interrupt was 10 ms late`() {
    var flow = Flow()
    _ = flow.error()
    let late = MediaTime.milliseconds(10)
    #expect(flow.error(stampedLate: late, askedLate: late) == late / 50)
    for _ in 0..<100 { _ = flow.error() }
    #expect(flow.error() < .milliseconds(1) / 20)
  }

  @Test func `does not follow a few strays, however far off`() {
    var flow = Flow()
    _ = flow.error()
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(flow.error(stampedLate: .milliseconds(-200)) == .zero) }
      #expect(flow.error() == .zero)
    }
  }

  @Test func `follows when samples are missing for good though nothing overran`() {
    var flow = Flow()
    _ = flow.error()
    flow.now += .milliseconds(80)
    let errors = (0..<6).map { _ in flow.error() }
    #expect(errors.prefix(4).allSatisfy { $0 == .milliseconds(-80) })
    #expect(errors.suffix(2).allSatisfy { $0 == .zero })
  }

  @Test func `is taken as it is behind a hole`() {
    var flow = Flow()
    _ = flow.error()
    flow.now += .milliseconds(777)
    #expect(flow.error(isBehindHole: true) == .zero)
    #expect(flow.error() == .zero)
  }

  @Test(arguments: [Int64(1_000), -1_000])
  func `stays within a millisecond of a device that is off by that many parts in a million`(
    ppm: Int64
  ) {
    var flow = Flow()
    var drift = MediaTime.zero
    for _ in 0..<60_000 {
      drift += MediaTime(nanoseconds: 10 * ppm)
      flow.now += MediaTime(nanoseconds: 10 * ppm)
      let error = flow.error()
      #expect(abs(error.nanoseconds) < 1_000_000)
      if abs(error.nanoseconds) >= 1_000_000 { return }
    }
    #expect(abs(drift.nanoseconds) == 600_000_000)
  }
}
