import Codec
import Frames
import Glibc
import Merging
import Recording
import Support
import Testing
import Units

private let length = Int(SoundChunk.length)

@Suite struct `sound coded in chunks` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  /// A tone that never repeats at a chunk's length, louder on the left.
  private func tone(_ count: Int) -> [Int16] {
    (0..<count).flatMap { index -> [Int16] in
      // A triangle of 110 samples.
      let phase = index % 110
      let height = (phase < 55 ? phase : 110 - phase) * 400 - 11_000
      return [Int16(height), Int16(height / 2)]
    }
  }

  private func coded(_ sound: [Int16]) throws -> [EncodedSound] {
    let length = Int64(sound.count / 2)
    let rate = try #require(FrameRate(48_000))
    let clip = Merging.Clip(
      path: "a", title: "a", length: length, keys: .every(1), hasAudio: true)
    return try SoundChunk.all(of: SoundPlan(MergePlan(clips: [clip], rate: rate))).flatMap {
      let window = 2 * Int($0.window.lowerBound)..<2 * Int($0.window.upperBound)
      return try SoundCoder.code(Array(sound[window]), $0)
    }
  }

  private func movie(_ blocks: [EncodedSound], _ name: String) throws -> [Int16] {
    let clip = try Clip(frames: 3, size: PixelSize(width: 32, height: 32))
    let path = folder.file(name)
    let samples = blocks.last.map { $0.position + $0.count } ?? 0
    let file = try MovieFile(path: path, format: .mp4, movie: clip.movie(sound: samples))
    for packet in clip.packets { try file.writeVideo(packet) }
    for block in blocks { try file.writeSound(block) }
    try file.finish()
    return try decodedSound(path)
  }

  @Test(arguments: [1, 1000, 1024, length, length + 1, length + 1024, 3 * length + 3392])
  func `follows on without a gap and is as long as the whole`(count: Int) throws {
    let blocks = try coded(tone(count))
    var end: Int64 = -1024
    for block in blocks {
      #expect(block.position == end)
      end += block.count
    }
    #expect(end == Int64(count))
  }

  @Test func `sounds at its seams as it does elsewhere`() throws {
    let sound = tone(3 * length + 3392)
    let chunked = try movie(coded(sound), "chunked.mp4")
    let encoder = try AACEncoder()
    let whole = try movie(encoder.encode(sound) + encoder.finish(), "whole.mp4")
    func error(_ decoded: [Int16], around position: Int) -> Double {
      let places = 2 * (position - 2048)..<2 * (position + 2048)
      let sum = places.reduce(0.0) {
        let difference = Double(decoded[$1]) - Double(sound[$1])
        return $0 + difference * difference
      }
      return (sum / Double(places.count)).squareRoot()
    }
    let seams = [length, 2 * length, 3 * length].map { error(chunked, around: $0) }
    let usual = stride(from: 8192, to: 3 * length - 6608, by: 4096).map { error(whole, around: $0) }
    let worst = try #require(seams.max())
    #expect(worst < 1.2 * (usual.max() ?? 0))
    // Without a lead-in the first blocks of a chunk know nothing of the sound before them.
    let cold = try error(
      movie(
        stride(from: 0, to: sound.count / 2, by: length).flatMap { begin -> [EncodedSound] in
          let encoder = try AACEncoder(at: Int64(begin))
          let part = Array(sound[2 * begin..<min(2 * (begin + length), sound.count)])
          return try (encoder.encode(part) + encoder.finish()).filter {
            $0.position >= (begin == 0 ? -1024 : begin) && $0.position < begin + length
          }
        }, "cold.mp4"), around: length)
    #expect(cold > 3 * worst)
  }

  /// Silence with a burst of the test tone at each seam, each 2 ms later to it than the one before:
  /// from a block and a half before its seam to one and a half behind.
  private let bursts: (sound: [Int16], onsets: [Int]) = {
    let onsets = (1...33).map { seam in length * seam + 96 * (seam - 17) }
    var sound = [Int16](repeating: 0, count: 2 * length * 34)
    for onset in onsets {
      for index in 0..<1920 {
        let height = Int16(16_384 * sin(2 * Double.pi * Double(index) / 48))
        sound[2 * (onset + index)] = height
        sound[2 * (onset + index) + 1] = height
      }
    }
    return (sound, onsets)
  }()

  private func left(_ samples: [Int16]) -> [Int16] {
    stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test func `begins no tone early or late, wherever it lies to a seam`() throws {
    let encoder = try AACEncoder()
    let whole = try left(movie(encoder.encode(bursts.sound) + encoder.finish(), "whole.mp4"))
    let chunked = try left(movie(coded(bursts.sound), "chunked.mp4"))
    let inOneGo = ToneEar.onsets(in: whole)
    let inChunks = ToneEar.onsets(in: chunked)
    try #require(inOneGo.count == bursts.onsets.count && inChunks.count == bursts.onsets.count)
    for (index, onset) in bursts.onsets.enumerated() {
      // 2 ms are 96 samples; a wave of the tone is 48.
      #expect(abs(inChunks[index] - onset) < 96, "burst \(index)")
      #expect(abs(inChunks[index] - inOneGo[index]) < 96, "burst \(index)")
    }
    // What is heard in the 10 ms of silence before a tone, as an echo that comes first.
    func echo(_ samples: [Int16]) -> Int {
      bursts.onsets.map { samples[$0 - 480..<$0 - 8].reduce(0) { max($0, abs(Int($1))) } }.max()
        ?? 0
    }
    #expect(echo(chunked) <= 2 * echo(whole), "\(echo(chunked)) for \(echo(whole))")
  }

  @Test func `codes noise nearly as exactly as in one go`() throws {
    var state: UInt64 = 1
    let noise = (0..<2 * 900_000).map { _ -> Int16 in
      // Knuth's generator; its upper bits are as good as random.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: state >> 48) / 4
    }
    func error(_ decoded: [Int16]) -> Double {
      let sum = noise.indices.reduce(0.0) {
        let difference = Double(decoded[$1]) - Double(noise[$1])
        return $0 + difference * difference
      }
      return (sum / Double(noise.count)).squareRoot()
    }
    let encoder = try AACEncoder()
    let whole = try error(movie(encoder.encode(noise) + encoder.finish(), "whole.mp4"))
    let chunked = try error(movie(coded(noise), "chunked.mp4"))
    // 1.00 is measured; where the encoder may replace noise (`aac_pns`) it was 1.27.
    #expect(chunked < 1.1 * whole, "\(chunked) for \(whole)")
  }
}
