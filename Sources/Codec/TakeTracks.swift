package import Frames
import Recording
package import Units

/// The coded pictures of a take, for copying.
package final class TakePictures: PictureReader {
  private let file: TakeFileReader

  /// Opens a take on a grid of `rate`.
  package init(path: String, rate: FrameRate) throws {
    file = try TakeFileReader(path: path, rate: rate, track: .pictures)
  }

  package var configuration: [UInt8] { file.configuration }

  package func next() throws -> EncodedPacket? {
    guard case .video(let packet)? = try file.next() else { return nil }
    return packet
  }
}

/// The sound of a take, counted in samples from its first picture.
package final class TakeSound: SoundReader {
  private let file: TakeFileReader
  /// What was read and may still be asked for, from sample position `position` on.
  private var samples: [Int16] = []
  private var position: Int64 = 0

  /// Opens a take's file.
  package init(path: String) throws {
    // Sound lies on its own grid, whatever that of the pictures is.
    file = try TakeFileReader(path: path, rate: .thirty, track: .sound)
  }

  package func read(_ range: Range<Int64>) throws -> [Int16] {
    var result: [Int16] = []
    result.reserveCapacity(2 * range.count)
    while result.count < 2 * range.count {
      let wanted = range.lowerBound + Int64(result.count / 2)..<range.upperBound
      let there = position..<position + Int64(samples.count / 2)
      let found = there.clamped(to: wanted)
      if !found.isEmpty {
        let offset = 2 * Int(found.lowerBound - position)
        result += samples[offset..<offset + 2 * found.count]
        continue
      }
      position = there.upperBound
      guard case .audio(let next)? = try file.next() else {
        samples = []
        // A file that was cut off is silent from there on.
        result += [Int16](repeating: 0, count: 2 * wanted.count)
        break
      }
      samples = next
    }
    return result
  }
}
