import Frames
import Lanes
import Recording
import Support
import Testing
import Units

@testable import Codec

@Suite struct `a file that is played` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func clip(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.file(name)
    try makeClip(arguments + [path])
    return path
  }

  /// Plays a script without waiting and tells what it says.
  private func events<Event>(_ script: some PlayScript<Event>, atMost: Int = 1000) -> [Due<Event>] {
    var events: [Due<Event>] = []
    while events.count < atMost, let event = script.next(start: .seconds(Int64(50))) {
      events.append(event)
    }
    return events
  }

  @Test func `shows every picture when it is due and then says that it has ended`() throws {
    let path = try clip("a.mp4", counted(20) + bFrames)
    let script = PictureScript(
      try MediaReader(path: path, part: .pictures), name: "a.mp4",
      frameDuration: FrameRate.thirty.frameDuration, now: { .seconds(Int64(50)) })
    let found = events(script)
    #expect(found.count == 21)
    for (index, due) in found.dropLast().enumerated() {
      guard case .frame(let frame) = due.event else {
        Issue.record("\(index) is no frame")
        continue
      }
      let stamp = .seconds(Int64(50)) + FrameRate.thirty.time(ofFrame: Int64(index))
      #expect(frame.capturedAt == stamp && due.instant == stamp)
      #expect(frame.format == .yu12 && abs(frame.luma(0.5, 0.5) - 16 - 4 * index) <= 1)
    }
    guard case .ended(let sentence) = found.last?.event else {
      Issue.record("it has not ended")
      return
    }
    #expect(sentence == "a.mp4 has ended.")
    let length = found.last.map { $0.instant - .seconds(Int64(50)) }
    #expect(abs((length ?? .zero).nanoseconds - 666_666_667) <= 1)
  }

  @Test func `leaves out and counts what it decodes too late, and catches up`() throws {
    let path = try clip("a.mp4", counted(48, rate: "10") + bFrames)
    // Ready only 3 s after the start: frame 30 is due then, and is the next key frame.
    let now = Locked(MediaTime.seconds(53.0))
    let script = PictureScript(
      try MediaReader(path: path, part: .pictures), name: "a.mp4",
      frameDuration: .milliseconds(100), now: { now.current })
    let found = events(script)
    var kinds: [String] = []
    for due in found {
      switch due.event {
      case .frame(let frame): kinds.append("\((frame.luma(0.5, 0.5) - 15) / 4)")
      case .skipped: kinds.append("late")
      case .ended: kinds.append("end")
      case .lost: kinds.append("lost")
      }
    }
    #expect(kinds.first == "late" && kinds.last == "end")
    let shown = kinds.compactMap(Int.init)
    #expect(shown == Array(30..<48), "\(kinds)")
  }

  @Test func `gives a coarser grid the first picture of each of its frames`() throws {
    let path = try clip("a.mp4", counted(30, rate: "50") + bFrames)
    let script = PictureScript(
      try MediaReader(path: path, part: .pictures), name: "a.mp4",
      frameDuration: .milliseconds(20), thinnedTo: .thirty, now: { .seconds(Int64(50)) })
    let shown = events(script).compactMap { due -> Int? in
      if case .frame(let frame) = due.event { (frame.luma(0.5, 0.5) - 15) / 4 } else { nil }
    }
    #expect(shown == [0, 2, 4, 5, 7, 9, 10, 12, 14, 15, 17, 19, 20, 22, 24, 25, 27, 29])
  }

  @Test func `is heard without holes, with silence where it has none`() throws {
    let path = try clip(
      "l.mkv",
      counted(40) + ["-itsoffset", "0.5", "-f", "lavfi", "-i"]
        + ["aevalsrc=0.5:s=48000:d=0.25", "-c:a", "pcm_s16le"] + bFrames)
    let script = SoundScript(try MediaReader(path: path, part: .sound))
    var next = MediaTime.seconds(Int64(50)).samplePosition
    var samples: [Float] = []
    for due in events(script, atMost: 90) {
      guard case .chunk(let chunk) = due.event else { continue }
      #expect(!chunk.followsHole && chunk.capturedAt.samplePosition == next)
      next += Int64(chunk.frameCount)
      #expect(due.instant.samplePosition == next, "due when its last sample has passed")
      samples += stride(from: 0, to: chunk.samples.count, by: 2).map { chunk.samples[$0] }
    }
    let loud = samples.indices.filter { samples[$0] != 0 }
    #expect(samples.count > 48_000)
    #expect(loud.first == 24_000 && loud.last == 35_999 && loud.count == 12_000)
  }

  @Test func `delivers in real time until it is stopped`() throws {
    let path = try clip("a.mp4", counted(30) + bFrames)
    let clock = PlayClock()
    let camera = try FileCamera.open(path, size: nil, rate: nil, clock: clock)
    #expect(camera.facts.rate == .thirty && camera.facts.size == PixelSize(width: 64, height: 48))
    #expect(camera.facts.name == "a.mp4" && camera.facts.got == "h264 64x48 at 30")
    let gate = Gate<[(MediaTime, MediaTime)]>()
    let seen = Locked<[(MediaTime, MediaTime)]>([])
    camera.start { [weak camera] event in
      guard case .frame(let frame) = event else { return }
      let all = seen.withLock { seen -> [(MediaTime, MediaTime)] in
        seen.append((frame.capturedAt, MonotonicClock.now()))
        return seen
      }
      if all.count == 12 {
        camera?.stop()
        gate.open(all)
      }
    }
    let all = gate.wait()
    for (index, (stamp, arrival)) in all.enumerated() {
      #expect(stamp == clock.start + FrameRate.thirty.time(ofFrame: Int64(index)))
      #expect(arrival >= stamp, "never before it is due")
    }
    camera.stop()
    #expect(seen.current.count == 12, "nothing after it was stopped")
  }

  @Test(arguments: [
    (30, 1, true, 30, 1), (2997, 100, true, 30_000, 1001), (30_000, 1001, true, 30_000, 1001),
    (359, 12, false, 30, 1), (283, 10, false, 30, 1), (7, 1, true, 7, 1), (7, 1, false, 10, 1),
    (1000, 1, true, 240, 1),
  ])
  func `goes on a grid of its own rate`(
    frames: Int64, seconds: Int64, isConstant: Bool, wantedFrames: Int64, wantedSeconds: Int64
  ) throws {
    let path = try clip("a.mkv", counted(2) + bFrames)
    var video = try #require(try MediaReader(path: path).facts.video)
    video.rate = try #require(FrameRate(frames, per: seconds))
    video.isConstantRate = isConstant
    #expect(video.grid == FrameRate(wantedFrames, per: wantedSeconds))
  }
}
