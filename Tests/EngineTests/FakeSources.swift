import Frames
import Lanes
import Recording
import Units

/// A camera that delivers the frames a test tells it to, with the stamps the test makes up.
final class FakeCamera: VideoSource {
  let facts: VideoFacts
  private let pool = FramePool()
  private let deliver = Locked<(@Sendable (VideoSourceEvent) -> Void)?>(nil)
  private let running = Locked(false)

  init(
    _ name: String = "fake camera", rate: FrameRate,
    size: PixelSize = PixelSize(width: 64, height: 48), inputs: [String] = [], input: Int = 0
  ) {
    facts = VideoFacts(
      name: name, asked: "\(size)", got: "GREY \(size)", size: size, rate: rate, inputs: inputs,
      input: input)
  }

  /// True between `start` and `stop`.
  var isRunning: Bool { running.current }

  func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    self.deliver.withLock { $0 = deliver }
    running.withLock { $0 = true }
  }

  /// What a test delivers afterwards stands for what was on its way when it was stopped.
  func stop() { running.withLock { $0 = false } }

  /// Delivers a frame whose picture is nothing but its number.
  func deliver(number: Int64, at stamp: MediaTime) {
    let memory = pool.fill(capacity: 8) { bytes in
      bytes.storeBytes(of: number, as: Int64.self)
      return 8
    }
    send(
      .frame(
        VideoFrame(
          format: .grey, size: facts.size, stride: 64, colour: .take, capturedAt: stamp,
          memory: memory)))
  }

  /// Is unplugged.
  func lose(_ sentence: String) { send(.lost(sentence)) }

  private func send(_ event: VideoSourceEvent) { deliver.current?(event) }
}

extension VideoFrame {
  /// The number that a `FakeCamera` put into it; a negative one stands for a broken picture.
  var number: Int64 { memory.withBytes { $0.load(as: Int64.self) } }
}

/// A microphone whose every sample is its own position on the 48 kHz grid.
final class FakeMicrophone: AudioSource {
  let facts = AudioFacts(name: "fake microphone", got: "48000 Hz", format: .take)
  private let deliver = Locked<(@Sendable (AudioSourceEvent) -> Void)?>(nil)

  func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void) {
    self.deliver.withLock { $0 = deliver }
  }

  func stop() { deliver.withLock { $0 = nil } }

  /// Delivers the samples of these positions.
  func deliver(_ positions: Range<Int64>, followsHole: Bool = false) {
    send(
      .chunk(
        AudioChunk(
          format: .take, samples: GridSound.samples(positions).map { Float($0) / 32_768 },
          capturedAt: MediaTime(samplePosition: positions.lowerBound), followsHole: followsHole)))
  }

  /// Delivers `count` sample frames of this size, up and down in turns.
  func deliver(level: Float, at position: Int64, count: Int) {
    send(
      .chunk(
        AudioChunk(
          format: .take, samples: (0..<count * 2).map { $0 % 4 < 2 ? level : -level },
          capturedAt: MediaTime(samplePosition: position))))
  }

  /// Is unplugged.
  func lose(_ sentence: String) { send(.lost(sentence)) }

  private func send(_ event: AudioSourceEvent) { deliver.current?(event) }
}

/// Sound that says where it belongs: left the low, right the high half of its position.
enum GridSound {
  /// The interleaved samples of these positions, silent in the `holes`.
  static func samples(_ positions: Range<Int64>, silentIn holes: [Range<Int64>] = []) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(2 * positions.count)
    for position in positions {
      let isSilent = holes.contains { $0.contains(position) }
      samples.append(isSilent ? 0 : Int16(truncatingIfNeeded: position))
      samples.append(isSilent ? 0 : Int16(truncatingIfNeeded: position >> 16))
    }
    return samples
  }
}

/// Turns the fake microphone's samples back into the numbers they were, bit by bit.
final class FakeConverter: AudioConverter {
  private let faults: Faults

  init(faults: Faults) { self.faults = faults }

  var delay: Double { 0 }

  func convert(_ samples: [Float]) throws -> [Int16] {
    try faults.pass(.convert)
    return samples.map { Int16($0 * 32_768) }
  }

  func compensate(delta: Int, over distance: Int) throws {}
}

/// Which calls of the fakes fail.
final class Faults: Sendable {
  enum Call: String, Sendable, Hashable {
    case convert, openEncoder, encode, openTake, writeVideo, writeAudio, sync, closeTake
    case contents, readTake, readSound, codeSound, codeStretch, openMovie, writeMovie, finishMovie,
      checkMovie, temporaryPath
    case publish, settle, nextFolder, writeIndex, removeTake, removeSession
  }

  private let planned = Locked<[Call: ClosedRange<Int>]>([:])
  private let made = Locked<[Call: Int]>([:])

  /// Makes the `number`th call fail, or all from then on.
  func plan(_ call: Call, at number: Int = 1, forever: Bool = false) {
    planned.withLock { $0[call] = number...(forever ? .max : number) }
  }

  /// How often a call was made.
  func count(_ call: Call) -> Int { made.current[call] ?? 0 }

  /// Counts a call, and fails it if that was planned.
  func pass(_ call: Call) throws {
    let number = made.withLock { made -> Int in
      made[call, default: 0] += 1
      return made[call] ?? 0
    }
    guard planned.current[call]?.contains(number) == true else { return }
    throw Problem(.failed, Self.sentence(call))
  }

  /// What the user is told of a failed call.
  static func sentence(_ call: Call) -> String { "The fake \(call) failed." }
}
