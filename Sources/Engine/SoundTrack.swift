import Frames
import Lanes
import Merging
import Recording

/// The movie's sound on its way into the file: mixed in order, coded in parallel, written along
/// with the pictures.
///
/// It stays on the merge lane.
final class SoundTrack {
  private enum Job: Sendable {
    case done([EncodedSound])
    case code([Int16], SoundChunk)
  }

  private let jobs: Ahead<Job, [EncodedSound]>
  private let movie: any MovieWriter
  private let length: Int64
  private var written: Int64 = 0

  /// Prepares the sound of `plan` for `movie`; chunks that `bank` has are not coded again.
  init(
    _ plan: SoundPlan, tools: EngineTools, bank: SoundBank?, lanes: [Lane],
    movie: any MovieWriter
  ) {
    var chunks = SoundChunk.all(of: plan)[...]
    let mixer = SoundMixer(plan) { try tools.readSound($0) }
    self.movie = movie
    length = plan.length
    // Two chunks for each lane keep all busy while one is being written.
    jobs = Ahead(lanes: lanes, width: 2 * lanes.count) {
      guard let chunk = chunks.popFirst() else { return nil }
      if let coded = bank?.sound(of: chunk) { return .done(coded) }
      return .code(try mixer.sound(of: chunk.window), chunk)
    } work: { job in
      switch job {
      case .done(let sound): sound
      case .code(let samples, let chunk): try tools.codeSound(samples, chunk)
      }
    }
  }

  /// Writes at least all sound before `position`, so that neither track runs far ahead.
  func write(upTo position: Int64) throws {
    while written <= min(position, length - 1), let sound = try jobs.next() {
      for block in sound {
        try movie.writeSound(block)
        written = block.position + block.count
      }
    }
  }

  /// Stops coding; what was begun is thrown away.
  func abandon() { jobs.abandon() }
}
