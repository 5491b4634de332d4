import Recording
import Testing
import Units

@testable import Merging

@Suite struct `what is copied and what is coded anew` {
  private func clip(
    _ length: Int64, _ range: Range<Int64>? = nil, keys: KeyFrames = .every(30),
    endsAnywhere: Bool = true, obstacle: String? = nil, fade frames: Int64? = nil
  ) -> Clip {
    Clip(
      path: "c", title: "c", length: length, range: range, keys: keys,
      endsAnywhere: endsAnywhere, obstacle: obstacle, hasAudio: true,
      transition: frames.map {
        Transition(.fade, length: FrameRate.thirty.time(ofFrame: $0))
      })
  }

  private func plan(_ clips: Clip...) -> MergePlan { MergePlan(clips: clips, rate: .thirty) }

  private func coded(
    _ frames: Range<Int64>, _ shots: [Shot], _ reasons: [Stretch.Reason]
  ) -> MergePlan.Segment {
    .code(Stretch(frames: frames, shots: shots, reasons: reasons))
  }

  private func fade(
    _ from: Int, _ frames: Range<Int64>, into clip: Int, at start: Int64 = 0, length: Int64
  ) -> Shot {
    Shot(
      clip: from, frames: frames,
      incoming: .init(clip: clip, start: start, kind: .fade, elapsed: 0, length: length))
  }

  @Test func `a transition as long as a key frame group codes nothing but itself`() {
    let plan = plan(clip(90), clip(90, fade: 30))
    #expect(plan.frames == 150)
    #expect(plan.parts.map(\.frames) == [0..<90, 60..<150])
    #expect(plan.parts.map(\.chapter) == [0..<60, 60..<150])
    #expect(
      plan.segments == [
        .copy(frames: 0..<60, part: 0, source: 0),
        coded(60..<90, [fade(0, 60..<90, into: 1, length: 30)], [.transition(into: 1)]),
        .copy(frames: 90..<150, part: 1, source: 30),
      ])
  }

  @Test func `behind a shorter one the clip is coded up to its next key frame`() {
    let plan = plan(clip(90), clip(90, fade: 10))
    #expect(
      plan.segments == [
        .copy(frames: 0..<80, part: 0, source: 0),
        coded(
          80..<110,
          [
            fade(0, 80..<90, into: 1, length: 10),
            Shot(clip: 1, frames: 10..<30),
          ], [.transition(into: 1), .cut(clip: 1)]),
        .copy(frames: 110..<170, part: 1, source: 30),
      ])
  }

  @Test func `a cut end costs nothing, a cut beginning its key frame group`() {
    let plan = plan(clip(90, 5..<83), clip(90, 60..<70))
    #expect(
      plan.segments == [
        coded(0..<25, [Shot(clip: 0, frames: 5..<30)], [.cut(clip: 0)]),
        .copy(frames: 25..<78, part: 0, source: 30),
        .copy(frames: 78..<88, part: 1, source: 60),
      ])
  }

  @Test func `pictures that need later ones are copied to the end or to a key frame`() {
    let whole = plan(clip(90, keys: .at([0, 40, 80]), endsAnywhere: false))
    #expect(whole.segments == [.copy(frames: 0..<90, part: 0, source: 0)])
    let cut = plan(clip(90, 0..<70, keys: .at([0, 40, 80]), endsAnywhere: false))
    #expect(
      cut.segments == [
        .copy(frames: 0..<40, part: 0, source: 0),
        coded(40..<70, [Shot(clip: 0, frames: 40..<70)], [.cut(clip: 0)]),
      ])
  }

  @Test func `a clip without a key frame in reach is coded as a whole, with its neighbours' joins`()
  {
    let plan = plan(clip(90), clip(40, 5..<29, fade: 8), clip(90, fade: 8))
    #expect(
      plan.segments == [
        .copy(frames: 0..<82, part: 0, source: 0),
        coded(
          82..<128,
          [
            fade(0, 82..<90, into: 1, at: 5, length: 8),
            Shot(clip: 1, frames: 13..<21),
            fade(1, 21..<29, into: 2, length: 8),
            Shot(clip: 2, frames: 8..<30),
          ], [.transition(into: 1), .cut(clip: 1), .transition(into: 2), .cut(clip: 2)]),
        .copy(frames: 128..<188, part: 2, source: 30),
      ])
  }

  @Test func `a clip of another kind is coded as a whole`() {
    let plan = plan(clip(30), clip(20, obstacle: "another size"), clip(30))
    #expect(
      plan.segments == [
        .copy(frames: 0..<30, part: 0, source: 0),
        coded(30..<50, [Shot(clip: 1, frames: 0..<20)], [.conversion(clip: 1)]),
        .copy(frames: 50..<80, part: 2, source: 0),
      ])
  }

  @Test func `a lone frame between copied ones takes one more from before`() {
    let plan = plan(clip(60), clip(61, 29..<61))
    #expect(
      plan.segments == [
        .copy(frames: 0..<59, part: 0, source: 0),
        coded(
          59..<61, [Shot(clip: 0, frames: 59..<60), Shot(clip: 1, frames: 29..<30)],
          [.cut(clip: 0), .cut(clip: 1)]),
        .copy(frames: 61..<92, part: 1, source: 30),
      ])
  }

  @Test(arguments: [(90, 90, 30, 30), (20, 90, 30, 10), (90, 7, 30, 3), (90, 1, 30, 0)])
  func `no transition takes more than half of the shorter neighbour`(
    first: Int64, second: Int64, wished: Int64, given: Int64
  ) {
    #expect(plan(clip(first), clip(second, fade: wished)).frames == first + second - given)
  }

  @Test func `the first clip has nothing to go over from`() {
    #expect(plan(clip(90, fade: 30)).segments == [.copy(frames: 0..<90, part: 0, source: 0)])
  }

  @Test func `every frame of a random movie is made once, and from the right picture`() {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let clips = (0..<Int.random(in: 1...6, using: &numbers)).map { _ -> Clip in
        let length = Int64.random(in: 1...150, using: &numbers)
        let begin = Int64.random(in: 0..<length, using: &numbers)
        let end = Int64.random(in: begin...length, using: &numbers)
        return clip(
          length, begin..<end, endsAnywhere: Bool.random(using: &numbers),
          obstacle: Int.random(in: 0..<5, using: &numbers) == 0 ? "other" : nil,
          fade: Bool.random(using: &numbers) ? Int64.random(in: 1...50, using: &numbers) : nil)
      }
      let plan = MergePlan(clips: clips, rate: .thirty)
      var next: Int64 = 0
      for segment in plan.segments {
        #expect(segment.frames.lowerBound == next)
        next = segment.frames.upperBound
        let wrong = pictures(of: segment).filter { frame, shown, clip in
          let part = plan.parts[clip]
          return !part.frames.contains(frame)
            || shown != part.clip.range.lowerBound + frame - part.frames.lowerBound
        }
        #expect(wrong.isEmpty)
        guard case .copy(let frames, let index, let source) = segment else { continue }
        let part = plan.parts[index].clip
        #expect(source % 30 == 0 && part.obstacle == nil)
        let end = source + Int64(frames.count)
        #expect(part.endsAnywhere || end % 30 == 0 || end == part.length)
      }
      #expect(next == plan.frames)
    }
  }

  /// Each frame of the movie with what is shown of which clip in it.
  private func pictures(
    of segment: MergePlan.Segment
  ) -> [(frame: Int64, shown: Int64, clip: Int)] {
    switch segment {
    case .copy(let frames, let part, let source):
      return frames.map { ($0, source + $0 - frames.lowerBound, part) }
    case .code(let stretch):
      var frame = stretch.frames.lowerBound
      var shown: [(Int64, Int64, Int)] = []
      for shot in stretch.shots {
        for (index, source) in shot.frames.enumerated() {
          shown.append((frame, source, shot.clip))
          if let incoming = shot.incoming {
            shown.append((frame, incoming.start + Int64(index), incoming.clip))
          }
          frame += 1
        }
      }
      #expect(frame == stretch.frames.upperBound)
      return shown
    }
  }

  @Test func `a long stretch falls into pieces that show the same`() throws {
    let plan = plan(clip(90), clip(90, obstacle: "other", fade: 20), clip(90, fade: 20))
    guard case .code(let stretch) = plan.segments[1] else {
      Issue.record("nothing is coded anew")
      return
    }
    for count in [1, 7, 30, 1000] as [Int64] {
      let pieces = stretch.pieces(ofAtMost: count)
      #expect(pieces.allSatisfy { $0.frames.count <= count && !$0.shots.isEmpty })
      #expect(pieces.dropLast().allSatisfy { $0.frames.count == count })
      let shown = pieces.flatMap {
        pictures(of: .code($0)).map { [$0.frame, $0.shown, Int64($0.clip)] }
      }
      let whole = pictures(of: .code(stretch)).map { [$0.frame, $0.shown, Int64($0.clip)] }
      #expect(shown == whole)
      for shot in pieces.flatMap(\.shots) {
        guard let incoming = shot.incoming else { continue }
        let begin: Int64 = incoming.clip == 1 ? 0 : 0
        #expect(incoming.elapsed == incoming.start - begin && incoming.length == 20)
      }
    }
  }
}
