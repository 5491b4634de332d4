import Units

/// Knows when a camera that still answers has to be given up.
struct DeliveryMachine {
  /// What to do after a failure or a silence.
  enum Verdict: Hashable {
    /// Go on waiting.
    case wait
    /// Ask again after a short pause.
    case retry
    /// Give the camera up.
    case lost(CameraCode)
  }

  // Signal loss and starved buses show as single EIOs that heal; a queue in its error state fails
  // for good. With the pause between attempts this is a tenth of a second.
  private static let mostFailures = 5
  // Long enough for a camera that changes its exposure or wakes up, short enough that nobody
  // records nothing for long.
  private static let shortestSilence = MediaTime.milliseconds(5000)

  private let silence: MediaTime
  private var lastSign: MediaTime
  private var failures = 0

  /// Begins to watch a stream of `rate` that was started at `now`.
  init(rate: FrameRate, now: MediaTime) {
    silence = max(Self.shortestSilence, rate.frameDuration * 5)
    lastSign = now
  }

  /// A buffer was dequeued, whole or not.
  mutating func bufferCame(at now: MediaTime) {
    lastSign = now
    failures = 0
  }

  /// Waiting ended without a buffer.
  mutating func nothingCame(at now: MediaTime) -> Verdict {
    failures = 0
    return now - lastSign >= silence ? .lost(.stalled) : .wait
  }

  /// Waiting or dequeueing failed.
  mutating func failed(_ code: CameraCode) -> Verdict {
    if [.noDevice, .noAddress, .invalid].contains(code) { return .lost(code) }
    failures += 1
    return failures < Self.mostFailures ? .retry : .lost(code)
  }
}
