package import Merging
package import Recording
import Units

/// Opens the sound of clips.
package enum ClipSound {
  /// The sound beside a clip's pictures, counted in samples from the file's first one.
  package static func open(_ piece: SoundPlan.Piece) throws -> any SoundReader {
    switch piece.origin {
    case .take: try TakeSound(path: piece.path)
    case .media(let start):
      try MediaSoundTrack(path: piece.path, start: start, at: piece.source)
    }
  }
}

/// The sound of any media file.
final class MediaSoundTrack: SoundReader {
  private let reader: MediaReader
  private let offset: Int64
  private var run: MediaSound?

  /// Opens a file whose first picture lies at `start`; nothing before sample `position` is asked
  /// for.
  init(path: String, start: MediaStart, at position: Int64) throws(CodecError) {
    reader = try MediaReader(path: path, part: .sound, zero: start.zero)
    offset = start.shown.samplePosition
    // Half a second earlier, because coded sound needs a run-up to come out as it was.
    let early = MediaTime(samplePosition: position + offset) - .milliseconds(500)
    if early > .zero { try reader.seek(to: early) }
  }

  func read(_ range: Range<Int64>) throws -> [Int16] {
    let wanted = range.lowerBound + offset..<range.upperBound + offset
    var result = [Int16](repeating: 0, count: 2 * range.count)
    while let run = try run ?? nextRun() {
      let there = run.position..<run.position + run.frameCount
      let found = there.clamped(to: wanted)
      let target = 2 * Int(found.lowerBound - wanted.lowerBound)
      let source = 2 * Int(found.lowerBound - run.position)
      if !found.isEmpty {
        result.replaceSubrange(
          target..<target + 2 * found.count, with: run.samples[source..<source + 2 * found.count])
      }
      // What reaches beyond is for the next call.
      self.run = there.upperBound > wanted.upperBound ? run : nil
      if self.run != nil { break }
    }
    return result
  }

  private func nextRun() throws(CodecError) -> MediaSound? {
    while let piece = try reader.next() {
      if case .sound(let sound) = piece { return sound }
    }
    return nil
  }
}
