import Glibc
import Lanes
import Recording
import Testing
import Units

@testable import Speaker

/// Plays until the sound is lost, as every fake makes it in the end, or `count` reports came.
private func play(
  _ device: SpeakerDevice, until count: Int = .max
) async -> (heard: [(frames: Int64, at: MediaTime)], lost: String) {
  let (events, sink) = AsyncStream<SoundOutputEvent>.makeStream()
  device.play({ Counting() }, { sink.yield($0) })
  var heard: [(frames: Int64, at: MediaTime)] = []
  for await event in events {
    switch event {
    case .heard(let frames, let instant):
      heard.append((frames, instant))
      if heard.count == count { return (heard, "") }
    case .lost(let sentence): return (heard, sentence)
    }
  }
  return (heard, "")
}

private let gone = "No sound: the sound card is gone."

/// Stereo samples that count up from 0.
private func counted(_ frames: Int) -> [Int16] {
  (0..<frames).flatMap { [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: $0)] }
}

@Suite struct `a sound card that plays` {
  @Test func `is filled at once, and its own clock says what was heard`() async {
    let fake = FakeSpeaker(looks: 4)
    let began = fake.state.current.now
    let (heard, lost) = await play(SpeakerDevice(calls: fake.calls))
    // 25 ms are 1200 sample frames.
    #expect(heard.map(\.frames) == [0, 1200, 2400, 3600])
    #expect(heard.map(\.at) == [25, 50, 75, 100].map { began + .milliseconds($0) })
    let state = fake.state.current
    #expect(state.heard == counted(3600) && state.written == counted(9600 + 3600))
    #expect(lost == gone && !state.isOpen)
  }

  @Test func `goes on after an underrun without losing or repeating a sample`() async {
    let fake = FakeSpeaker(looks: 5, [2: .milliseconds(400)])
    let (heard, _) = await play(SpeakerDevice(calls: fake.calls))
    // At the third look all that was written was heard; it began anew at the fourth.
    #expect(heard.map(\.frames) == [0, 1200, 10_800, 12_000])
    #expect(fake.state.current.heard == counted(12_000))
  }

  @Test(arguments: [SpeakerOperation.room, .write, .delay])
  func `goes on after the machine slept`(operation: SpeakerOperation) async {
    let fake = FakeSpeaker(looks: 6)
    fake.fail(operation, .suspended, after: 3)
    let (heard, _) = await play(SpeakerDevice(calls: fake.calls))
    #expect(heard.count >= 5)
    #expect(fake.state.current.operations.count { $0 == .prepare } == 2)
  }

  @Test(arguments: [
    (SpeakerOperation.open, SpeakerCode.noEntry, "No sound: there is no sound card."),
    (.open, .busy, "No sound: another program holds the sound card."),
    (.room, .noDevice, gone), (.write, .noDevice, gone), (.delay, .noDevice, gone),
    (
      .configure, SpeakerCode(rawValue: 22),
      "No sound: ALSA's device default could not be set up (Invalid argument)."
    ),
    (
      .prepare, .suspended,
      "No sound: ALSA's device default could not be started (Streams pipe error)."
    ),
  ])
  func `is lost in one sentence`(
    operation: SpeakerOperation, code: SpeakerCode, sentence: String
  ) async {
    let fake = FakeSpeaker(looks: 100)
    fake.fail(operation, code)
    let (heard, lost) = await play(SpeakerDevice(calls: fake.calls))
    #expect(lost == sentence && heard.isEmpty)
    #expect(!fake.state.current.isOpen)
  }

  @Test func `takes what does not fit with the next look`() async {
    let fake = FakeSpeaker(looks: 8)
    fake.state.withLock { $0.writeLimit = 2_000 }
    _ = await play(SpeakerDevice(calls: fake.calls))
    #expect(fake.state.current.written == counted(8 * 2_000))
  }

  @Test func `that plays all at once is kept to real time`() async throws {
    let fake = FakeSpeaker(looks: 60)
    fake.state.withLock { $0.isTimeless = true }
    let (heard, _) = await play(SpeakerDevice(calls: fake.calls))
    #expect(heard.map(\.frames) == (1...60).map { $0 * 1200 })
    #expect(fake.state.current.written.count / 2 <= 60 * 1200 + 2 * 9600)
  }

  @Test func `is silent when it is told, begins anew from there, and is opened only once`() async {
    // More than a busy machine comes to before it is told.
    let fake = FakeSpeaker(looks: 100_000)
    let device = SpeakerDevice(calls: fake.calls)
    _ = await play(device, until: 2)
    device.stop()
    let (heard, _) = await play(device, until: 2)
    #expect(heard.map(\.frames) == [0, 1200])
    let state = fake.state.current
    #expect(state.drops == 1 && state.openings == 1)
    // Both times from the first sample on.
    let second = state.written.indices.dropFirst(2).first { state.written[$0] == 0 }
    #expect(second.map { state.written[$0...].starts(with: counted(100)) } == true)
    device.close()
    _ = await play(device, until: 1)
    #expect(fake.state.current.openings == 2)
  }
}

@Suite struct `a sound card of which one call fails` {
  /// Every closure of the floor by its name: a new one fails this test until it can be made to fail.
  @Test func `has no call that is not made to fail`() async {
    let failing: Set = ["open", "configure", "prepare", "room", "write", "delay"]
    let unable: Set = ["drop", "close", "now", "rule"]
    let fake = FakeSpeaker(looks: 1)
    let floor = Mirror(reflecting: fake.calls).children.compactMap(\.label)
    #expect(Set(floor) == failing.union(unable))
    #expect(failing == Set(SpeakerOperation.allCases.map { "\($0)" }))
  }

  @Test(arguments: [EIO, EPIPE, ESTRPIPE, ENODEV, EAGAIN].map(SpeakerCode.init))
  func `is lost in a sentence or goes on, and is let go in the end`(code: SpeakerCode) async {
    let plain = FakeSpeaker(looks: 5)
    _ = await play(SpeakerDevice(calls: plain.calls))
    let made = plain.state.current.operations
    #expect(Set(made) == Set(SpeakerOperation.allCases))
    for index in made.indices {
      let fake = FakeSpeaker(looks: 5)
      fake.fail(call: index, code)
      let (_, lost) = await play(SpeakerDevice(calls: fake.calls))
      #expect(lost.hasPrefix("No sound: ") && lost.hasSuffix("."), "\(made[index]), call \(index)")
      #expect(!fake.state.current.isOpen, "\(made[index]), call \(index)")
    }
  }
}
