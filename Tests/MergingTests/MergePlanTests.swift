import Merging
import Testing
import Units

@Suite struct `the plan of a merge` {
  private func take(_ name: String, _ frames: Int64, sound: Bool = true) -> Clip {
    Clip(path: name, title: name, length: frames, keys: .every(30), hasAudio: sound)
  }

  @Test func `lays takes one behind the other`() {
    let plan = MergePlan(clips: [take("a", 30), take("b", 1), take("c", 59)], rate: .thirty)
    #expect(plan.parts.map(\.clip.path) == ["a", "b", "c"])
    #expect(plan.parts.map(\.frames) == [0..<30, 30..<31, 31..<90])
    #expect(plan.parts.map(\.samples) == [0..<48_000, 48_000..<49_600, 49_600..<144_000])
    #expect(plan.parts.map(\.chapter) == [0..<30, 30..<31, 31..<90])
    #expect(
      plan.segments == [
        .copy(frames: 0..<30, part: 0, source: 0), .copy(frames: 30..<31, part: 1, source: 0),
        .copy(frames: 31..<90, part: 2, source: 0),
      ])
    #expect(plan.codedFrames == 0)
    #expect(plan.frames == 90)
    #expect(plan.samples == 144_000)
    #expect(plan.duration == .seconds(Int64(3)))
  }

  @Test func `leaves out takes without a frame and does not count them`() {
    let plan = MergePlan(
      clips: [take("a", 0), take("b", 3, sound: false), take("c", 0), take("d", 4, sound: false)],
      rate: .thirty)
    #expect(plan.parts.map(\.clip.path) == ["b", "d"])
    #expect(plan.parts.map(\.frames) == [0..<3, 3..<7])
    #expect(!plan.hasAudio, "the sound of a take that is left out does not count")
  }

  @Test func `has sound as soon as one take has, and silence for the others`() {
    let plan = MergePlan(
      clips: [take("a", 3, sound: false), take("b", 3), take("c", 3, sound: false)], rate: .thirty)
    #expect(plan.hasAudio)
    #expect(plan.parts.map(\.clip.hasAudio) == [false, true, false])
    #expect(plan.parts.map { $0.samples.count } == [4800, 4800, 4800])
    #expect(!MergePlan(clips: [take("a", 3, sound: false)], rate: .thirty).hasAudio)
  }

  @Test func `of nothing is nothing`() {
    for takes in [[], [take("a", 0)]] {
      let plan = MergePlan(clips: takes, rate: .thirty)
      #expect(plan.parts.isEmpty)
      #expect(plan.frames == 0)
      #expect(plan.samples == 0)
      #expect(plan.duration == .zero)
      #expect(!plan.hasAudio)
    }
  }

  @Test(arguments: [(30_000, 1001), (24_000, 1001), (60_000, 1001), (30, 1), (7, 1)])
  func `does not drift over a thousand takes`(frames: Int, seconds: Int) throws {
    let rate = try #require(FrameRate(Int64(frames), per: Int64(seconds)))
    // Lengths whose sound never is a whole number of samples at 29.97.
    let takes = (0..<1000).map { take("\($0)", Int64(3 + $0 * 7 % 41)) }
    let plan = MergePlan(clips: takes, rate: rate)
    var frame: Int64 = 0
    var sample: Int64 = 0
    for (part, take) in zip(plan.parts, takes) {
      #expect(part.frames == frame..<(frame + take.length))
      #expect(part.samples.lowerBound == sample, "a gap or an overlap in the sound")
      frame = part.frames.upperBound
      sample = part.samples.upperBound
      // Half a sample at most from where the picture really is.
      let exact = Double(frame) * Double(seconds) * 48_000 / Double(frames)
      #expect(abs(Double(sample) - exact) <= 0.5)
    }
    #expect(plan.frames == takes.reduce(0) { $0 + $1.length })
    #expect(plan.samples == sample)
    #expect(plan.duration == rate.time(ofFrame: frame))
  }
}
