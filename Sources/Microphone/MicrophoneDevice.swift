import Frames
import Lanes
package import Recording
import Units

/// An ALSA microphone that is being recorded.
///
/// Unchecked: everything that changes is touched on `lane` alone, except in `deinit`, when nobody
/// else is left.
package final class MicrophoneDevice: AudioSource, @unchecked Sendable {
  package let facts: AudioFacts
  private let lane: Lane
  private let calls: MicrophoneCalls
  private let subject: String
  private let agreement: Agreement

  private var pcm: PCMHandle?
  private var machine: CaptureMachine
  private var stamps: StampMachine
  private var deliver: (@Sendable (AudioSourceEvent) -> Void)?

  /// How long one wait lasts at most, and so how long `stop` may take.
  private static let waitMilliseconds: Int32 = 100
  /// Between attempts to start again, and when a plugin says "ready" and has nothing.
  private static let pause = MediaTime.milliseconds(20)

  /// Opens the device of an ALSA name (see `MicrophoneList.find`) and agrees on a format with it.
  ///
  /// A `hw:` name whose own formats do not fit is opened once more through ALSA's plug layer,
  /// which converts.
  package static func open(
    name: String, calls: MicrophoneCalls = .live
  ) throws(MicrophoneError) -> MicrophoneDevice {
    do throws(MicrophoneError) {
      return try open(name, shownAs: name, calls)
    } catch {
      guard error.isDisagreement, name.hasPrefix("hw:") else { throw error }
      return try open("plug\(name)", shownAs: name, calls)
    }
  }

  private static func open(
    _ name: String, shownAs subject: String, _ calls: MicrophoneCalls
  ) throws(MicrophoneError) -> MicrophoneDevice {
    let pcm: PCMHandle
    do throws(MicrophoneError) {
      pcm = try calls.attempt(.open, on: subject) { calls throws(ALSACode) in
        try calls.open(name)
      }
    } catch {
      throw error.explained(by: calls)
    }
    do throws(MicrophoneError) {
      let agreement = try Agreement.reach(with: pcm, on: subject, calls: calls)
      return MicrophoneDevice(pcm, name: name, subject: subject, agreement, calls)
    } catch {
      calls.letGo(pcm)
      throw error
    }
  }

  private init(
    _ pcm: PCMHandle, name: String, subject: String, _ agreement: Agreement,
    _ calls: MicrophoneCalls
  ) {
    let owner = calls.owner(pcm)
    var got = agreement.text
    if name != subject { got += " by way of \(name)" }
    if owner?.hidesStereo(behind: agreement.format) == true {
      got += " (probably 48000 Hz stereo that this box misreports; a newer kernel knows better)"
    }
    facts = AudioFacts(name: owner?.cardName ?? subject, got: got, format: agreement.format)
    lane = Lane("microphone")
    self.pcm = pcm
    self.calls = calls
    // Once it is open, people know it by the card's name.
    self.subject = facts.name
    self.agreement = agreement
    stamps = StampMachine(format: agreement.format, bufferFrames: agreement.bufferFrames)
    machine = CaptureMachine(subject: facts.name, format: agreement.format)
  }

  deinit {
    if let pcm { calls.letGo(pcm) }
  }

  package func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void) {
    lane.async { [self] in
      guard let pcm, self.deliver == nil else { return }
      self.deliver = deliver
      machine.started(at: calls.now())
      do throws(MicrophoneError) {
        try begin(pcm)
        turn()
      } catch {
        carryOut(machine.failed(error, at: calls.now()))
      }
    }
  }

  package func stop() {
    _ = lane.sync { () throws(Never) in end() }
  }

  /// One wait and at most one chunk; then the lane is free for `stop` before the next turn.
  private func turn() {
    lane.precondition()
    guard let pcm else { return }
    do throws(MicrophoneError) {
      let isReady = try calls.attempt(.wait, on: subject) { calls throws(ALSACode) in
        try calls.wait(pcm, Self.waitMilliseconds)
      }
      if let chunk = try takeChunk(pcm) {
        let action = machine.arrived(frames: chunk.frameCount, at: calls.now())
        deliver?(.chunk(chunk))
        carryOut(action)
      } else {
        carryOut(machine.passed(at: calls.now()), pause: isReady ? Self.pause : .zero)
      }
    } catch {
      carryOut(machine.failed(error, at: calls.now()))
    }
  }

  /// Everything that is ready, nil when nothing is.
  private func takeChunk(_ pcm: PCMHandle) throws(MicrophoneError) -> AudioChunk? {
    let position = try calls.attempt(.position, on: subject) { calls throws(ALSACode) in
      try calls.position(pcm)
    }
    let now = calls.now()
    // Only what was counted may be read: the stamp belongs to the count.
    let count = min(position.frames, agreement.bufferFrames)
    guard count > 0 else { return nil }
    let bytes = try calls.attempt(.read, on: subject) { calls throws(ALSACode) in
      try calls.read(pcm, count, agreement.frameBytes)
    }
    let frames = bytes.count / agreement.frameBytes
    guard frames > 0 else { return nil }
    let isBehindHole = machine.isBehindHole
    return AudioChunk(
      format: agreement.format,
      samples: agreement.sampleFormat.floats(from: bytes),
      capturedAt: stamps.stamp(
        frames: frames, of: position, now: now, isBehindHole: isBehindHole),
      followsHole: isBehindHole)
  }

  private func carryOut(_ action: CaptureMachine.Action, pause: MediaTime = .zero) {
    lane.precondition()
    switch action {
    case .goOn:
      next(after: pause) { $0.turn() }
    case .restart(let afterPause):
      next(after: afterPause ? Self.pause : .zero) { $0.restart() }
    case .giveUp(let sentence):
      let deliver = deliver
      end()
      deliver?(.lost(sentence))
    }
  }

  /// Prepares and starts by hand, since capture does not go on by itself after an overrun.
  ///
  /// After a sleep the same serves: what was recorded before it is worth nothing now.
  private func restart() {
    lane.precondition()
    guard let pcm else { return }
    do throws(MicrophoneError) {
      try calls.attempt(.prepare, on: subject) { calls throws(ALSACode) in
        try calls.prepare(pcm)
      }
      try begin(pcm)
      carryOut(.goOn)
    } catch {
      carryOut(machine.failed(error, at: calls.now()))
    }
  }

  private func begin(_ pcm: PCMHandle) throws(MicrophoneError) {
    try calls.attempt(.start, on: subject) { calls throws(ALSACode) in try calls.start(pcm) }
  }

  /// A device that was let go by its owner stops by itself, hence the weak reference.
  private func next(
    after pause: MediaTime, _ step: @escaping @Sendable (MicrophoneDevice) -> Void
  ) {
    let work = { @Sendable [weak self] in
      guard let self else { return }
      step(self)
    }
    if pause > .zero { lane.after(pause, work) } else { lane.async(work) }
  }

  private func end() {
    lane.precondition()
    if let pcm { calls.letGo(pcm) }
    pcm = nil
    deliver = nil
  }
}

extension PCMOwner {
  /// True for HDMI boxes with MacroSilicon's chips that call 48 kHz stereo 96 kHz mono; kernels
  /// that know the model correct it.
  func hidesStereo(behind format: AudioFormat) -> Bool {
    let vendor = usbID?.prefix { $0 != ":" }
    return (vendor == "534d" || vendor == "345f")
      && format == AudioFormat(rate: 96_000, channels: 1)
  }
}
