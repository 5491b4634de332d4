import Units

/// What the flow of samples asks for; it knows no device and no clock.
struct CaptureMachine: Sendable, Hashable {
  /// What is to be done next.
  enum Action: Sendable, Hashable {
    /// Wait for more.
    case goOn
    /// Prepare and start the stream again, since samples were lost; `afterPause` when the last
    /// attempt did not help.
    case restart(afterPause: Bool)
    /// Give the device up; a full sentence.
    case giveUp(String)
  }

  /// A device that starts slowly or sleeps shortly is back within one second.
  static let silenceLimit = MediaTime.milliseconds(3_000)
  /// Overruns come one by one; so many failures without a sample in between are a defect.
  static let failureLimit = 5
  /// How far samples may be ahead of time, beyond what a buffer can hold: the `null` and `file`
  /// plugins deliver without end, and nothing behind could keep up.
  static let leadLimit = MediaTime.milliseconds(2_000)

  private let subject: String
  private let format: AudioFormat
  private var begun: MediaTime?
  private var lastArrival = MediaTime.zero
  private var frames: Int64 = 0
  private var failures = 0
  /// True until the first samples after a restart.
  private(set) var isBehindHole = false

  /// A machine for a device called `subject` that delivers `format`.
  init(subject: String, format: AudioFormat) {
    self.subject = subject
    self.format = format
  }

  /// The device was started.
  mutating func started(at now: MediaTime) {
    begun = now
    lastArrival = now
    frames = 0
  }

  /// Samples came.
  mutating func arrived(frames count: Int, at now: MediaTime) -> Action {
    failures = 0
    isBehindHole = false
    lastArrival = now
    frames += Int64(count)
    guard let begun else { return .goOn }
    // Devices run up to some per cent fast, plugins a thousand times.
    let elapsed = now - begun
    if format.duration(of: frames) > elapsed + elapsed / 4 + Self.leadLimit {
      return .giveUp("The microphone \(subject) delivers samples faster than time passes.")
    }
    return .goOn
  }

  /// Nothing came while it was waited for.
  mutating func passed(at now: MediaTime) -> Action {
    now - lastArrival < Self.silenceLimit
      ? .goOn : .giveUp("The microphone \(subject) delivers no samples.")
  }

  /// A call failed.
  mutating func failed(_ error: MicrophoneError, at now: MediaTime) -> Action {
    failures += 1
    isBehindHole = true
    if error.code.meansGone || failures >= Self.failureLimit { return .giveUp("\(error)") }
    return .restart(afterPause: failures > 1)
  }
}
