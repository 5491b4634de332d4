import Codec
import Foundation
import Frames
import Support
import Testing
import Units

/// The quick coder was chosen because it is at least as good as the thorough one at a lower rate.
@Suite struct `coded sound is nearer to the original than the thorough coder's at 192 kb/s` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  /// Sounds of two seconds that are hard to code, each in another way.
  enum Sound: CaseIterable {
    case noise, drums, tone, sweep, voice, chord

    /// Interleaved stereo.
    var samples: [Int16] {
      var noise = Noise()
      return (0..<96_000).flatMap { index -> [Int16] in
        let (left, right) = values(at: Double(index) / 48_000, &noise)
        return [left, right].map { Int16(max(-1, min(1, $0)) * 32_000) }
      }
    }

    private func values(at time: Double, _ noise: inout Noise) -> (Double, Double) {
      func wave(_ frequency: Double, _ height: Double) -> Double {
        height * sin(2 * .pi * frequency * time)
      }
      switch self {
      case .noise: return (0.3 * noise.next(), 0.3 * noise.next())
      case .drums:
        let beat = time.truncatingRemainder(dividingBy: 0.2)
        let hit = exp(-40 * beat) * (0.5 * noise.next() + wave(90, 0.4))
        return (hit, hit)
      case .tone: return (wave(440, 0.5), wave(440, 0.5))
      case .sweep:
        let value = 0.5 * sin(2 * .pi * 50 * (exp(2.7 * time) - 1))
        return (value, value)
      case .voice:
        // Harmonics of 120 Hz under two formants, in syllables.
        let value = (1...30).reduce(0.0) { sum, number in
          let frequency = 120.0 * Double(number)
          let formants = [700.0, 1800.0].reduce(0.02) { $0 + exp(-pow((frequency - $1) / 200, 2)) }
          return sum + wave(frequency, 0.15 * formants)
        }
        let syllable = 0.5 + 0.5 * sin(2 * .pi * 4 * time)
        return (syllable * value, 0.7 * syllable * value + 0.001 * noise.next())
      case .chord:
        let voices = [262.0, 330, 392, 523].enumerated().map { number, base in
          (number, (1...12).reduce(0.0) { $0 + wave(base * Double($1), 0.08 / Double($1)) })
        }
        return voices.reduce((0, 0)) { sum, voice in
          let share = 0.2 + 0.2 * Double(voice.0)
          return (sum.0 + (1 - share) * voice.1, sum.1 + share * voice.1)
        }
      }
    }
  }

  /// Knuth's generator; its upper bits are as good as random.
  struct Noise {
    private var state: UInt64 = 1

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
    }
  }

  /// The root of the mean square of what differs.
  private func error(_ decoded: [Int16], _ sound: [Int16]) -> Double {
    let sum = zip(decoded, sound).reduce(0.0) {
      let difference = Double($1.0) - Double($1.1)
      return $0 + difference * difference
    }
    return (sum / Double(sound.count)).squareRoot()
  }

  private func ours(_ sound: [Int16]) throws -> (error: Double, bytes: Int) {
    let encoder = try AACEncoder()
    let blocks = try encoder.encode(sound) + encoder.finish()
    let clip = try Clip(frames: 3, size: PixelSize(width: 32, height: 32))
    let path = folder.file("ours.mp4")
    let file = try MovieFile(path: path, format: .mp4, movie: clip.movie(sound: 1))
    for packet in clip.packets { try file.writeVideo(packet) }
    for block in blocks { try file.writeSound(block) }
    try file.finish()
    return (error(try decodedSound(path), sound), blocks.reduce(0) { $0 + $1.bytes.count })
  }

  private func theirs(_ sound: [Int16]) throws -> Double {
    let path = folder.file("theirs.mp4")
    _ = try judge(
      "ffmpeg",
      [
        "-f", "s16le", "-ar", "48000", "-ac", "2", "-i", "-", "-c:a", "aac", "-b:a", "192k",
        "-aac_pns", "0", path,
      ], input: sound.withUnsafeBytes { Array($0) })
    return error(try decodedSound(path), sound)
  }

  @Test(arguments: Sound.allCases)
  func `for every kind of sound, in not many more bytes`(kind: Sound) throws {
    let sound = kind.samples
    let (error, bytes) = try ours(sound)
    let other = try theirs(sound)
    #expect(error <= other, "\(error) for \(other)")
    // Two seconds of 256 kb/s, and a tenth for where it begins.
    #expect(bytes < 2 * 32_000 * 11 / 10)
  }
}
