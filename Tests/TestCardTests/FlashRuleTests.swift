import TestCard
import Testing
import Units

@Suite struct `the flash rule` {
  static let rates: [(Int64, Int64)] = [
    (30, 1), (30_000, 1001), (24_000, 1001), (25, 1), (60, 1), (15, 2), (1, 2),
  ]

  /// The written rule, taken literally: the first frame stamped at or after each whole second.
  @Test(arguments: rates)
  func `names the first frame at or after each whole second`(frames: Int64, seconds: Int64) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    let rule = FlashRule(rate: rate)
    var expected: Set<Int64> = []
    for second in 0..<Int64(60) {
      var frame = max(0, rate.frame(nearest: .seconds(second)) - 2)
      while rate.time(ofFrame: frame) < .seconds(second) { frame += 1 }
      expected.insert(frame)
    }
    let last = rate.wholeFrames(in: .seconds(59 as Int64))
    for frame in 0..<last {
      #expect(rule.isFlash(frame) == expected.contains(frame), "frame \(frame)")
    }
  }

  @Test func `has no flash before the start`() {
    #expect(!FlashRule(rate: .thirty).isFlash(-30))
  }
}

@Suite struct `the test tone` {
  @Test(arguments: `the flash rule`.rates)
  func `begins with every flash and lasts 40 ms`(frames: Int64, seconds: Int64) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    let rule = FlashRule(rate: rate)
    let samples = TestTone(rate: rate).samples(in: 0..<48_000 * 8)
    var expected: [Int64: Bool] = [:]
    for frame in 0..<rate.wholeFrames(in: .seconds(8 as Int64)) where rule.isFlash(frame) {
      let onset = rate.samples(ofFrame: frame)
      expected[onset - 1] = false
      // The first sample of a sine is 0, the second is not; the last wave ends in its 1920th.
      expected[onset + 1] = true
      expected[onset + 1919] = true
      expected[onset + 1920] = false
      expected[onset + 1921] = false
    }
    for (index, sounds) in expected where index >= 0 {
      let value = samples[Int(index) * 2]
      #expect((value != 0) == sounds, "sample \(index) is \(value)")
    }
  }

  @Test func `is a full 1 kHz sine at half amplitude on both channels`() {
    let samples = TestTone(rate: .thirty).samples(in: 48_000..<49_920)
    #expect(
      samples[0] == 0 && abs(samples[12 * 2] - 0.5) < 1e-6 && abs(samples[36 * 2] + 0.5) < 1e-6)
    let waves = (1..<1920).count { samples[$0 * 2 - 2] < 0 && samples[$0 * 2] >= 0 }
    #expect(waves == 39, "40 waves have 39 rises between them")
    for index in 0..<1920 { #expect(samples[index * 2] == samples[index * 2 + 1]) }
  }

  @Test func `is the same in any pieces`() throws {
    let rate = try #require(FrameRate(30_000, per: 1001))
    let tone = TestTone(rate: rate)
    let whole = tone.samples(in: -480..<100_000)
    for length in [1, 7, 480, 1919, 1921, 60_000] as [Int64] {
      var pieces: [Float] = []
      var begin: Int64 = -480
      while begin < 100_000 {
        let end = min(100_000, begin + length)
        pieces += tone.samples(in: begin..<end)
        begin = end
      }
      #expect(pieces == whole, "pieces of \(length)")
    }
  }

  @Test func `is silent before the start`() {
    #expect(TestTone(rate: .thirty).samples(in: -48_000..<0).allSatisfy { $0 == 0 })
  }
}
