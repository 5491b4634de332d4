import Lanes
package import Recording
import Units

/// ALSA's default device while something is played.
///
/// Which one that is, is ALSA's own setting (`~/.asoundrc`), as for every other program.
///
/// Unchecked: everything that changes is touched on `lane` alone, except in `deinit`, when nobody
/// else is left.
package final class SpeakerDevice: SoundOutput, @unchecked Sendable {
  /// What is played.
  private struct Performance {
    var flow: any SoundFlow
    var tell: @Sendable (SoundOutputEvent) -> Void
    /// When its first sample was written.
    var begun: MediaTime
    /// Sample frames handed to the device.
    var written: Int64 = 0
    /// True for a device that claims to have played all at once: its word about time is worth
    /// nothing.
    var isTimeless = false
    /// Samples made and not taken yet.
    var rest: [Int16] = []
  }

  private let lane = Lane("speaker")
  private let name: String
  private let calls: SpeakerCalls
  private var pcm: SpeakerHandle?
  private var capacity = 0
  private var performance: Performance?
  /// Counts performances, so that a late turn of one that ended does nothing.
  private var number = 0

  /// Long enough for a busy machine, short enough that a buffer is filled before anyone waits.
  private static let buffer = MediaTime.milliseconds(200)
  /// Within a second no true clock is off by more than a sample or two; within hours all are.
  private static let trial = AudioFormat.takeRate
  /// Eight looks for each buffer.
  private static let pause = MediaTime.milliseconds(25)

  /// Prepares to use the ALSA device of this name; it is opened when it is first needed.
  package init(name: String = "default", calls: SpeakerCalls = .live) {
    self.name = name
    self.calls = calls
  }

  deinit {
    if let pcm { calls.close(pcm) }
  }

  package func play(
    _ open: @escaping @Sendable () -> any SoundFlow,
    _ tell: @escaping @Sendable (SoundOutputEvent) -> Void
  ) {
    lane.async { [self] in
      fallSilent()
      do throws(SpeakerError) {
        let pcm = try opened()
        try prepare(pcm)
        performance = Performance(flow: open(), tell: tell, begun: calls.now())
        turn(number)
      } catch {
        lose(error, tell)
      }
    }
  }

  // Nobody waits for a device: one that hangs, as a sound server may, hangs alone.

  package func stop() { lane.async { [self] in fallSilent() } }

  package func close() {
    lane.async { [self] in
      fallSilent()
      letGo()
    }
  }

  private func opened() throws(SpeakerError) -> SpeakerHandle {
    lane.precondition()
    if let pcm { return pcm }
    let opened = try calls.attempt(.open, on: name) { calls throws(SpeakerCode) in
      try calls.open(name)
    }
    do throws(SpeakerError) {
      capacity = try calls.attempt(.configure, on: name) { calls throws(SpeakerCode) in
        try calls.configure(opened, Self.buffer)
      }
    } catch {
      calls.close(opened)
      throw error
    }
    pcm = opened
    return opened
  }

  private func prepare(_ pcm: SpeakerHandle) throws(SpeakerError) {
    try calls.attempt(.prepare, on: name) { calls throws(SpeakerCode) in try calls.prepare(pcm) }
  }

  /// Fills the buffer and tells what was heard; then the lane is free until the next turn.
  private func turn(_ number: Int) {
    lane.precondition()
    guard number == self.number, let pcm, let tell = performance?.tell else { return }
    do throws(SpeakerError) {
      do throws(SpeakerError) {
        try fill(pcm)
        try report(pcm)
      } catch {
        guard error.isPassing else { throw error }
        // What was written is heard or lost; it goes on behind that.
        try prepare(pcm)
      }
      lane.after(Self.pause) { [weak self] in self?.turn(number) }
    } catch {
      lose(error, tell)
    }
  }

  private func fill(_ pcm: SpeakerHandle) throws(SpeakerError) {
    guard var performance else { return }
    defer { self.performance = performance }
    let room = try calls.attempt(.room, on: name) { calls throws(SpeakerCode) in
      try calls.room(pcm)
    }
    let passed = (calls.now() - performance.begun).samplePosition
    var count = room
    if performance.isTimeless || passed < Self.trial {
      // A device that takes everything would be given everything at once.
      count = min(room, max(0, 2 * capacity - Int(clamping: performance.written - passed)))
    }
    if count > performance.rest.count / 2 {
      performance.rest += performance.flow.samples(count - performance.rest.count / 2)
    }
    guard count > 0 else { return }
    let samples = Array(performance.rest.prefix(2 * count))
    let taken = try calls.attempt(.write, on: name) { calls throws(SpeakerCode) in
      try calls.write(pcm, samples)
    }
    performance.rest.removeFirst(min(performance.rest.count, 2 * taken))
    performance.written += Int64(taken)
  }

  private func report(_ pcm: SpeakerHandle) throws(SpeakerError) {
    guard let performance, performance.written > 0 else { return }
    let delay = try calls.attempt(.delay, on: name) { calls throws(SpeakerCode) in
      try calls.delay(pcm)
    }
    let now = calls.now()
    let heard = performance.written - Int64(max(0, delay))
    let passed = (now - performance.begun).samplePosition
    // Nothing can be heard before its time; what such devices play nobody hears at all.
    if passed < Self.trial, heard > passed + Int64(capacity) / 2 {
      self.performance?.isTimeless = true
    }
    let isTimeless = self.performance?.isTimeless == true
    performance.tell(.heard(isTimeless ? min(passed, performance.written) : heard, at: now))
  }

  private func fallSilent() {
    lane.precondition()
    number += 1
    guard performance != nil else { return }
    performance = nil
    if let pcm { calls.drop(pcm) }
  }

  private func lose(_ error: SpeakerError, _ tell: @Sendable (SoundOutputEvent) -> Void) {
    lane.precondition()
    fallSilent()
    letGo()
    tell(.lost(error.description))
  }

  private func letGo() {
    if let pcm { calls.close(pcm) }
    pcm = nil
  }
}
