import CV4L2
import Camera
import Glibc
import Lanes
import Recording
import Testing
import Units

/// How a session with one fault went.
private struct Outcome {
  var refusal: CameraError?
  var frames = 0
  var ending: String?
}

/// Three frames and an unplugging after them, with the `index`-th call failing once.
private func session(
  _ fake: FakeCamera, wish: CameraWish = CameraWish(), failing index: Int?, with code: Int32
) async -> Outcome {
  let count = Locked(0)
  let calls = fake.calls.intercepted { _ in
    count.withLock { count in
      count += 1
      return count - 1 == index ? code : nil
    }
  }
  do throws(CameraError) {
    let device = try CameraDevice.open("/dev/video0", wish: wish, calls: calls)
    let list = await events(of: device)
    return Outcome(frames: frames(in: list).count, ending: ending(of: list))
  } catch {
    return Outcome(refusal: error)
  }
}

private func device() -> FakeCamera {
  FakeCamera { state in
    state.signal = timings(width: 16, height: 8, clock: 3840)
    state.hasPlaces = true
    // A change that changes nothing.
    state.events = [UInt32(V4L2_EVENT_SOURCE_CHANGE)]
    state.frames = (0..<3).map { FakeFrame(picture(1), at: 1_000_000 + 33 * $0) }
  }
}

/// A card that is switched to its second input and of which libv4l2 makes a usable format.
private func card() -> FakeCamera {
  FakeCamera { state in
    state.inputs = ["HDMI 1", "Composite"]
    state.formats = ["BA81"]
    state.convertedFormats = ["YU12"]
  }
}

/// One that codes by itself, and lets itself be asked for key frames.
private func coder() -> FakeCamera {
  FakeCamera { state in
    state.formats = ["H264"]
    state.knownControls = [cv4l2_gop_size]
  }
}

/// Timings without blanking.
func timings(width: UInt32, height: UInt32, clock: UInt64) -> v4l2_dv_timings {
  var timings = v4l2_dv_timings()
  timings.bt.width = width
  timings.bt.height = height
  timings.bt.pixelclock = clock
  return timings
}

@Suite struct `a camera whose calls fail` {
  /// Without these there is no capture; all others may be refused.
  private static let needed: Set<CameraOperation> = [
    .open, .queryCapabilities, .enumerateFormats, .querySignal, .setSignal, .setFormat, .getFormat,
    .requestBuffers, .describeBuffer, .map, .startStream,
  ]

  @Test(arguments: [EPROTO, ENODEV, EACCES, ENOMEM])
  func `ends in an error or goes on, and leaves nothing open`(code: Int32) async {
    let plain = device()
    let usual = await session(plain, failing: nil, with: 0)
    #expect(usual.frames == 3)
    let trace = plain.with { $0.trace }
    for (index, operation) in trace.enumerated() {
      let fake = device()
      let outcome = await session(fake, failing: index, with: code)
      // What could not be given back stays; everything else has to go all the same.
      let isRelease = operation == .stopStream || operation == .unmap
      #expect(isRelease || fake.isTidy, "\(operation) failed as call \(index)")
      #expect(
        fake.with { !$0.isOpen && !$0.usedAfterClose && $0.mapped.count <= 1 },
        "\(operation) failed as call \(index)")
      let isEarly = index <= (trace.firstIndex(of: .startStream) ?? 0)
      if isEarly, Self.needed.contains(operation) || operation == .queueBuffer {
        #expect(outcome.refusal?.operation == operation, "call \(index)")
        #expect(outcome.refusal?.code.rawValue == code, "call \(index)")
      } else {
        #expect(outcome.refusal == nil, "\(operation) failed as call \(index)")
        #expect(outcome.ending != nil, "\(operation) failed as call \(index)")
      }
    }
  }

  /// Every closure of the floor by its name: a new one fails this test until it can be made to fail.
  @Test func `have none that is not made to fail`() async throws {
    let failing: Set = ["open", "adopt", "close", "ioctl", "map", "unmap", "poll"]
    // Of what is read of /dev, /sys and /proc, nothing is an answer.
    let unable: Set = ["pause", "now", "files"]
    let floor = Mirror(reflecting: FakeCamera().calls).children.compactMap(\.label)
    #expect(Set(floor) == failing.union(unable))
    let plain = device()
    _ = await session(plain, failing: nil, with: 0)
    let switched = card()
    _ = await session(switched, wish: CameraWish(input: 1), failing: nil, with: 0)
    let coding = coder()
    _ = await session(coding, failing: nil, with: 0)
    let made = [plain, switched, coding].flatMap { fake in fake.with { $0.trace } }
    #expect(Set(made) == Set(CameraOperation.allCases), "and each of them is made")
  }

  @Test(arguments: [EPROTO, ENODEV, ENOMEM], [true, false])
  func `leave nothing open of a card that is switched and converted, nor of one that codes`(
    code: Int32, codes: Bool
  ) async {
    let make = codes ? coder : card
    let wish = codes ? CameraWish() : CameraWish(input: 1)
    let plain = make()
    #expect(await session(plain, wish: wish, failing: nil, with: 0).refusal == nil)
    for (index, operation) in plain.with({ $0.trace }).enumerated() {
      let fake = make()
      let outcome = await session(fake, wish: wish, failing: index, with: code)
      #expect((outcome.refusal == nil) == (outcome.ending != nil), "\(operation), call \(index)")
      #expect(
        fake.with { !$0.isOpen && !$0.usedAfterClose && $0.mapped.count <= 1 },
        "\(operation), call \(index)")
    }
  }

  @Test func `asks again after a signal interrupted it`() async {
    let plain = device()
    _ = await session(plain, failing: nil, with: 0)
    let trace = plain.with { $0.trace }
    for (index, operation) in trace.enumerated() where operation != .stopStream {
      let fake = device()
      let outcome = await session(fake, failing: index, with: EINTR)
      #expect(outcome.refusal == nil, "\(operation)")
      #expect(outcome.frames == 3, "\(operation)")
      #expect(fake.with { !$0.isOpen }, "\(operation)")
    }
  }

  @Test(arguments: [EIO, EBUSY])
  func `asks for the format again while the program before lets go`(code: Int32) async throws {
    let fake = FakeCamera()
    let left = Locked(2)
    let calls = fake.calls.intercepted { operation in
      guard operation == .setFormat else { return nil }
      return left.withLock { left in
        left -= 1
        return left >= 0 ? code : nil
      }
    }
    try CameraDevice.open("/dev/video0", calls: calls).stop()
    #expect(fake.with { $0.pauses } == 2)
    left.withLock { $0 = 3 }
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open("/dev/video0", calls: calls)
    }
    #expect(error?.code.rawValue == code)
    #expect(fake.isTidy)
  }

  @Test func `outlives a single failed dequeue and gives up on lasting ones`() async throws {
    for (failures, survives) in [(1, true), (4, true), (5, false)] {
      let fake = device()
      let left = Locked(failures)
      let calls = fake.calls.intercepted { operation in
        guard operation == .dequeueBuffer, fake.with({ $0.wasPolled }) else { return nil }
        return left.withLock { left in
          left -= 1
          return left >= 0 ? EIO : nil
        }
      }
      let list = await events(of: try CameraDevice.open("/dev/video0", calls: calls))
      #expect(frames(in: list).count == (survives ? 3 : 0))
      let sentence = try #require(ending(of: list))
      #expect(sentence.contains("Input/output error") == !survives)
      #expect(fake.isTidy)
    }
  }

  @Test func `is lost when poll reports a hang-up, whatever dequeueing says`() async throws {
    let fake = FakeCamera { $0.pollBits = [Int32(POLLHUP | POLLERR)] }
    let list = await events(of: try CameraDevice.open("/dev/video0", calls: fake.calls))
    #expect(ending(of: list) == "The camera Fake (/dev/video0) was unplugged.")
  }

  @Test func `is lost when poll keeps reporting an error without a frame`() async throws {
    let fake = FakeCamera { $0.pollBits = [Int32](repeating: Int32(POLLERR), count: 9) }
    let list = await events(of: try CameraDevice.open("/dev/video0", calls: fake.calls))
    #expect(
      ending(of: list)
        == "The camera Fake (/dev/video0) failed while delivering frames: Input/output error.")
    #expect(fake.with { $0.pauses } == 4)
  }

  @Test func `refuses a driver with one buffer`() {
    let fake = FakeCamera { $0.buffers = 1 }
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open("/dev/video0", calls: fake.calls)
    }
    #expect(error?.code == .tooFewBuffers)
    #expect(fake.isTidy)
  }

  @Test func `does not hang on lists that never end`() throws {
    let fake = FakeCamera { $0.endsItsLists = false }
    try CameraDevice.open("/dev/video0", calls: fake.calls).stop()
    #expect(fake.isTidy)
  }
}
