import Frames
import Lanes
import Merging
import Recording

/// Sound that was coded in advance, while takes are still being made.
///
/// It holds 32 kB for each second of the movie. What is asked for is found by all that its bytes
/// depend on, so no change of the takes can make old sound stand for new.
package final class SoundBank: Sendable {
  private struct Entry: Sendable {
    let chunk: SoundChunk
    let sound: [EncodedSound]
    var bytes: Int { sound.reduce(0) { $0 + $1.bytes.count } }
  }

  /// Coded sound kept at most: a quarter of an hour; what goes beyond is coded when the movie is
  /// made.
  private static let mostBytes = 32 << 20

  /// The movie's chunks from the first one on, each at its number; only the lane changes them.
  private let entries = Locked<[Entry]>([])
  /// Patient, because a frame or sample lost in a take costs more than a wait at its end.
  private let lane = Lane("sound", urgency: .patient)
  private let wanted = Locked(0)

  /// An empty bank.
  package init() {}

  /// What it holds: packets and their bytes.
  package var size: (packets: Int, bytes: Int) {
    entries.withLock { entries in
      (entries.reduce(0) { $0 + $1.sound.count }, entries.reduce(0) { $0 + $1.bytes })
    }
  }

  /// The coded sound of a chunk, if it is there already.
  func sound(of chunk: SoundChunk) -> [EncodedSound]? {
    entries.withLock { entries in
      guard chunk.number < entries.count, entries[chunk.number].chunk == chunk else { return nil }
      return entries[chunk.number].sound
    }
  }

  /// Codes in the background what can already be known of the sound of `plan`; an earlier wish is
  /// given up.
  ///
  /// Only what is new is read and coded; the rest is compared, which costs next to nothing.
  func prepare(_ plan: SoundPlan, tools: EngineTools) {
    let wish = wanted.withLock { number -> Int in
      number += 1
      return number
    }
    lane.async { [self] in
      guard wanted.current == wish else { return }
      let settled = SoundChunk.all(of: plan).filter { $0.isSettled(inMovieOf: plan.length) }
      let former = entries.current
      let same = zip(former, settled).prefix { $0.chunk == $1 }.count
      entries.withLock { $0.removeSubrange(same...) }
      var bytes = former[..<same].reduce(0) { $0 + $1.bytes }
      let mixer = SoundMixer(plan) { try tools.readSound($0) }
      for chunk in settled[same...] {
        guard wanted.current == wish, bytes < Self.mostBytes else { return }
        // What cannot be read now is told when the movie is made.
        guard let samples = try? mixer.sound(of: chunk.window),
          let coded = try? tools.codeSound(samples, chunk)
        else { return }
        let entry = Entry(chunk: chunk, sound: coded)
        bytes += entry.bytes
        entries.withLock { $0.append(entry) }
      }
    }
  }

  /// Gives up what is being prepared; what is there stays.
  func giveUp() { wanted.withLock { $0 += 1 } }

  /// Waits until everything that was wished for is there.
  func wait() { _ = lane.sync { () throws(Never) in } }
}
