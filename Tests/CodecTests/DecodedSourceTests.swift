import Codec
import Frames
import Lanes
import Recording
import Support
import Testing
import Units

@Suite struct `an H.264 camera decoded as it comes` {
  private let camera = FakeH264Camera()
  private static let last = VideoSourceEvent.lost("The camera Fake was unplugged.")

  /// All that comes of `events` and of the camera's end behind them.
  private func told(_ events: [VideoSourceEvent]) async throws -> Told {
    // Room for all, so that nothing is lost but what the test loses.
    let source = try DecodedSource(camera, mostWaiting: 1000)
    let (stream, continuation) = AsyncStream.makeStream(of: VideoSourceEvent.self)
    source.start { event in
      continuation.yield(event)
      if case .lost = event { continuation.finish() }
    }
    camera.say(events + [Self.last])
    var told = Told()
    for await event in stream { told.note(event) }
    return told
  }

  @Test func `gives every picture as it was coded, with the time its unit was captured`()
    async throws
  {
    let units = try AccessUnits()
    try #require(units.units.count == 60 && units.pictures.count == 60)
    let told = try await told(units.units.indices.map { units.event($0) })
    #expect(told.numbers(in: units) == Array(0..<60))
    #expect(told.frames.map(\.capturedAt) == (0..<60).map(AccessUnits.stamp))
    #expect(told.skipped.isEmpty && told.lost == "The camera Fake was unplugged.")
    let frame = try #require(told.frames.first)
    #expect(frame.format == .yu12 && frame.size == units.size && frame.stride == 96)
    #expect(frame.colour == ColourTags(matrix: .bt601, isFullRange: false), "the driver's word")
  }

  @Test func `says of itself what it gives, and of the camera what that gave`() throws {
    let facts = try DecodedSource(camera).facts
    #expect(facts.format == .yu12)
    #expect(facts.got == "H264 96x64 at 30" && facts.name == "Fake")
  }

  @Test func `gives each picture before the next unit comes`() async throws {
    let units = try AccessUnits(25)
    let source = try DecodedSource(camera)
    let (stream, continuation) = AsyncStream.makeStream(of: VideoSourceEvent.self)
    source.start { continuation.yield($0) }
    var events = stream.makeAsyncIterator()
    for number in 0..<25 {
      camera.say([units.event(number)])
      guard case .frame(let frame) = await events.next() else {
        Issue.record("no picture of unit \(number)")
        return
      }
      #expect(frame.capturedAt == AccessUnits.stamp(number))
    }
    source.stop()
  }

  @Test func `believes the stream's own word on its colours before the driver's`() async throws {
    let units = try AccessUnits(3, x264: ["fullrange=on", "colormatrix=bt709"])
    let told = try await told(units.units.indices.map { units.event($0) })
    #expect(
      told.frames.map(\.colour)
        == Array(
          repeating: ColourTags(matrix: .bt709, isFullRange: true), count: 3))
  }

  @Test func `goes on at the next key frame after a unit that is cut off`() async throws {
    let units = try AccessUnits()
    let half = Array(units.units[27].prefix(units.units[27].count / 2))
    let told = try await told(
      units.units.indices.map { units.event($0, bytes: $0 == 27 ? half : nil) })
    #expect(told.numbers(in: units) == Array(0..<27) + Array(40..<60))
    #expect(told.skipped.count == 13 && told.skipped.first == "damaged")
  }

  @Test(arguments: [27, 20])
  func `goes on at the next key frame after the camera lost a unit`(lost: Int) async throws {
    let units = try AccessUnits()
    let told = try await told(
      units.units.indices.map { $0 == lost ? .skipped("1 lost before it") : units.event($0) })
    #expect(told.numbers(in: units) == Array(0..<lost) + Array(40..<60))
    #expect(told.skipped.count == 40 - lost && told.skipped.first == "1 lost before it")
  }

  @Test func `needs a key frame to begin with`() async throws {
    let units = try AccessUnits()
    let told = try await told((33..<60).map { units.event($0) })
    #expect(told.numbers(in: units) == Array(40..<60))
    #expect(told.skipped.count == 7)
  }

  @Test func `skips what is no H.264 at all`() async throws {
    let units = try AccessUnits(3)
    let noise = [0, 0, 0, 1] + (0..<200).map { UInt8(truncatingIfNeeded: $0 * 77) }
    let events = (0..<40).map { units.event($0, bytes: noise) }
    let told = try await told(events)
    #expect(told.frames.isEmpty && told.skipped.count == 40)
  }

  @Test func `leaves out whole stretches, and says so, when it cannot keep up`() async throws {
    let units = try AccessUnits()
    let source = try DecodedSource(camera, mostWaiting: 12)
    let (stream, continuation) = AsyncStream.makeStream(of: VideoSourceEvent.self)
    let (isHeld, gate) = (Gate<Bool>(), Gate<Bool>())
    source.start { event in
      isHeld.open(true)
      _ = gate.wait()
      continuation.yield(event)
      if case .lost = event { continuation.finish() }
    }
    camera.say([units.event(0)])
    _ = isHeld.wait()
    // Twelve find room, seventeen do not.
    camera.say((1..<30).map { units.event($0) })
    gate.open(true)
    var told = Told()
    var events = stream.makeAsyncIterator()
    while told.frames.count < 13, let event = await events.next() { told.note(event) }
    camera.say((30..<42).map { units.event($0) } + [Self.last])
    while let event = await events.next() { told.note(event) }
    #expect(told.numbers(in: units) == Array(0..<13) + [40, 41])
    #expect(told.skipped.filter { $0 == "the decoder cannot keep up" }.count == 17)
    #expect(told.skipped.count == 17 + 10 && told.lost != nil)
  }

  @Test func `loses none to a decoder that holds one back`() async throws {
    // The stream allows a picture out of order, which never comes: a decoder may wait for it.
    let units = try AccessUnits(tune: [], x264: ["bframes=1", "b-adapt=1", "b-bias=-100"])
    let told = try await told(units.units.indices.map { units.event($0) })
    #expect(told.numbers(in: units) == Array(0..<60) && told.skipped.isEmpty)
    #expect(told.frames.map(\.capturedAt) == (0..<60).map(AccessUnits.stamp))
  }

  @Test func `gives rising times even of pictures out of order`() async throws {
    let units = try AccessUnits(tune: [], x264: ["bframes=2", "b-adapt=0"])
    let told = try await told(units.units.indices.map { units.event($0) })
    let stamps = told.frames.map(\.capturedAt)
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(told.frames.count + told.skipped.count == 60)
  }

  @Test func `delivers nothing once it was stopped, also by the one it delivers to`() async throws {
    let units = try AccessUnits(10)
    let source = try DecodedSource(camera)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    source.start { _ in
      source.stop()
      continuation.yield()
    }
    camera.say(units.units.indices.map { units.event($0) })
    source.stop()
    continuation.finish()
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count <= 1 && camera.isStopped)
  }
}
