import Codec
import Foundation
import Support
import Testing
import Units

@Suite struct `the sound of any file` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func clip(_ name: String, _ arguments: [String], input: [UInt8] = []) throws -> String {
    let path = folder.file(name)
    try makeClip(arguments + [path], input: input)
    return path
  }

  /// ffmpeg's arguments for raw 16-bit samples.
  private func raw(_ rate: Int, _ channels: Int) -> [String] {
    ["-f", "s16le", "-ar", "\(rate)", "-ac", "\(channels)", "-i", "-"]
  }

  private func bytes(_ samples: [Int16]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }

  @Test(arguments: ["p.wav", "p.mov", "p.mkv", "p.flac", "p.avi"])
  func `at 48 kHz stereo passes as it is`(name: String) throws {
    let samples = (0..<40_000).map { Int16(truncatingIfNeeded: $0 &* 7919) / 2 }
    let codec = name == "p.flac" ? "flac" : "pcm_s16le"
    let path = try clip(name, raw(48_000, 2) + ["-c:a", codec], input: bytes(samples))
    let watched = try Watched(path)
    #expect(watched.sounds.first?.position == 0)
    #expect(watched.sounds.flatMap(\.samples) == samples)
    #expect(
      zip(watched.sounds, watched.sounds.dropFirst()).allSatisfy {
        $0.position + $0.frameCount == $1.position
      })
  }

  @Test(arguments: [8000, 22_050, 44_100, 96_000])
  func `of any rate lands where it was`(rate: Int) throws {
    func wave(_ index: Int, _ rate: Int) -> Double {
      12_000 * sin(2 * .pi * 440 * Double(index) / Double(rate))
    }
    let samples = (0..<rate).map { Int16(wave($0, rate).rounded()) }
    let path = try clip("m.wav", raw(rate, 1), input: bytes(samples))
    let watched = try Watched(path)
    #expect(abs(watched.left.count - 48_000) <= 2, "\(watched.left.count)")
    // Off by one sample the wave would differ by up to 691. The filter's ends are left out.
    for index in 200..<47_800 {
      let off = Double(watched.left[index]) - wave(index, 48_000)
      guard abs(off) > 40 else { continue }
      Issue.record("sample \(index) is off by \(off)")
      break
    }
    // Mono is as loud on both sides as it was.
    #expect(
      watched.sounds.allSatisfy { sound in
        stride(from: 0, to: sound.samples.count, by: 2).allSatisfy {
          sound.samples[$0] == sound.samples[$0 + 1]
        }
      })
  }

  @Test(arguments: ["l.mkv", "l.mov", "l.mp4", "l.ts"])
  func `that begins late, does so here too`(name: String) throws {
    let sound = try clip(
      "click.wav", raw(48_000, 2), input: bytes(clicks(at: [0, 9600], count: 48_000)))
    let codec = ["l.mp4": "alac", "l.ts": "mp2"][name] ?? "pcm_s16le"
    let path = try clip(
      name, counted(40) + ["-itsoffset", "0.5", "-i", sound, "-c:a", codec] + bFrames)
    let watched = try Watched(path)
    #expect(watched.times.first == .zero)
    if name == "l.ts" {
      // The encoder smears the click over its filter bank.
      let loud = watched.left.indices.filter { abs(Int(watched.left[$0])) > 3000 }
      #expect(abs((loud.first ?? 0) - 24_000) < 30, "\(loud.prefix(3))")
    } else {
      #expect(watched.sounds.first?.position == 24_000)
      let loud = watched.left.indices.filter { watched.left[$0] == 30_000 }
      #expect(loud == [24_000, 33_600])
    }
  }

  @Test(arguments: [
    ("e.mp4", "aac"), ("e.mkv", "libopus"), ("e.m4a", "aac"), ("e.mp3", "libmp3lame"),
  ])
  func `lies where it was before its encoder put a beginning to it`(
    name: String, codec: String
  ) throws {
    // A burst is found again in any codec; a single click would be smeared.
    var samples = [Int16](repeating: 0, count: 2 * 48_000)
    for index in 0..<2000 {
      let value = Int16(15_000 * sin(2 * .pi * 1000 * Double(index) / 48_000))
      samples[2 * (20_000 + index)] = value
      samples[2 * (20_000 + index) + 1] = value
    }
    let path = try clip(
      name, raw(48_000, 2) + ["-c:a", codec, "-b:a", "192k"], input: bytes(samples))
    let watched = try Watched(path)
    let onset = watched.left.firstIndex { abs(Int($0)) > 5000 } ?? 0
    // A third of the amplitude is reached after 2.6 samples.
    #expect(abs(onset - 20_003) <= 8, "found at \(onset)")
  }

  @Test func `has its holes where the file has them`() throws {
    // A second of sound whose middle 0.3 s are cut out without moving what follows.
    let samples = [Int16](repeating: 8000, count: 2 * 48_000)
    let path = try clip(
      "h.mkv", raw(48_000, 2) + ["-af", "aselect='lt(t,0.3)+gte(t,0.6)'", "-c:a", "pcm_s16le"],
      input: bytes(samples))
    let left = try Watched(path).left
    let silent = left.indices.filter { left[$0] == 0 }
    // Matroska rounds to milliseconds.
    #expect(abs(left.count - 48_000) <= 48)
    #expect(abs(silent.count - 14_400) < 1100, "\(silent.count)")
    #expect(silent.last.map { $0 - (silent.first ?? 0) + 1 } == silent.count, "one hole")
  }

  @Test func `that runs off its stamps is drawn after them without a click`() throws {
    // Stamps say that a second of samples lasts 1.0005 s, as a real sound card's clock might.
    var tone: [Int16] = []
    for index in 0..<480_000 {
      let value = Int16(8000 * sin(2 * .pi * 440 * Double(index) / 48_000))
      tone += [value, value]
    }
    let path = try clip(
      "d.mkv", raw(48_000, 2) + ["-af", "asetpts=N*1.0005/SR/TB", "-c:a", "pcm_s16le"],
      input: bytes(tone))
    let left = try Watched(path).left
    #expect(abs(left.count - 480_240) < 200, "\(left.count)")
    let steps = zip(left, left.dropFirst()).map { abs(Int($0) - Int($1)) }
    #expect((steps.dropLast(100).max() ?? 0) <= 480)
  }

  @Test func `is told apart when its layout changes`() throws {
    let path = try clip(
      "s.mkv",
      ["-f", "lavfi", "-i", "sine=r=48000:d=0.5", "-af", "pan=5.1|FL=c0|FR=c0|LFE=0*c0"]
        + ["-c:a", "flac"])
    let watched = try Watched(path)
    #expect(watched.left.count == 24_000 && watched.left.contains { abs(Int($0)) > 300 })
  }
}
