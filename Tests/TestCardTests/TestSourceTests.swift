import Frames
import Glibc
import Lanes
import Recording
import Support
import TestCard
import Testing
import Units

@Suite(.timeLimit(.minutes(1))) struct `the test camera` {
  static let size = PixelSize(width: 320, height: 180)

  @Test func `stamps frame n exactly n frames after the start and never delivers the future`()
    async throws
  {
    let start = MonotonicClock.now() + .milliseconds(20)
    let rate = try #require(FrameRate(30_000, per: 1001))
    let camera = TestCamera(size: Self.size, rate: rate, start: start)
    let reader = CardReader(width: 320, height: 180)
    let stream = AsyncStream { continuation in
      camera.start { continuation.yield(($0, MonotonicClock.now())) }
    }
    var seen: [Int] = []
    for await (event, arrival) in stream {
      guard case .frame(let frame) = event else { continue }
      let number = try #require(frame.memory.withBytes(reader.counter))
      #expect(frame.capturedAt == start + rate.time(ofFrame: Int64(number)))
      #expect(arrival >= frame.capturedAt)
      #expect(frame.format == .yu12 && frame.colour == .take && frame.size == Self.size)
      #expect(frame.memory.count == 320 * 180 * 3 / 2 && frame.stride == 320)
      seen.append(number)
      if seen.count == 10 { break }
    }
    camera.stop()
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `skips whole frames when it starts long after its first one`() async throws {
    let start = MonotonicClock.now() - .seconds(100 as Int64)
    let camera = TestCamera(size: Self.size, rate: .thirty, start: start)
    let stream = AsyncStream { continuation in camera.start { continuation.yield($0) } }
    for await case .frame(let frame) in stream {
      #expect(frame.capturedAt >= start + .milliseconds(99_500))
      break
    }
    camera.stop()
  }

  @Test func `tells its name and what was asked and got`() {
    let size = PixelSize(width: 1281, height: 720)
    let facts = TestCamera(size: size, rate: .thirty, start: .zero).facts
    #expect(facts.name == "test picture")
    #expect(facts.asked == "1281x720 at 30")
    #expect(facts.got == "1280x720 at 30")
    #expect(facts.size == PixelSize(width: 1280, height: 720) && facts.rate == .thirty)
  }

  @Test func `delivers nothing after stop and goes on after another start`() async throws {
    let camera = TestCamera(size: Self.size, rate: .thirty, start: MonotonicClock.now())
    let isStopped = Locked(false)
    let first = AsyncStream { continuation in
      camera.start {
        if isStopped.current { Issue.record("a frame came after stop") }
        continuation.yield($0)
      }
    }
    for await _ in first { break }
    camera.stop()
    isStopped.withLock { $0 = true }
    // Frames of another camera are the time in which a forgotten timer would fire.
    let other = TestCamera(size: Self.size, rate: .thirty, start: MonotonicClock.now())
    #expect(await stamps(of: other, count: 6).count == 6)
    let later = await stamps(of: camera, count: 3)
    #expect(zip(later, later.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// Runs `camera` for `count` frames.
  private func stamps(of camera: TestCamera, count: Int) async -> [MediaTime] {
    let stream = AsyncStream { continuation in camera.start { continuation.yield($0) } }
    var stamps: [MediaTime] = []
    for await case .frame(let frame) in stream {
      stamps.append(frame.capturedAt)
      if stamps.count == count { break }
    }
    camera.stop()
    return stamps
  }

  @Test func `can be stopped by its receiver in the midst of a backlog`() async {
    let camera = TestCamera(
      size: Self.size, rate: .thirty, start: MonotonicClock.now() - .seconds(1 as Int64))
    let count = Locked(0)
    let stream = AsyncStream<Never> { continuation in
      camera.start { _ in
        count.withLock { $0 += 1 }
        camera.stop()
        continuation.finish()
      }
    }
    for await _ in stream {}
    // Waits for the lane to finish what it was doing.
    camera.stop()
    #expect(count.current == 1)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `the test microphone` {
  @Test func `delivers the tone in chunks of 10 ms on the exact grid`() async throws {
    // So late that the burst of second 2 is still in the backlog.
    let start = MonotonicClock.now() - .milliseconds(2050)
    let microphone = TestMicrophone(start: start, rate: .thirty)
    let tone = TestTone(rate: .thirty)
    let stream = AsyncStream { continuation in
      microphone.start { continuation.yield(($0, MonotonicClock.now())) }
    }
    var next: Int64?
    var count = 0
    for await (event, arrival) in stream {
      guard case .chunk(let chunk) = event else { continue }
      let first = (chunk.capturedAt - start).samplePosition
      #expect(chunk.format == .take && chunk.frameCount == 480)
      #expect(first % 480 == 0)
      #expect(chunk.capturedAt == start + AudioFormat.take.duration(of: first))
      #expect(arrival >= chunk.capturedAt + .milliseconds(10))
      #expect(chunk.followsHole == (next.map { $0 != first } ?? false))
      #expect(chunk.samples == tone.samples(in: first..<first + 480))
      next = first + 480
      count += 1
      if count == 220 { break }
    }
    microphone.stop()
  }

  @Test func `says so when a stall left a hole`() async throws {
    let microphone = TestMicrophone(
      start: MonotonicClock.now(), rate: .thirty, patience: .milliseconds(50))
    #expect(microphone.facts.name == "test tone" && microphone.facts.format == .take)
    let isFirst = Locked(true)
    let stream = AsyncStream { continuation in
      microphone.start {
        continuation.yield($0)
        // Blocks the lane for longer than the microphone's patience.
        if isFirst.withLock({
          let first = $0; $0 = false; return first
        }) {
          usleep(200_000)
        }
      }
    }
    var chunks: [AudioChunk] = []
    var gaps: [MediaTime] = []
    for await case .chunk(let chunk) in stream {
      if let last = chunks.last { gaps.append(chunk.capturedAt - last.capturedAt) }
      chunks.append(chunk)
      // Before the hole comes what was due with the first one; all of it is shorter than the stall.
      if gaps.contains(where: { $0 > .milliseconds(10) }) || chunks.count == 20 { break }
    }
    microphone.stop()
    #expect(!chunks[0].followsHole)
    #expect(gaps.contains { $0 > .milliseconds(10) })
    for (gap, chunk) in zip(gaps, chunks.dropFirst()) {
      #expect(chunk.followsHole == (gap > .milliseconds(10)))
    }
  }
}
