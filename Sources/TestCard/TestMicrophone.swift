import Frames
import Lanes
package import Recording
package import Units

/// The built-in test tone as a microphone: sample k was "captured" exactly at `start` + k/48000.
///
/// Unchecked: everything that changes is guarded by `lane`.
package final class TestMicrophone: AudioSource, @unchecked Sendable {
  /// Named "test tone"; always 48 kHz stereo, the format of takes.
  package let facts = AudioFacts(
    name: "test tone", got: "48000 Hz, 2 channels", format: .take)

  private let lane = Lane("test tone")
  private let tone: TestTone
  private let start: MediaTime
  private var pace: Pace
  private var deliver: (@Sendable (AudioSourceEvent) -> Void)?
  /// The latest chunk that was delivered.
  private var delivered: Int64?
  /// Numbers each start, so that a timer of an earlier one finds itself outdated.
  private var run = 0

  /// Sample frames of a chunk: 10 ms.
  package static let chunkLength: Int64 = 480

  /// Makes a microphone that beeps with the flashes of a test picture of `rate` begun at `start`.
  ///
  /// After a stall, chunks due longer ago than `patience` are lost: by default as
  /// many seconds as a sound card's own ring would hold before it overruns.
  package init(
    start: MediaTime, rate: FrameRate, patience: MediaTime = .seconds(2 as Int64)
  ) {
    tone = TestTone(rate: rate)
    self.start = start
    pace = Pace(rate: Self.chunkRate, delay: 1, patience: patience)
  }

  private static let chunkRate =
    FrameRate(AudioFormat.takeRate, per: chunkLength) ?? .thirty

  /// Begins to deliver each chunk when its last sample has passed, starting with those that were
  /// due within the last `patience`.
  package func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void) {
    lane.async { [self] in
      self.deliver = deliver
      run += 1
      tick(run)
    }
  }

  /// Ends delivery; it may be called from within `deliver`.
  package func stop() {
    _ = lane.sync { [self] in deliver = nil }
  }

  private func tick(_ expected: Int) {
    lane.precondition()
    guard run == expected else { return }
    for index in pace.due(at: MonotonicClock.now() - start) {
      // Asked anew each time: a receiver may stop the source in the midst of a backlog.
      guard let deliver else { return }
      deliver(.chunk(chunk(index)))
    }
    guard deliver != nil else { return }
    lane.after(pace.wait(at: MonotonicClock.now() - start)) { [weak self] in
      self?.tick(expected)
    }
  }

  private func chunk(_ index: Int64) -> AudioChunk {
    // The very first chunk follows nothing, however late it begins.
    let followsHole = delivered.map { index != $0 + 1 } ?? false
    delivered = index
    let first = index * Self.chunkLength
    return AudioChunk(
      format: .take, samples: tone.samples(in: first..<first + Self.chunkLength),
      capturedAt: start + AudioFormat.take.duration(of: first), followsHole: followsHole)
  }
}
