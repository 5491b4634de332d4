import Frames
import Recording
import Testing
import Units

/// A microphone of one or more channels in front of a meter; a thousand seconds have passed before
/// its first sample.
private struct Booth {
  static let start = MediaTime.seconds(Int64(1000))
  let format: AudioFormat
  var meter: LevelMeter
  /// Sample frames so far.
  var count: Int64 = 0

  init(rate: Int64 = 48_000, channels: Int = 1) {
    format = AudioFormat(rate: rate, channels: channels)
    meter = LevelMeter(format: format)
  }

  var now: MediaTime { Self.start + format.duration(of: count) }

  /// What the meter shows so long after the newest sample.
  func reading(after milliseconds: Int64 = 0) throws -> Levels {
    try #require(meter.reading(at: now + .milliseconds(milliseconds)))
  }

  func channel(_ index: Int = 0) throws -> Levels.Channel { try reading().channels[index] }

  /// The samples of all channels, as one chunk.
  mutating func hear(_ samples: [Float]) {
    meter.heard(AudioChunk(format: format, samples: samples, capturedAt: now))
    count += Int64(samples.count / format.channels)
  }

  /// So many milliseconds of a 1 kHz sine, in chunks of `step` sample frames.
  mutating func sing(_ milliseconds: Int64, at peak: Double, step: Int64 = 480) {
    let end = count + milliseconds * format.rate / 1000
    while count < end {
      let frames = count..<min(end, count + step)
      hear(
        frames.flatMap { frame in
          [Float](repeating: Float(peak * sine(frame)), count: format.channels)
        })
    }
  }

  mutating func rest(_ milliseconds: Int64) { sing(milliseconds, at: 0) }

  /// Of a wave of 48 samples or as many as a millisecond has; its highest sample is exactly 1.
  private func sine(_ frame: Int64) -> Double {
    let steps = format.rate / 1000
    return Self.wave(Double(frame % steps) / Double(steps))
  }

  /// One turn of a sine by its series, good to 1e-9.
  private static func wave(_ turn: Double) -> Double {
    let x = 2 * Double.pi * (turn > 0.5 ? turn - 1 : turn)
    var (term, sum) = (x, 0.0)
    for n in stride(from: 1.0, to: 30, by: 2) {
      sum += term
      term *= -x * x / ((n + 1) * (n + 2))
    }
    return sum
  }
}

private func isNear(_ a: Decibels, _ b: Double, by tolerance: Double = 0.005) -> Bool {
  abs(a.value - b) < tolerance
}

@Suite struct `a level meter` {
  /// -6 dBFS as an amplitude.
  private let sixBelow = 0.501_187_233_627_272_3

  @Test(arguments: [(48_000, 480), (48_000, 1), (48_000, 1024), (44_100, 441), (8000, 333)])
  func `shows a sine's peak, and 3 dB less as its mean`(rate: Int64, step: Int64) throws {
    // In a millisecond of 44.1 kHz there is no whole number of samples.
    var booth = Booth(rate: rate == 44_100 ? 44_000 : rate)
    booth.sing(400, at: sixBelow, step: step)
    let channel = try booth.channel()
    #expect(isNear(channel.peak, -6) && isNear(channel.held, -6))
    #expect(isNear(channel.mean, -9.0103))
    #expect(channel.isClipping == false)
  }

  @Test func `tells nothing before there was sound`() {
    #expect(Booth().meter.reading(at: Booth.start) == nil)
  }

  @Test func `rises at once, to a single sample`() throws {
    var booth = Booth()
    booth.rest(1000)
    booth.hear([Float](repeating: 0, count: 479) + [-0.25])
    #expect(isNear(try booth.channel().peak, -12.0412))
  }

  @Test func `has a mean of three tenths of a second`() throws {
    var booth = Booth()
    booth.rest(1000)
    booth.sing(150, at: sixBelow)
    #expect(isNear(try booth.channel().mean, -9.0103 - 3.0103))
    booth.sing(150, at: sixBelow)
    #expect(isNear(try booth.channel().mean, -9.0103))
    booth.rest(290)
    #expect(isNear(try booth.channel().mean, -9.0103 - 14.7712))
    booth.rest(10)
    #expect(try booth.channel().mean == .silence)
  }

  @Test func `falls by 20 dB in 1.7 s`() throws {
    var booth = Booth()
    booth.sing(100, at: sixBelow)
    booth.rest(850)
    #expect(isNear(try booth.channel().peak, -16))
    booth.rest(850)
    #expect(isNear(try booth.channel().peak, -26))
    booth.sing(10, at: 0.1)
    #expect(isNear(try booth.channel().peak, -20), "up again to what is louder")
  }

  @Test func `holds a peak for 1.5 s, and lets it fall like any other`() throws {
    var booth = Booth()
    booth.sing(100, at: sixBelow)
    booth.rest(1500)
    #expect(isNear(try booth.channel().held, -6))
    #expect(isNear(try booth.channel().peak, -6 - 1.5 * 20 / 1.7))
    booth.rest(170)
    #expect(isNear(try booth.channel().held, -8))
    booth.rest(680)
    #expect(isNear(try booth.channel().held, -16))
    booth.sing(10, at: 0.5)
    #expect(isNear(try booth.channel().held, -6.0206))
    booth.rest(1500)
    #expect(isNear(try booth.channel().held, -6.0206), "held anew")
  }

  @Test(
    arguments: [
      ([0.5, 1, 1, 0.5], false), ([0.5, 1, 1, 1, 0.5], true), ([-1, -1, -1, -1], true),
      ([1, 1, 0.9, 1, 1], false), ([1, -1, 1], true), ([32_767, 32_767, 32_767], true),
      ([32_766, 32_766, 32_766, 32_766], false), ([1.5, 2, 1.1], true),
    ] as [([Float], Bool)])
  func `marks three samples at full scale as cut off`(samples: [Float], isClipping: Bool) throws {
    let samples = samples.map { abs($0) > 2 ? $0 / 32_768 : $0 }
    var whole = Booth()
    whole.hear(samples)
    whole.rest(20)
    #expect(try whole.channel().isClipping == isClipping)
    // Wherever the chunks and the blocks of the meter end.
    for offset in 470...480 {
      var booth = Booth()
      booth.hear([Float](repeating: 0, count: offset))
      for sample in samples { booth.hear([sample]) }
      booth.rest(20)
      #expect(try booth.channel().isClipping == isClipping, "behind \(offset)")
    }
  }

  @Test func `shows clipping for 3 s`() throws {
    var booth = Booth()
    booth.hear([1, 1, 1] + [Float](repeating: 0, count: 477))
    booth.rest(2990)
    #expect(try booth.channel().isClipping)
    booth.rest(10)
    #expect(try !booth.channel().isClipping)
  }

  @Test func `tells of a silence from its fifth second on`() throws {
    var booth = Booth()
    booth.sing(100, at: sixBelow)
    booth.rest(4990)
    #expect(try booth.reading().silence == nil)
    booth.rest(10)
    #expect(try booth.reading().silence == .init(length: .seconds(Int64(5)), isDigital: true))
    booth.rest(2000)
    #expect(try booth.reading().silence?.length == .seconds(Int64(7)))
    booth.sing(10, at: 0.002)
    #expect(try booth.reading().silence == nil, "-54 dBFS is sound")
    // -66 dBFS is the noise of a microphone that hears nothing.
    booth.sing(6000, at: 0.0005)
    #expect(try booth.reading().silence == .init(length: .seconds(Int64(6)), isDigital: false))
  }

  @Test func `falls when nothing comes any more`() throws {
    var booth = Booth()
    booth.sing(1000, at: sixBelow)
    let usual = try booth.reading(after: 490)
    #expect(usual == (try booth.reading()), "chunks may be on their way")
    let late = try booth.reading(after: 1700).channels[0]
    #expect(late.mean == .silence && isNear(late.peak, -26) && isNear(late.held, -8.3529))
    #expect(try booth.reading(after: 5010).silence?.isDigital == true)
  }

  @Test func `counts lost time as time`() throws {
    var booth = Booth()
    booth.sing(1000, at: sixBelow)
    booth.count += 81_600
    booth.hear([0.001])
    #expect(isNear(try booth.channel().peak, -26))
  }

  @Test func `keeps channels apart`() throws {
    var booth = Booth(channels: 2)
    for _ in 0..<40 {
      booth.hear((0..<480).flatMap { [$0 % 2 == 0 ? Float(0.5) : -0.5, 0.05] })
    }
    booth.hear([0, 1, 0, 1, 0, 1] + [Float](repeating: 0, count: 954))
    let levels = try booth.reading()
    #expect(isNear(levels.channels[0].mean, -6.0206 - 0.1472))
    #expect(isNear(levels.channels[0].peak, -6.0206 - 20 / 1.7 / 100))
    #expect(levels.channels.map(\.isClipping) == [false, true])
    #expect(levels.channels[1].held == .full)
    #expect(levels.loudest?.mean == levels.channels[0].mean && levels.loudest?.peak == .full)
    #expect(levels.loudest?.isClipping == true)
  }

  @Test func `is shown in whole decibels, down to -60, and whole seconds`() {
    let channel = Levels.Channel(
      mean: Decibels(-60.2), peak: Decibels(-12.6), held: Decibels(-0.2), isClipping: true)
    let silence = Levels.Silence(length: .milliseconds(7999), isDigital: true)
    let rounded = Levels(channels: [channel], silence: silence).rounded
    #expect(
      rounded.channels == [
        .init(mean: .silence, peak: Decibels(-13), held: .full, isClipping: true)
      ])
    #expect(rounded.silence == .init(length: .seconds(Int64(7)), isDigital: true))
  }
}
