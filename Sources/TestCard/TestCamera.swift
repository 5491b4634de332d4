import Frames
import Lanes
package import Recording
package import Units

/// The built-in test picture as a camera: frame n is stamped exactly `start` + n/fps.
///
/// Unchecked: everything that changes is guarded by `lane`.
package final class TestCamera: VideoSource, @unchecked Sendable {
  /// Named "test picture"; asked and got differ only where odd sides were rounded.
  package let facts: VideoFacts

  private let lane = Lane("test picture")
  private let picture: TestPicture
  private let pool = FramePool()
  private let start: MediaTime
  private var pace: Pace
  private var deliver: (@Sendable (VideoSourceEvent) -> Void)?
  /// Numbers each start, so that a timer of an earlier one finds itself outdated.
  private var run = 0

  /// Makes a camera of `size` (odd sides are rounded down) whose frame 0 is stamped `start`, an
  /// instant of CLOCK_MONOTONIC that the test tone shares.
  package init(size: PixelSize, rate: FrameRate, start: MediaTime) {
    picture = TestPicture(size: size, rate: rate)
    self.start = start
    // Half a second bridges the stalls of a busy machine; a longer backlog would only make it
    // busier, so frames are skipped and the counter shows it.
    pace = Pace(rate: rate, delay: 0, patience: .milliseconds(500))
    facts = VideoFacts(
      name: "test picture", asked: "\(size) at \(rate)", got: "\(picture.size) at \(rate)",
      size: picture.size, rate: rate)
  }

  /// Begins to deliver each frame when its stamp has come, starting with those due in the last half
  /// second.
  package func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
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
      deliver(.frame(frame(index)))
    }
    guard deliver != nil else { return }
    lane.after(pace.wait(at: MonotonicClock.now() - start)) { [weak self] in
      self?.tick(expected)
    }
  }

  private func frame(_ index: Int64) -> VideoFrame {
    let memory = pool.fill(capacity: picture.byteCount) {
      picture.draw(frame: index, into: $0)
      return picture.byteCount
    }
    return VideoFrame(
      format: .yu12, size: picture.size, stride: picture.size.width, colour: .take,
      capturedAt: start + picture.rate.time(ofFrame: index), memory: memory)
  }
}
