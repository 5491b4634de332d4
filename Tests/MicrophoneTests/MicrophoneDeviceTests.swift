import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Microphone

private let name = "hw:CARD=Fake,DEV=0"

/// Records until the source says that it is lost, as every script makes it in the end.
private func record(_ device: MicrophoneDevice) async -> (chunks: [AudioChunk], lost: String) {
  let (events, sink) = AsyncStream<AudioSourceEvent>.makeStream()
  device.start { sink.yield($0) }
  var chunks: [AudioChunk] = []
  for await event in events {
    switch event {
    case .chunk(let chunk): chunks.append(chunk)
    case .lost(let sentence): return (chunks, sentence)
    }
  }
  return (chunks, "")
}

@Suite struct `a microphone that is recorded` {
  @Test func `delivers every sample with the time of the first one`() async throws {
    let fake = FakeMicrophone(script: [.samples(480), .samples(480), .samples(960)])
    let began = fake.state.current.now
    let (chunks, lost) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    #expect(chunks.map(\.frameCount) == [480, 480, 960])
    #expect(chunks.map(\.capturedAt) == [0, 10, 20].map { began + .milliseconds($0) })
    #expect(chunks.allSatisfy { !$0.followsHole && $0.format == .take })
    #expect(chunks.last?.samples.last == Float(1919) / 32768)
    #expect(lost == "The microphone Fake Card delivers no samples.")
    #expect(fake.isTidy)
  }

  @Test func `is started again by hand after an overrun, and the stamps show the hole exactly`()
    async throws
  {
    let fake = FakeMicrophone(
      script: [.samples(480), .overrun(.milliseconds(1_234)), .samples(480), .samples(480)])
    let (chunks, _) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    try #require(chunks.count == 3)
    #expect(chunks.map(\.followsHole) == [false, true, false])
    let end = chunks[0].capturedAt + .milliseconds(10)
    #expect(chunks[1].capturedAt - end == .milliseconds(1_234))
    #expect(chunks[2].capturedAt - chunks[1].capturedAt == .milliseconds(10))
    let operations = fake.state.current.operations
    let prepare = try #require(operations.firstIndex(of: .prepare))
    #expect(operations[prepare + 1] == .start)
  }

  @Test func `goes on after the machine slept`() async throws {
    let fake = FakeMicrophone(script: [.samples(480), .failure(.suspended), .samples(480)])
    let (chunks, _) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    #expect(chunks.map(\.followsHole) == [false, true])
  }

  @Test func `is lost at once when it is unplugged`() async throws {
    let fake = FakeMicrophone(script: [.samples(480), .failure(.noDevice), .samples(480)])
    let (chunks, lost) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    #expect(chunks.count == 1)
    #expect(lost == "The microphone Fake Card is gone.")
    #expect(fake.isTidy)
  }

  @Test func `is lost after failing again and again`() async throws {
    let failures = [FakeMicrophone.Step](
      repeating: .failure(.inputOutput), count: CaptureMachine.failureLimit)
    let fake = FakeMicrophone(script: [.samples(480)] + failures + [.samples(480)])
    let (chunks, lost) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    #expect(chunks.count == 1)
    #expect(lost == "The microphone Fake Card could not be waited for: Input/output error.")
  }

  @Test func `loses nothing by short reads and empty wake-ups`() async throws {
    let fake = FakeMicrophone(
      script: [.samples(480), .emptyWake, .emptyWake, .samples(480), .emptyWake, .emptyWake])
    fake.state.withLock { $0.readLimit = 300 }
    let (chunks, _) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    #expect(chunks.map(\.frameCount).reduce(0, +) == 960)
    let samples = chunks.flatMap(\.samples).enumerated()
    #expect(samples.allSatisfy { $0.element == Float($0.offset / 2) / 32768 })
  }

  @Test func `is refused when it delivers faster than time passes`() async throws {
    let fake = FakeMicrophone(script: [.samples(1)])
    fake.state.withLock { $0.ready = 24_000 * 1_000 }
    let (chunks, lost) = await record(try MicrophoneDevice.open(name: name, calls: fake.calls))
    #expect(lost == "The microphone Fake Card delivers samples faster than time passes.")
    // A plugin's count may be absurd; no chunk is longer than the device's buffer.
    #expect(chunks.count < 10 && chunks.allSatisfy { $0.frameCount <= 24_000 })
  }

  @Test func `delivers nothing after stop, and may be stopped twice and while delivering`()
    async throws
  {
    let fake = FakeMicrophone(script: .init(repeating: .samples(480), count: 1_000))
    let device = try MicrophoneDevice.open(name: name, calls: fake.calls)
    let (events, sink) = AsyncStream<AudioSourceEvent>.makeStream()
    device.start { event in
      sink.yield(event)
      device.stop()
      sink.finish()
    }
    var count = 0
    for await _ in events { count += 1 }
    device.stop()
    #expect(count == 1)
    #expect(fake.isTidy)
    #expect(fake.state.current.operations.filter { $0 == .close }.count == 1)
    device.start { _ in Issue.record("a stopped microphone was started") }
    device.stop()
  }

  @Test func `is let go when nobody holds it any more`() throws {
    let fake = FakeMicrophone()
    _ = try MicrophoneDevice.open(name: name, calls: fake.calls)
    #expect(fake.isTidy)
  }
}

@Suite struct `a microphone of which one call fails` {
  private static let opening: [MicrophoneOperation] = [
    .open, .describe, .chooseAccess, .chooseFormat, .chooseChannels, .chooseRate, .chooseBuffer,
    .configure, .configureClock,
  ]
  private static let running: [MicrophoneOperation] = [.start, .prepare, .wait, .position, .read]

  /// Every closure of the floor by its name: a new one fails this test until it can be made to fail.
  @Test func `has no call that is not made to fail`() {
    let others: Set<MicrophoneOperation> = [.find, .list, .close]
    #expect(Set(Self.opening + Self.running).union(others) == Set(MicrophoneOperation.allCases))
    // Two calls list; what is only asked for, freed or looked at has an answer for a failure.
    let listing: Set = ["nextCard", "captureDevices"]
    let unable: Set = [
      "lockedCards", "definesPCM", "holder", "owner", "forget", "offersFormat", "offersChannels",
      "fewestChannels", "offersRate", "now", "rule",
    ]
    let failing = Set((Self.opening + Self.running + [.close]).map { "\($0)" })
    let floor = Mirror(reflecting: FakeMicrophone().calls).children.compactMap(\.label)
    #expect(Set(floor) == failing.union(listing).union(unable))
  }

  @Test(arguments: opening)
  func `is refused with that operation and leaves nothing open`(
    operation: MicrophoneOperation
  ) throws {
    let fake = FakeMicrophone(["default": .init()])
    #expect(throws: MicrophoneError(operation, .inputOutput, subject: "default")) {
      _ = try MicrophoneDevice.open(
        name: "default", calls: fake.calls(failing: operation, .inputOutput))
    }
    #expect(fake.isTidy)
  }

  @Test(arguments: running)
  func `goes on behind a hole when it is running`(operation: MicrophoneOperation) async throws {
    let script: [FakeMicrophone.Step] = [
      .samples(480), .overrun(.milliseconds(600)), .samples(480), .samples(480), .samples(480),
    ]
    let fake = FakeMicrophone(script: script)
    let device = try MicrophoneDevice.open(
      name: name, calls: fake.calls(failing: operation, .inputOutput))
    let (chunks, lost) = await record(device)
    #expect(chunks.count >= 2)
    #expect(chunks.contains { $0.followsHole })
    #expect(lost == "The microphone Fake Card delivers no samples.")
    #expect(fake.isTidy)
  }

  @Test func `is let go even when closing fails`() throws {
    let fake = FakeMicrophone()
    let device = try MicrophoneDevice.open(
      name: name, calls: fake.calls(failing: .close, .inputOutput))
    device.stop()
    #expect(fake.isTidy)
  }
}
