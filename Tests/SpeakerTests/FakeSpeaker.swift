import Lanes
import Recording
import Units

@testable import Speaker

/// A sound card behind `SpeakerCalls` with a clock of its own, which each look at its room moves;
/// behind the last one it is unplugged.
final class FakeSpeaker: Sendable {
  struct State: Sendable {
    var now = MediaTime.milliseconds(100_000)
    /// What each look takes.
    var looks: [MediaTime] = []
    var capacity = 9_600
    var waiting = 0
    var heard: [Int16] = []
    var written: [Int16] = []
    var pending: [Int16] = []
    /// How a stream stands that must be prepared first.
    var state: SpeakerCode?
    /// Plays at once what it is given, as ALSA's `null` does.
    var isTimeless = false
    /// At most so many sample frames are taken by one write.
    var writeLimit = Int.max
    var openings = 0
    var isOpen = false
    var drops = 0
    var operations: [SpeakerOperation] = []
    /// Calls that fail once, after so many looks.
    var failures: [(operation: SpeakerOperation, code: SpeakerCode, after: Int)] = []
    var looked = 0
    /// The call that fails, counted from 0, and with what.
    var failingCall: (index: Int, code: SpeakerCode)?
  }

  let state = Locked(State())

  /// A card that is looked at so often, 25 ms apart unless said otherwise.
  init(looks count: Int, _ looks: [Int64: MediaTime] = [:]) {
    state.withLock { state in
      state.looks = (0..<Int64(count)).map { looks[$0] ?? .milliseconds(25) }
    }
  }

  /// Has a call of `operation` fail, the first one after so many looks.
  func fail(_ operation: SpeakerOperation, _ code: SpeakerCode, after looks: Int = 0) {
    state.withLock { $0.failures.append((operation, code, looks)) }
  }

  /// Has one call fail, counted from 0, whatever it is.
  func fail(call index: Int, _ code: SpeakerCode) {
    state.withLock { $0.failingCall = (index, code) }
  }

  var calls: SpeakerCalls {
    var calls = SpeakerCalls(
      open: { _ in
        self.state.withLock { state in
          state.openings += 1
          state.isOpen = true
          return SpeakerHandle(address: 1)
        }
      },
      configure: { _, _ in self.state.current.capacity },
      prepare: { _ in
        self.state.withLock { state in
          state.state = nil
          (state.waiting, state.pending) = (0, [])
        }
      },
      room: { _ throws(SpeakerCode) in try self.look() },
      write: { _, samples in self.take(samples) },
      delay: { _ throws(SpeakerCode) in
        let (code, waiting) = self.state.withLock { ($0.state, $0.waiting) }
        if let code { throw code }
        return waiting
      },
      drop: { _ in
        self.state.withLock { state in
          state.drops += 1
          (state.waiting, state.pending) = (0, [])
        }
      },
      close: { _ in self.state.withLock { $0.isOpen = false } },
      now: { self.state.current.now })
    calls.rule = { operation in
      self.state.withLock { state in
        state.operations.append(operation)
        if let (index, code) = state.failingCall, index == state.operations.count - 1 {
          return code
        }
        let found = state.failures.firstIndex {
          $0.operation == operation && $0.after <= state.looked
        }
        return found.map { state.failures.remove(at: $0).code }
      }
    }
    return calls
  }

  private func look() throws(SpeakerCode) -> Int {
    let code = state.withLock { state -> SpeakerCode? in
      guard !state.looks.isEmpty else { return .noDevice }
      let step = state.looks.removeFirst()
      state.now += step
      state.looked += 1
      guard state.state == nil else { return state.state }
      let played = min(state.waiting, Int(step.samplePosition))
      state.heard += state.pending.prefix(2 * played)
      state.pending.removeFirst(2 * played)
      let wasRunning = state.waiting > 0
      state.waiting -= played
      if wasRunning, state.waiting == 0 { state.state = .underrun }
      return state.state
    }
    if let code { throw code }
    return state.withLock { $0.capacity - $0.waiting }
  }

  private func take(_ samples: [Int16]) -> Int {
    state.withLock { state in
      let frames = min(samples.count / 2, state.writeLimit)
      state.written += samples.prefix(2 * frames)
      if state.isTimeless {
        state.heard += samples.prefix(2 * frames)
      } else {
        state.waiting += frames
        state.pending += samples.prefix(2 * frames)
      }
      return frames
    }
  }
}

/// Sample frames that count up from 0, the same left and right.
final class Counting: SoundFlow {
  private var next: Int64 = 0

  func samples(_ count: Int) -> [Int16] {
    defer { next += Int64(count) }
    return (next..<next + Int64(count)).flatMap { number in
      [Int16(truncatingIfNeeded: number), Int16(truncatingIfNeeded: number)]
    }
  }
}
