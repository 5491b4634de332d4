import Frames
import Lanes
import Merging
import Recording

/// Sound that was coded in advance, while takes are still being made.
///
/// What is asked for is found by all that its bytes depend on, so no change of the takes can make
/// old sound stand for new.
package final class SoundBank: Sendable {
  /// Coded sound kept at most: twenty minutes; what goes beyond is coded when the movie is made.
  private static let mostBytes = 32 << 20

  private let chunks = Locked<[SoundChunk: [EncodedSound]]>([:])
  private let lane = Lane("sound")
  private let wanted = Locked(0)

  /// An empty bank.
  package init() {}

  /// The coded sound of a chunk, if it is there already.
  func sound(of chunk: SoundChunk) -> [EncodedSound]? { chunks.withLock { $0[chunk] } }

  /// Codes in the background what can already be known of the sound of `plan`; an earlier wish is
  /// given up.
  func prepare(_ plan: SoundPlan, tools: EngineTools) {
    let wish = wanted.withLock { number -> Int in
      number += 1
      return number
    }
    lane.async { [self] in
      let all = SoundChunk.all(of: plan).filter { $0.isSettled(inMovieOf: plan.length) }
      let kept = Set(all)
      chunks.withLock { chunks in chunks = chunks.filter { kept.contains($0.key) } }
      let mixer = SoundMixer(plan) { try tools.readSound($0) }
      for chunk in all where sound(of: chunk) == nil {
        guard wanted.current == wish, bytes < Self.mostBytes else { return }
        // What cannot be read now is told when the movie is made.
        guard let samples = try? mixer.sound(of: chunk.window),
          let coded = try? tools.codeSound(samples, chunk)
        else { return }
        chunks.withLock { $0[chunk] = coded }
      }
    }
  }

  /// Gives up what is being prepared; what is there stays.
  func giveUp() { wanted.withLock { $0 += 1 } }

  /// Waits until everything that was wished for is there.
  func wait() { _ = lane.sync { () throws(Never) in } }

  private var bytes: Int {
    chunks.withLock { $0.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.bytes.count } } }
  }
}
