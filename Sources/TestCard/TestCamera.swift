import Frames
package import Recording
package import Units

/// The built-in test picture as a camera: frame n is stamped exactly `start` + n/fps.
package final class TestCamera: VideoSource {
  /// Named "test picture"; asked and got differ only where odd sides were rounded.
  package let facts: VideoFacts
  private let delivery: SteadyDelivery<VideoSourceEvent>

  /// Makes a camera of `size` (odd sides are rounded down) whose frame 0 is stamped `start`, an
  /// instant of CLOCK_MONOTONIC that the test tone shares.
  package init(size: PixelSize, rate: FrameRate, start: MediaTime) {
    let picture = TestPicture(size: size, rate: rate)
    let pool = FramePool()
    facts = VideoFacts(
      name: "test picture", asked: "\(size) at \(rate)", got: "\(picture.size) at \(rate)",
      size: picture.size, rate: rate)
    // Half a second bridges the stalls of a busy machine; a longer backlog would only make it
    // busier, so frames are skipped and the counter shows it.
    let pace = Pace(rate: rate, delay: 0, patience: .milliseconds(500))
    delivery = SteadyDelivery("test picture", start: start, pace: pace) { index, _ in
      let memory = pool.fill(capacity: picture.byteCount) {
        picture.draw(frame: index, into: $0)
        return picture.byteCount
      }
      return .frame(
        VideoFrame(
          format: .yu12, size: picture.size, stride: picture.size.width, colour: .take,
          capturedAt: start + rate.time(ofFrame: index), memory: memory))
    }
  }

  /// Begins to deliver each frame when its stamp has come, starting with those due in the last half
  /// second.
  package func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    delivery.begin(deliver)
  }

  /// Ends delivery; it may be called from within `deliver`.
  package func stop() { delivery.end() }
}
