import Frames
import Lanes
import Recording
import TestCard
import Units

/// The test picture on a clock of its own: it delivers a frame when it is told to, with the stamp of
/// that frame.
final class VirtualCamera: VideoSource {
  let facts: VideoFacts
  private let picture: TestPicture
  private let start: MediaTime
  private let pool = FramePool()
  private let deliver = Locked<(@Sendable (VideoSourceEvent) -> Void)?>(nil)

  /// Frame 0 is stamped `start`.
  init(size: PixelSize, rate: FrameRate, start: MediaTime) {
    picture = TestPicture(size: size, rate: rate)
    self.start = start
    facts = VideoFacts(
      name: "virtual camera", asked: "\(size)", got: "\(size)", size: size, rate: rate)
  }

  func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    self.deliver.withLock { $0 = deliver }
  }

  func stop() { deliver.withLock { $0 = nil } }

  /// Delivers this frame.
  func film(_ frame: Int64) {
    let memory = pool.fill(capacity: picture.byteCount) {
      picture.draw(frame: frame, into: $0)
      return picture.byteCount
    }
    deliver.current?(
      .frame(
        VideoFrame(
          format: .yu12, size: facts.size, stride: facts.size.width, colour: .take,
          capturedAt: start + facts.rate.time(ofFrame: frame), memory: memory)))
  }
}

/// Noise on the camera's clock: no coder can make it small, so what is kept of sound shows.
final class VirtualMicrophone: AudioSource {
  let facts = AudioFacts(name: "virtual microphone", got: "48000 Hz", format: .take)
  private let rate: FrameRate
  private let start: MediaTime
  private let noise = (0..<1 << 17).map { _ in Float.random(in: -0.3...0.3) }
  private let deliver = Locked<(@Sendable (AudioSourceEvent) -> Void)?>(nil)

  /// The camera's frame 0 at `start` comes with the first sample.
  init(rate: FrameRate, start: MediaTime) {
    self.rate = rate
    self.start = start
  }

  func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void) {
    self.deliver.withLock { $0 = deliver }
  }

  func stop() { deliver.withLock { $0 = nil } }

  /// Delivers the sound of this frame.
  func hear(_ frame: Int64) {
    let first = rate.samples(ofFrame: frame)
    let count = Int(rate.samples(ofFrame: frame + 1) - first) * 2
    let from = Int(first) * 2 % (noise.count - count)
    deliver.current?(
      .chunk(
        AudioChunk(
          format: .take, samples: Array(noise[from..<from + count]),
          capturedAt: start + AudioFormat.take.duration(of: first))))
  }
}
