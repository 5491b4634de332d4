import Codec
import Foundation
import Recording
import Testing
import Units

@Suite struct `the resampler` {
  private func tone(rate: Int64, channels: Int, count: Int, amplitude: Float = 0.5) -> [Float] {
    (0..<count).flatMap { index in
      let value = amplitude * Float(sin(2 * Double.pi * 1000 * Double(index) / Double(rate)))
      return [Float](repeating: value, count: channels)
    }
  }

  @Test func `passes 48 kHz stereo through sample by sample`() throws {
    let resampler = try Resampler(from: .take)
    for count in [1, 479, 480, 481, 4096] {
      let samples = (0..<2 * count).map { Float($0 % 200 - 100) / 256 }
      let found = try resampler.convert(samples)
      #expect(found == samples.map { Int16($0 * 32_768) })
      #expect(resampler.delay == 0)
    }
    #expect(try resampler.convert([]).isEmpty)
  }

  @Test func `clips what is too loud instead of wrapping around`() throws {
    let found = try Resampler(from: .take).convert([1.5, -1.5, 1, -1])
    #expect(found == [32_767, -32_768, 32_767, -32_768])
  }

  @Test func `plays mono on both sides at its own loudness`() throws {
    let resampler = try Resampler(from: AudioFormat(rate: 48_000, channels: 1))
    #expect(try resampler.convert([0.5, -0.25]) == [16_384, 16_384, -8192, -8192])
  }

  @Test(arguments: [3, 4, 6, 8, 9, 10, 16])
  func `mixes more channels down without clipping`(channels: Int) throws {
    let resampler = try Resampler(from: AudioFormat(rate: 48_000, channels: channels))
    let loud = tone(rate: 48_000, channels: channels, count: 4800, amplitude: 0.9)
    let found = try resampler.convert(loud)
    #expect(found.count == 9600)
    let peak = found.map { abs(Int($0)) }.max() ?? 0
    #expect((14_000...29_600).contains(peak), "peak \(peak)")
  }

  @Test func `sends unheard-of channel numbers alternately left and right`() throws {
    let resampler = try Resampler(from: AudioFormat(rate: 48_000, channels: 10))
    let found = try resampler.convert([0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0])
    #expect(found == [16_384, 0])
  }

  @Test(arguments: [8_000, 16_000, 32_000, 44_100, 96_000, 192_000])
  func `brings any rate to 48 kHz`(rate: Int64) throws {
    let resampler = try Resampler(from: AudioFormat(rate: rate, channels: 2))
    let second = tone(rate: rate, channels: 2, count: Int(rate))
    var count = 0
    for start in stride(from: 0, to: second.count, by: 2 * 441) {
      count +=
        try resampler.convert(Array(second[start..<min(second.count, start + 882)])).count / 2
    }
    #expect(abs(Double(count) + resampler.delay - 48_000) <= 1)
    #expect(resampler.delay > 0 && resampler.delay < 480)
  }

  @Test(arguments: [-24, -1, 0, 1, 24])
  func `stretches by exactly what it was told`(delta: Int) throws {
    let resampler = try Resampler(from: .take)
    let chunk = tone(rate: 48_000, channels: 2, count: 480)
    var given = 0.0
    var found = 0.0
    func push() throws {
      found += Double(try resampler.convert(chunk).count / 2)
      given += 480
    }
    try push()
    try resampler.compensate(delta: delta, over: 48_000)
    for _ in 0..<110 { try push() }
    // After the distance the filter runs evenly again: what it holds is all that is missing.
    #expect(abs(found + resampler.delay - given - Double(delta)) <= 1)
  }

  @Test func `can be told again and again`() throws {
    let resampler = try Resampler(from: AudioFormat(rate: 44_100, channels: 1))
    let chunk = tone(rate: 44_100, channels: 1, count: 441)
    var found = 0.0
    for index in 0..<200 {
      if index % 50 == 0 { try resampler.compensate(delta: 12, over: 48_000 / 2) }
      found += Double(try resampler.convert(chunk).count / 2)
    }
    #expect(abs(found + resampler.delay - 96_000 - 48) <= 2)
  }

  @Test func `keeps a tone whole while it stretches`() throws {
    let resampler = try Resampler(from: .take)
    var found: [Int16] = []
    let sound = tone(rate: 48_000, channels: 2, count: 48_000)
    for start in stride(from: 0, to: sound.count, by: 960) {
      if start == 9600 { try resampler.compensate(delta: 20, over: 24_000) }
      found += try resampler.convert(Array(sound[start..<start + 960]))
    }
    let left = stride(from: 0, to: found.count, by: 2).map { Int(found[$0]) }
    // A 1 kHz tone at half level moves by at most 2145 a sample; a click would jump further.
    let jumps = zip(left, left.dropFirst()).map { abs($0 - $1) }
    #expect((jumps.max() ?? 0) <= 2200)
  }
}
