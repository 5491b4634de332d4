import Frames
import Lanes
import Recording
import Units

@testable import Microphone

/// A scripted sound card behind `MicrophoneCalls`, with a clock of its own that only its waits
/// move; nothing here takes real time.
final class FakeMicrophone: Sendable {
  /// What one wait brings.
  enum Step: Sendable {
    /// This many sample frames arrive, evenly; the stamp is off by `late`.
    case samples(Int, late: MediaTime = .zero)
    /// The wait ends early without samples.
    case emptyWake
    /// Samples arrive that nobody can read any more, for this long: an overrun.
    case overrun(MediaTime)
    /// The wait fails with this code, and so does every later one until `prepare`.
    case failure(ALSACode)
  }

  /// What one PCM name can do.
  struct Ability: Sendable {
    var formats: Set<SampleFormat> = [.s16]
    var channels = 1...2
    var rates: [Int64] = [48_000]
    var openFailure: ALSACode?
    var configureFailure: ALSACode?
    var buffer = 24_000
    /// What a driver's stamp is: of the monotonic clock, nothing, or of another clock.
    var stampOffset: MediaTime? = .zero
  }

  struct State: Sendable {
    var now = MediaTime.milliseconds(100_000)
    var script: [Step] = []
    var ready = 0
    var stampLate = MediaTime.zero
    var state: ALSACode?
    var format = SampleFormat.s16
    var channels = 0
    var rate: Int64 = 0
    var counter: Int64 = 0
    var isRunning = false
    var nextHandle: UInt = 1
    var open: [PCMHandle: String] = [:]
    var parameters: Set<ParametersHandle> = []
    var operations: [MicrophoneOperation] = []
    var openings: [String] = []
    /// At most this many sample frames come with one read.
    var readLimit = Int.max
  }

  let state = Locked(State())
  let abilities: [String: Ability]
  let cards: [[Microphone]]
  let holder: String?
  let locked: [Int32]

  init(
    _ abilities: [String: Ability] = ["hw:CARD=Fake,DEV=0": Ability()], script: [Step] = [],
    cards: [[Microphone]] = [], holder: String? = nil, locked: [Int32] = []
  ) {
    self.abilities = abilities
    self.cards = cards
    self.holder = holder
    self.locked = locked
    state.withLock { $0.script = script }
  }

  /// True when every device and every set of parameters that was made is gone again.
  var isTidy: Bool { state.withLock { $0.open.isEmpty && $0.parameters.isEmpty } }

  /// Calls that reach this card; each operation is written down.
  var calls: MicrophoneCalls {
    bare.intercepted { operation in
      self.state.withLock { $0.operations.append(operation) }
      return nil
    }
  }

  /// Calls of which the first of `operation` fails.
  func calls(failing operation: MicrophoneOperation, _ code: ALSACode) -> MicrophoneCalls {
    let isSpent = Locked(false)
    return bare.intercepted { asked in
      guard asked == operation else { return nil }
      return isSpent.withLock { spent in
        defer { spent = true }
        return spent ? nil : code
      }
    }
  }

  private func ability(_ pcm: PCMHandle) -> Ability {
    state.withLock { $0.open[pcm] }.flatMap { abilities[$0] } ?? Ability()
  }

  private var bare: MicrophoneCalls {
    MicrophoneCalls(
      nextCard: { card in Int(card) + 1 < self.cards.count ? card + 1 : nil },
      captureDevices: { card throws(ALSACode) in
        let devices = self.cards[Int(card)]
        if devices.isEmpty { throw .inputOutput }
        return devices
      },
      lockedCards: { self.locked },
      definesPCM: { $0 == "default" || $0 == "null" },
      holder: { _ in self.holder },
      open: { name throws(ALSACode) in try self.open(name) },
      owner: { pcm in
        self.state.withLock { $0.open[pcm] } == "default"
          ? nil : PCMOwner(cardName: "Fake Card", usbID: "534d:2109")
      },
      close: { pcm in self.state.withLock { _ = $0.open.removeValue(forKey: pcm) } },
      describe: { _ in
        self.state.withLock { state in
          state.nextHandle += 1
          let handle = ParametersHandle(address: state.nextHandle)
          state.parameters.insert(handle)
          return handle
        }
      },
      forget: { handle in self.state.withLock { _ = $0.parameters.remove(handle) } },
      chooseAccess: { _, _ in },
      offersFormat: { pcm, _, format in self.ability(pcm).formats.contains(format) },
      chooseFormat: { _, _, format in self.state.withLock { $0.format = format } },
      offersChannels: { pcm, _, count in self.ability(pcm).channels.contains(count) },
      fewestChannels: { _ in
        self.state.withLock { $0.open.values.first }.flatMap { self.abilities[$0] }?.channels
          .lowerBound ?? 0
      },
      chooseChannels: { _, _, count in self.state.withLock { $0.channels = count } },
      offersRate: { pcm, _, rate in self.ability(pcm).rates.contains(rate) },
      chooseRate: { pcm, _, rate in
        let nearest = self.ability(pcm).rates.min { abs($0 - rate) < abs($1 - rate) }
        self.state.withLock { $0.rate = nearest ?? 0 }
      },
      chooseBuffer: { _, _, _, _ in },
      configure: { pcm, _ throws(ALSACode) in
        let ability = self.ability(pcm)
        if let code = ability.configureFailure { throw code }
        let rate = self.state.withLock { $0.rate }
        return ConfiguredPCM(
          rate: rate, periodFrames: Int(rate / 100), bufferFrames: ability.buffer)
      },
      configureClock: { _, _ in },
      start: { _ in self.state.withLock { $0.isRunning = true } },
      prepare: { _ in
        self.state.withLock { state in
          state.state = nil
          state.ready = 0
          state.isRunning = false
        }
      },
      wait: { _, milliseconds throws(ALSACode) in try self.wait(milliseconds) },
      position: { pcm throws(ALSACode) in try self.position(pcm) },
      read: { _, frames, frameBytes in self.read(frames, frameBytes) },
      now: { self.state.withLock { $0.now } })
  }

  private func open(_ name: String) throws(ALSACode) -> PCMHandle {
    state.withLock { $0.openings.append(name) }
    guard let ability = abilities[name] else { throw .noEntry }
    if let code = ability.openFailure { throw code }
    return state.withLock { state in
      state.nextHandle += 1
      let handle = PCMHandle(address: state.nextHandle)
      state.open[handle] = name
      return handle
    }
  }

  private func wait(_ milliseconds: Int32) throws(ALSACode) -> Bool {
    let result: Result<Bool, ALSACode> = state.withLock { state in
      if let code = state.state { return .failure(code) }
      guard state.isRunning, !state.script.isEmpty else {
        // Like a device that is silent for good.
        state.now += .milliseconds(Int64(milliseconds))
        return .success(false)
      }
      let format = AudioFormat(rate: state.rate, channels: state.channels)
      switch state.script.removeFirst() {
      case .samples(let count, let late):
        state.now += format.duration(of: Int64(count))
        state.ready += count
        state.stampLate = late
        return .success(true)
      case .emptyWake:
        return .success(true)
      case .overrun(let length):
        state.now += length
        state.counter +=
          Int64(state.ready)
          + roundedQuotient(
            length.nanoseconds, times: state.rate, by: 1_000_000_000)
        state.ready = 0
        state.state = .overrun
        return .failure(.overrun)
      case .failure(let code):
        state.state = code
        return .failure(code)
      }
    }
    return try result.get()
  }

  private func position(_ pcm: PCMHandle) throws(ALSACode) -> PCMPosition {
    let offset = ability(pcm).stampOffset
    return state.withLock { state in
      PCMPosition(
        frames: state.ready, stamp: offset.map { state.now + $0 + state.stampLate } ?? .zero)
    }
  }

  /// S16 samples that count up, so that a test sees which were lost.
  private func read(_ frames: Int, _ frameBytes: Int) -> [UInt8] {
    state.withLock { state in
      let count = min(frames, state.ready, state.readLimit)
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let value = UInt16(state.counter & 0x7fff)
        let sample = [UInt8(value & 0xff), UInt8(value >> 8)]
        bytes += Array(repeating: sample, count: frameBytes / 2).joined()
        state.counter += 1
      }
      state.ready -= count
      return bytes
    }
  }
}
