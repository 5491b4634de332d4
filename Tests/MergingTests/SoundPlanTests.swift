import Recording
import Testing
import Units

@testable import Merging

@Suite struct `the plan of the sound` {
  private func clip(
    _ path: String, _ length: Int64, _ range: Range<Int64>? = nil, sound: Bool = true,
    fade frames: Int64? = nil
  ) -> Clip {
    Clip(
      path: path, title: path, length: length, range: range, keys: .every(30), hasAudio: sound,
      transition: frames.map { Transition(.fade, length: FrameRate.thirty.time(ofFrame: $0)) })
  }

  private func plan(_ clips: [Clip], rate: FrameRate = .thirty) -> SoundPlan {
    SoundPlan(MergePlan(clips: clips, rate: rate))
  }

  @Test func `dips at cuts, crosses at transitions, and leaves both ends of the movie alone`() {
    let pieces = plan([clip("a", 60), clip("b", 60), clip("c", 60, fade: 15)]).pieces
    #expect(pieces.map(\.samples) == [0..<96_000, 96_000..<192_000, 168_000..<264_000])
    let cut = SoundPlan.Fade(length: 240, keepsPower: false)
    let cross = SoundPlan.Fade(length: 24_000, keepsPower: true)
    #expect(pieces.map(\.fadeIn) == [.none, cut, cross])
    #expect(pieces.map(\.fadeOut) == [cut, cross, .none])
  }

  @Test func `begins where the clip's first shown picture does`() throws {
    let rate = try #require(FrameRate(30_000, per: 1001))
    let pieces = plan([clip("a", 60, 7..<50), clip("b", 60, 0..<11)], rate: rate).pieces
    #expect(pieces.map(\.source) == [rate.samples(ofFrame: 7), 0])
    #expect(pieces[1].samples.lowerBound == rate.samples(ofFrame: 43))
  }

  @Test func `keeps the power constant over a transition`() {
    let pieces = plan([clip("a", 60), clip("b", 60, fade: 30)]).pieces
    for position in stride(from: Int64(48_000), to: 96_000, by: 331) {
      let (out, over) = (pieces[0].gain(at: position), pieces[1].gain(at: position))
      #expect(abs(out * out + over * over - 1) < 1e-6)
    }
    #expect(pieces[0].gain(at: 47_999) == 1)
    #expect(pieces[1].gain(at: 96_000) == 1)
    #expect(pieces[0].gain(at: 95_999) < 0.001)
  }

  @Test func `keeps its loudness between its fades`() {
    let pieces = plan([clip("a", 60), clip("b", 60, fade: 15), clip("c", 60)]).pieces
    for piece in pieces { #expect(piece.steady.allSatisfy { piece.gain(at: $0) == 1 }) }
    #expect(pieces.map(\.steady.count) == [72_000, 96_000 - 24_000 - 240, 96_000 - 240])
  }

  // MARK: Chunks

  @Test func `covers the movie once, each window with its lead-in and two blocks behind`() {
    let sound = plan([clip("a", 150), clip("b", 77)])
    let chunks = SoundChunk.all(of: sound)
    var end: Int64 = 0
    for chunk in chunks {
      #expect(chunk.samples.lowerBound == end)
      #expect(chunk.window.lowerBound == max(0, end - 4096))
      end = chunk.samples.upperBound
      #expect(chunk.window.upperBound == min(end + 2048, sound.length))
      #expect(end % 1024 == 0 || end == sound.length)
    }
    #expect(end == sound.length)
    #expect(chunks.last?.isLast == true)
  }

  @Test func `stays the same where nothing changed when takes are added`() {
    let before = plan([clip("a", 300), clip("b", 340)])
    let after = plan([clip("a", 300), clip("b", 340), clip("c", 90)])
    let later = Set(SoundChunk.all(of: after))
    let settled = SoundChunk.all(of: before).filter { $0.isSettled(inMovieOf: before.length) }
    #expect(settled.count >= 6)
    #expect(settled.allSatisfy(later.contains))
    // What is not settled really would have become something else.
    let rest = SoundChunk.all(of: before).filter { !$0.isSettled(inMovieOf: before.length) }
    #expect(rest.allSatisfy { !later.contains($0) })
  }

  @Test(
    arguments: [
      [("b", 340, nil), ("a", 300, nil)], [("a", 300, nil), ("b", 340, 20)],
      [("a", 299, nil), ("b", 340, nil)],
    ] as [[(String, Int64, Int64?)]])
  func `becomes another one where anything is heard otherwise`(
    changed: [(String, Int64, Int64?)]
  ) {
    let before = SoundChunk.all(of: plan([clip("a", 300), clip("b", 340)]))
    let after = plan(changed.map { clip($0.0, $0.1, fade: $0.2) })
    // The chunk in which the first clip ends.
    let join = 300 * 1600 / Int(SoundChunk.length)
    #expect(!SoundChunk.all(of: after).contains(before[join]))
  }
}
