import Frames
package import Recording
package import Units

/// The built-in test tone as a microphone: sample k was "captured" exactly at `start` + k/48000.
package final class TestMicrophone: AudioSource {
  /// Named "test tone"; always 48 kHz stereo, the format of takes.
  package let facts = AudioFacts(
    name: "test tone", got: "48000 Hz, 2 channels", format: .take)
  private let delivery: SteadyDelivery<AudioSourceEvent>

  /// Sample frames of a chunk: 10 ms.
  package static let chunkLength: Int64 = 480

  private static let chunkRate =
    FrameRate(AudioFormat.takeRate, per: chunkLength) ?? .thirty

  /// Makes a microphone that beeps with the flashes of a test picture of `rate` begun at `start`.
  ///
  /// After a stall, chunks due longer ago than `patience` are lost: by default as
  /// many seconds as a sound card's own ring would hold before it overruns.
  package init(
    start: MediaTime, rate: FrameRate, patience: MediaTime = .seconds(2 as Int64)
  ) {
    let tone = TestTone(rate: rate)
    let pace = Pace(rate: Self.chunkRate, delay: 1, patience: patience)
    delivery = SteadyDelivery("test tone", start: start, pace: pace) { index, followsHole in
      let first = index * Self.chunkLength
      return .chunk(
        AudioChunk(
          format: .take, samples: tone.samples(in: first..<first + Self.chunkLength),
          capturedAt: start + AudioFormat.take.duration(of: first), followsHole: followsHole))
    }
  }

  /// Begins to deliver each chunk when its last sample has passed, starting with those that were
  /// due within the last `patience`.
  package func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void) {
    delivery.begin(deliver)
  }

  /// Ends delivery; it may be called from within `deliver`.
  package func stop() { delivery.end() }
}
