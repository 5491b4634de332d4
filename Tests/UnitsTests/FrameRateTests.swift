import Testing
import Units

@Suite struct `a frame rate` {
  @Test func `gives whole ticks and samples for thirty frames`() {
    #expect(FrameRate.thirty.ticks(ofFrame: 100) == 300_000)
    #expect(FrameRate.thirty.samples(ofFrame: 100) == 160_000)
  }

  @Test func `rounds samples from the whole, so that nothing adds up`() throws {
    let ntsc = try #require(FrameRate(30_000, per: 1001))
    #expect(ntsc.samples(ofFrame: 1) == 1602)
    #expect(ntsc.samples(ofFrame: 1_000_000) == 1_601_600_000)
    #expect(ntsc.ticks(ofFrame: 1_000_000) == 3_003_000_000)
    #expect(ntsc.description == "29.97")
  }

  @Test(arguments: [(3_000, 90), (1_000, 30), (33, 0), (34, 1), (0, 0)])
  func `counts the whole frames of a length`(milliseconds: Int64, frames: Int64) {
    #expect(FrameRate.thirty.wholeFrames(in: .milliseconds(milliseconds)) == frames)
  }

  @Test func `counts back what it gave as a time`() throws {
    for (frames, seconds) in [(30, 1), (25, 1), (30_000, 1001), (60, 1), (24_000, 1001), (7, 1)] {
      let rate = try #require(FrameRate(Int64(frames), per: Int64(seconds)))
      for index in [Int64(1), 2, 3, 59, 60, 1799, 123_457] {
        #expect(rate.wholeFrames(in: rate.time(ofFrame: index)) == index)
        #expect(rate.frame(nearest: rate.time(ofFrame: index)) == index)
      }
    }
  }

  @Test func `is refused when it is not positive`() {
    #expect(FrameRate(0) == nil)
    #expect(FrameRate(30, per: 0) == nil)
    #expect(FrameRate(60, per: 2) == FrameRate.thirty)
  }
}
