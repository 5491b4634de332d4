import Frames
import Merging
import Recording
import Units

/// Reads a take's pictures from memory.
final class FakePictureReader: PictureReader {
  let configuration: [UInt8]
  private var rest: ArraySlice<EncodedPacket>

  init(_ file: FakeDisk.TakeFile) {
    configuration = file.configuration
    rest = file.video[...]
  }

  func next() throws -> EncodedPacket? { rest.popFirst() }
}

/// Reads a take's sound from memory, forwards only like a real one.
final class FakeSoundReader: SoundReader {
  private let sound: [Int16]
  private var position: Int64 = 0

  init(_ file: FakeDisk.TakeFile) { sound = file.audio }

  func read(_ range: Range<Int64>) throws -> [Int16] {
    guard range.lowerBound >= position else { throw Problem(.failed, "Read backwards.") }
    position = range.upperBound
    // In one piece: sample by sample, the movies of fifty photos took a sanitizer minutes.
    let there = range.clamped(to: 0..<Int64(sound.count / 2))
    let missing = range.count - there.count
    return sound[2 * Int(there.lowerBound)..<2 * Int(there.upperBound)]
      + [Int16](repeating: 0, count: 2 * missing)
  }
}

/// Sound that is coded as itself.
enum FakeSound {
  static func code(_ samples: [Int16], _ chunk: SoundChunk) -> [EncodedSound] {
    let begin = 2 * Int(chunk.samples.lowerBound - chunk.window.lowerBound)
    let kept = samples[begin..<begin + 2 * chunk.samples.count]
    return [
      EncodedSound(
        bytes: kept.withUnsafeBytes { Array($0) }, position: chunk.samples.lowerBound,
        count: Int64(chunk.samples.count))
    ]
  }

  static func samples(of sound: EncodedSound) -> [Int16] {
    sound.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }
}

/// Frames that are coded anew as the number of the picture shown, or of both multiplied.
enum FakeStretch {
  /// Pictures coded anew are told from copied ones by this.
  static let mark: Int64 = 1_000_000

  static func code(
    _ stretch: Stretch, _ plan: MergePlan, _ studio: FakeTools, _ check: () throws -> Void
  ) throws -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    for shot in stretch.shots {
      let file = try studio.file(plan.parts[shot.clip].clip.path)
      for frame in shot.frames {
        try check()
        let index = stretch.frames.lowerBound + Int64(packets.count)
        let picture = file.pictures[Int(frame)] + mark * (shot.incoming == nil ? 1 : 2)
        let packet = EncodedPacket(picture: picture, frame: index)
        packets.append(
          EncodedPacket(bytes: packet.bytes, frame: index, isKey: packets.isEmpty))
      }
    }
    return packets
  }
}
