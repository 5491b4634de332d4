import Frames
package import Recording
import Units

/// The sound of a file that is played as a camera, as if a microphone heard it: without holes, and
/// silent before the file's sound begins, where it has gaps, and after it has ended.
package final class FileMicrophone: AudioSource {
  package let facts: AudioFacts
  private let playback: Playback<AudioSourceEvent>

  /// Opens a file's sound, to be played by the clock of its pictures; nil when it has none.
  package static func open(
    _ path: String, clock: PlayClock
  ) throws(CodecError) -> FileMicrophone? {
    let reader = try MediaReader(path: path, part: .sound)
    guard let audio = reader.facts.audio else { return nil }
    let facts = AudioFacts(
      name: "sound of \(fileName(of: path))",
      got: "\(audio.codec) \(audio.format.rate) Hz, \(audio.format.channels) channels",
      format: .take)
    // Half a second of chunks.
    return FileMicrophone(
      facts: facts,
      playback: Playback("file microphone", SoundScript(reader), clock: clock, capacity: 25))
  }

  private init(facts: AudioFacts, playback: Playback<AudioSourceEvent>) {
    self.facts = facts
    self.playback = playback
  }

  /// Begins to play, once.
  package func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void) {
    playback.begin(deliver)
  }

  /// Ends for good; it may be called from within `deliver`.
  package func stop() { playback.end() }
}

/// The sound of a file as events of a microphone, each due when its last sample has passed.
final class SoundScript: PlayScript {
  /// Sample frames of a chunk at most: 20 ms.
  static let chunkLength: Int64 = 960

  private let reader: MediaReader
  /// Where the next chunk begins.
  private var position: Int64 = 0
  /// The run that is being cut into chunks.
  private var run: MediaSound?
  private var isSilent = false
  private var hasFailed = false

  init(_ reader: MediaReader) { self.reader = reader }

  func next(start: MediaTime) -> Due<AudioSourceEvent>? {
    guard !hasFailed else { return nil }
    do throws(CodecError) {
      try readRun()
    } catch {
      hasFailed = true
      return Due(
        instant: start + MediaTime(samplePosition: position), event: .lost(error.description))
    }
    let samples = nextSamples()
    let stamp = start + MediaTime(samplePosition: position)
    position += Int64(samples.count / AudioFormat.take.channels)
    return Due(
      instant: start + MediaTime(samplePosition: position),
      event: .chunk(
        AudioChunk(
          format: .take, samples: samples.map { Float($0) / 32_768 }, capturedAt: stamp)))
  }

  /// Makes sure of a run that ends behind the next chunk's beginning, unless the file has ended.
  private func readRun() throws(CodecError) {
    while !isSilent, (run.map { $0.position + $0.frameCount } ?? .min) <= position {
      guard let piece = try reader.next() else {
        isSilent = true
        run = nil
        return
      }
      if case .sound(let sound) = piece { run = sound }
    }
  }

  private func nextSamples() -> [Int16] {
    let channels = AudioFormat.take.channels
    guard let run, run.position < position + Self.chunkLength else {
      return [Int16](repeating: 0, count: Int(Self.chunkLength) * channels)
    }
    if run.position > position {
      // A damaged file may have a hole of days.
      let missing = min(Self.chunkLength, run.position - position)
      return [Int16](repeating: 0, count: Int(missing) * channels)
    }
    let begin = Int(position - run.position) * channels
    let end = min(run.samples.count, begin + Int(Self.chunkLength) * channels)
    return Array(run.samples[begin..<end])
  }
}
