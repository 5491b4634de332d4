import TestCard
import Testing
import Units

@Suite struct `the pace of a steady source` {
  static let patience = MediaTime.milliseconds(500)

  @Test func `lets each picture go at its stamp and not before`() throws {
    let rate = try #require(FrameRate(30_000, per: 1001))
    var pace = Pace(rate: rate, delay: 0, patience: Self.patience)
    #expect(pace.due(at: MediaTime(nanoseconds: -1)).isEmpty)
    for index in 0..<Int64(1000) {
      let stamp = rate.time(ofFrame: index)
      #expect(pace.due(at: stamp - MediaTime(nanoseconds: 1)).isEmpty)
      #expect(pace.due(at: stamp) == index..<index + 1)
      #expect(pace.due(at: stamp).isEmpty, "never twice")
    }
  }

  @Test func `lets a run of samples go when its last one has passed`() throws {
    let rate = try #require(FrameRate(100))
    var pace = Pace(rate: rate, delay: 1, patience: Self.patience)
    #expect(pace.due(at: .milliseconds(9)).isEmpty)
    #expect(pace.due(at: .milliseconds(10)) == 0..<1)
    #expect(pace.due(at: .milliseconds(39)) == 1..<3)
  }

  @Test func `catches up after a stall within its patience`() {
    var pace = Pace(rate: .thirty, delay: 0, patience: Self.patience)
    #expect(pace.due(at: .milliseconds(0)) == 0..<1)
    #expect(pace.due(at: .milliseconds(500)) == 1..<16)
  }

  @Test func `skips what is older than its patience`() {
    var pace = Pace(rate: .thirty, delay: 0, patience: Self.patience)
    #expect(pace.due(at: .milliseconds(100)) == 0..<4)
    // At 10 s the oldest one still wanted is stamped 9.5 s.
    #expect(pace.due(at: .seconds(10 as Int64)) == 285..<301)
    #expect(pace.next == 301)
  }

  @Test func `waits exactly until the next stamp`() {
    var pace = Pace(rate: .thirty, delay: 0, patience: Self.patience)
    #expect(pace.wait(at: .milliseconds(-70)) == .milliseconds(70))
    _ = pace.due(at: .milliseconds(100))
    #expect(pace.wait(at: .milliseconds(101)).nanoseconds == 133_333_333 - 101_000_000)
    #expect(pace.wait(at: .seconds(1 as Int64)) == .zero)
  }
}
