import Codec
import Foundation
import Frames
import Merging
import Recording
import Support
import Testing
import Units

@Suite struct `a camera's H.264 stored as it comes` {
  private let folder: TempFolder
  private let units: AccessUnits

  init() throws {
    folder = try TempFolder()
    units = try AccessUnits()
    try #require(units.units.count == 60 && units.pictures.count == 60)
  }

  private var settings: VideoSettings {
    VideoSettings(size: units.size, rate: .thirty, quality: 20)
  }

  /// What the recorder gets of the camera's units.
  private func frames(
    _ units: AccessUnits, _ events: [VideoSourceEvent]? = nil
  ) async throws -> [VideoFrame] {
    let camera = FakeH264Camera()
    let source = try DecodedSource(camera, keepsCoding: true, mostWaiting: 1000)
    let (stream, continuation) = AsyncStream.makeStream(of: VideoSourceEvent.self)
    source.start { event in
      continuation.yield(event)
      if case .lost = event { continuation.finish() }
    }
    camera.say((events ?? units.units.indices.map { units.event($0) }) + [.lost("Over.")])
    var told = Told()
    for await event in stream { told.note(event) }
    return told.frames
  }

  private func store(_ frames: [VideoFrame]) throws -> H264Store {
    let camera = try #require(frames.first?.coded?.coding)
    return try #require(try H264Store(settings: settings, camera: camera))
  }

  /// Packets of frames one after another; nil stands for one that is missing.
  private func packets(_ store: H264Store, _ frames: [VideoFrame?]) throws -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    for (index, frame) in frames.enumerated() {
      packets +=
        try frame.map { try store.encode($0, index: Int64(index)) }
        ?? store.repeatLast(index: Int64(index))
    }
    packets += try store.finish()
    try #require(packets.map(\.frame) == frames.indices.map(Int64.init))
    return packets
  }

  /// The frames that hold the camera's own bytes, as runs.
  private func copied(_ packets: [EncodedPacket], of frames: [VideoFrame?]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, packet) in packets.enumerated()
    where packet.bytes == frames[index]?.coded?.bytes {
      if runs.last?.upperBound == index {
        runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// Pictures of a take of these packets, decoded by FFmpeg.
  private func decoded(_ packets: [EncodedPacket], _ store: H264Store) throws -> [[UInt8]] {
    let path = folder.file("take.mov")
    let take = try TakeFile(
      path: path, settings: settings, configuration: store.configuration,
      colour: try #require(store.colour), hasAudio: false)
    for packet in packets { try take.writeVideo(packet) }
    try take.close()
    let bytes = try decodedPictures(path)
    let length = units.size.area * 3 / 2
    return stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<$0 + length]) }
  }

  private func meanError(_ a: [UInt8], _ b: [UInt8]) -> Double {
    Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
  }

  @Test func `is the same bytes, from its first key frame to any end`() async throws {
    let frames = Array(try await frames(units).prefix(50))
    let store = try store(frames)
    let packets = try packets(store, frames)
    #expect(copied(packets, of: frames) == [0..<50])
    #expect(packets.indices.filter { packets[$0].isKey } == [0, 20, 40])
    #expect(try decoded(packets, store) == Array(units.pictures.prefix(50)))
    #expect(store.damagedFrames == 0 && store.note == nil)
    // The driver's word, where the stream is silent.
    #expect(store.colour == ColourCode(primaries: 1, transfer: 1, matrix: 6, range: 1))
    let colour = try MovieFacts(path: folder.file("take.mov")).video?.colour
    #expect(colour == "smpte170m bt709 bt709 unknown")
  }

  @Test func `begins at any picture, coded anew up to the next key frame alone`() async throws {
    let frames = Array(try await frames(units).dropFirst(7))
    let store = try store(frames)
    let packets = try packets(store, frames)
    #expect(copied(packets, of: frames) == [13..<53])
    let pictures = try decoded(packets, store)
    try #require(pictures.count == 53)
    #expect(Array(pictures[13...]) == Array(units.pictures[20...]))
    for index in 0..<13 { #expect(meanError(pictures[index], units.pictures[7 + index]) < 3) }
  }

  @Test func `repeats what is missing, and goes on copying at the next key frame`() async throws {
    var frames: [VideoFrame?] = try await frames(units)
    frames[25] = nil
    let store = try store(frames.compactMap { $0 })
    let packets = try packets(store, frames)
    #expect(copied(packets, of: frames) == [0..<25, 40..<60])
    let pictures = try decoded(packets, store)
    #expect(meanError(pictures[25], units.pictures[24]) < 3)
    #expect(Array(pictures[40...]) == Array(units.pictures[40...]))
  }

  @Test func `copies nothing that was coded against a lost picture`() async throws {
    // Too early for the grid, it was left out: the frames go on without a gap.
    var frames = try await frames(units)
    frames.remove(at: 30)
    let store = try store(frames)
    #expect(copied(try packets(store, frames), of: frames) == [0..<30, 39..<59])
    // Damaged on its way, it was never decoded, and the next ones up to the key frame neither.
    var events = units.units.indices.map { units.event($0) }
    events[30] = .skipped("torn")
    let left = try await self.frames(units, events)
    #expect(left.compactMap(\.coded).count == left.count)
    #expect(left.map(\.capturedAt) == (Array(0..<30) + Array(40..<60)).map(AccessUnits.stamp))
  }

  @Test func `gives out what is coded when it is asked to, and begins a group then`() async throws {
    let frames = Array(try await frames(units)[1..<12])
    let store = try store(frames)
    var packets: [EncodedPacket] = []
    for index in 0..<5 { packets += try store.encode(frames[index], index: Int64(index)) }
    packets += try store.flush()
    #expect(packets.map(\.frame) == [0, 1, 2, 3, 4])
    for index in 5..<11 { packets += try store.encode(frames[index], index: Int64(index)) }
    packets += try store.finish()
    #expect(packets.map(\.frame) == Array(0..<11))
    #expect(packets.indices.filter { packets[$0].isKey } == [0, 5])
    #expect(try decoded(packets, store).count == 11)
  }

  @Test func `is coded anew where its key frames are too far apart, and says so`() async throws {
    let long = try AccessUnits(330, x264: ["keyint=1000"])
    let frames = try await frames(long)
    let store = try store(frames)
    #expect(copied(try packets(store, frames), of: frames) == [0..<300])
    #expect(
      store.note == "The camera's key frames are more than 10.00 s apart: some of its pictures are "
        + "coded anew.")
  }

  @Test func `is coded anew when the camera changes its ways, and says so`() async throws {
    let other = try AccessUnits(30, x264: ["cabac=0"])
    let frames = Array(try await frames(units).prefix(10)) + (try await frames(other))
    let store = try store(frames)
    #expect(copied(try packets(store, frames), of: frames) == [0..<10])
    #expect(store.note?.contains("has changed how it codes") == true)
  }

  @Test func `is not to be had framed, or of another size`() async throws {
    let camera = try #require(try await frames(units).first?.coded?.coding)
    let framed = settings.framed(Framing(mirror: .horizontal))
    #expect(try H264Store(settings: framed, camera: camera) == nil)
    let small = VideoSettings(
      size: PixelSize(width: 64, height: 64), rate: .thirty, quality: 20)
    #expect(try H264Store(settings: small, camera: camera) == nil)
  }

  @Test func `comes with its frames only where that is asked for`() async throws {
    let camera = FakeH264Camera()
    #expect(try DecodedSource(camera, keepsCoding: true).facts.keepsCoding)
    #expect(try !DecodedSource(camera).facts.keepsCoding)
  }

  @Test func `keeps its colours in a movie of its own, and is brought to those of others`() {
    let colour = ColourCode(primaries: 5, transfer: 6, matrix: 5, range: 2)
    var take = Take(file: "take.mov", frames: 30, samples: nil)
    take.coding = CameraCoding(configuration: [1], colour: colour)
    let own = Take(file: "own.mov", frames: 30, samples: nil)
    let folder = FakeTakes(path: "/nowhere")
    func colours(_ takes: [Take]) -> [ColourCode] {
      MergePlan(takes: takes, in: folder, settings: settings).parts.map(\.clip.colour)
    }
    #expect(colours([take, take]) == [colour, colour])
    #expect(colours([own, take]) == [.take, .take])
  }

  @Test func `is cut and joined in its own stream`() async throws {
    let frames = Array(try await frames(units).dropFirst(5))
    let store = try store(frames)
    let packets = try packets(store, frames)
    _ = try decoded(packets, store)
    var take = Take(file: "take.mov", frames: 55, samples: nil)
    take.coding = CameraCoding(
      configuration: store.configuration, colour: try #require(store.colour))
    take.note(keys: packets.filter(\.isKey).map(\.frame), settings: settings)
    #expect(take.keys == [0, 15, 35])
    take.surplus = 4
    let plan = MergePlan(takes: [take], in: FakeTakes(path: folder.path), settings: settings)
    #expect(plan.frames == 51 && plan.codedFrames == 11)
    var movie = MovieSpecification(
      settings: settings, configuration: store.configuration, frames: 51, samples: nil,
      chapters: [], runs: [], colour: plan.colour)
    movie.configuration = try JoinEncoder(for: movie).configuration
    #expect(movie.configuration == store.configuration, "the joins' own sets are there already")
    guard case .code(let stretch)? = plan.segments.first else {
      Issue.record("nothing is coded in \(plan.segments)")
      return
    }
    let joins = try StretchCoder.code(stretch, of: plan, for: movie) {}
    let shown =
      joins.map { EncodedPacket(bytes: $0.bytes, frame: $0.frame, isKey: $0.isKey) }
      + packets[15...].map {
        EncodedPacket(bytes: $0.bytes, frame: $0.frame - 4, isKey: $0.isKey)
      }
    try #require(shown.map(\.frame) == Array(0..<51))
    try? FileManager.default.removeItem(atPath: folder.file("take.mov"))
    let pictures = try decoded(shown, store)
    #expect(Array(pictures[11...]) == Array(units.pictures[20...]))
    for index in 0..<11 { #expect(meanError(pictures[index], units.pictures[9 + index]) < 4) }
  }
}

/// A session's folder of which only the path counts.
private final class FakeTakes: SessionFolder {
  let id = "s"
  let path: String

  init(path: String) { self.path = path }

  func write(_ index: SessionIndex) throws {}
  func removeTake(file: String) throws {}
  func remove() throws {}
  func freeBytes() -> Int64? { nil }
  func usedBytes() -> Int64 { 0 }
}
