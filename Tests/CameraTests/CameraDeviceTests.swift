import CV4L2
import Camera
import Frames
import Glibc
import Lanes
import Recording
import Testing
import Units

/// Every event of a source until it is lost.
func events(of device: any VideoSource) async -> [VideoSourceEvent] {
  let (stream, continuation) = AsyncStream.makeStream(of: VideoSourceEvent.self)
  device.start { event in
    continuation.yield(event)
    if case .lost = event { continuation.finish() }
  }
  var list: [VideoSourceEvent] = []
  for await event in stream { list.append(event) }
  return list
}

/// The frames among events.
func frames(in events: [VideoSourceEvent]) -> [VideoFrame] {
  events.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
}

/// The reasons of left-out frames among events.
func reasons(in events: [VideoSourceEvent]) -> [String] {
  events.compactMap { if case .skipped(let reason) = $0 { reason } else { nil } }
}

/// The sentence that ends the events.
func ending(of events: [VideoSourceEvent]) -> String? {
  if case .lost(let sentence) = events.last { sentence } else { nil }
}

/// A YUYV picture of 16x8 filled with one value.
func picture(_ value: UInt8, count: Int = 256) -> [UInt8] {
  [UInt8](repeating: value, count: count)
}

private let small = CameraWish(size: PixelSize(width: 16, height: 8))

@Suite struct `a camera` {
  @Test func `delivers what the driver fills, with the driver's stamps`() async throws {
    let fake = FakeCamera { state in
      state.frames = [
        FakeFrame(picture(1), at: 999_990), FakeFrame(picture(2), at: 1_000_023),
      ]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let list = await events(of: device)
    let frames = frames(in: list)
    #expect(frames.map(\.capturedAt) == [.milliseconds(999_990), .milliseconds(1_000_023)])
    #expect(frames.map { $0.memory.withBytes { Array($0) } } == [picture(1), picture(2)])
    #expect(frames.first?.format == .yuyv)
    #expect(frames.first?.stride == 32)
    #expect(ending(of: list) == "The camera Fake (/dev/video0) has stopped delivering frames.")
    #expect(fake.isTidy)
  }

  @Test func `tells what was asked and what the driver really gives`() throws {
    let fake = FakeCamera { state in
      state.formats = ["YUYV", "NV12"]
      state.forcedFormat = "UYVY"
      state.forcedRate = (10_000_000, 666_666)
      state.stride = 64
      state.planeSizes = [512]
    }
    let device = try CameraDevice.open(
      "Fake", wish: CameraWish(inputFormat: FourCC("YUYV")), calls: fake.calls)
    #expect(device.facts.name == "Fake")
    #expect(device.facts.asked == "YUYV 1280x720 at 30")
    #expect(device.facts.got == "UYVY 16x8 at 15")
    #expect(device.facts.rate == FrameRate(15))
    device.stop()
    #expect(fake.isTidy)
  }

  @Test func `sets the rate after the format, then reads both back`() throws {
    let fake = FakeCamera()
    try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls).stop()
    let order: [CameraOperation] = [.setFormat, .setRate, .getFormat, .getRate, .requestBuffers]
    let trace = fake.with { $0.trace }
    // The first look at the format serves drivers that list no sizes.
    let start = try #require(trace.firstIndex(of: .setFormat))
    #expect(trace[start...].filter { order.contains($0) } == order)
  }

  @Test func `gives back stale frames before the first one it delivers`() async throws {
    let fake = FakeCamera { state in
      state.stale = (0..<5).map { FakeFrame(picture(9), at: 500_000 + $0) }
      state.frames = [FakeFrame(picture(1), at: 1_000_010)]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let frames = frames(in: await events(of: device))
    #expect(frames.map { $0.memory.withBytes { $0[0] } } == [1])
  }

  @Test func `leaves out broken frames, says why, and goes on`() async throws {
    let fake = FakeCamera { state in
      var flagged = FakeFrame(picture(1), at: 1_000_000)
      flagged.flags |= UInt32(V4L2_BUF_FLAG_ERROR)
      state.frames = [
        flagged, FakeFrame([], at: 1_000_001), FakeFrame(picture(2, count: 255), at: 1_000_002),
        FakeFrame(picture(3), at: 1_000_003), FakeFrame(picture(4), at: 1_000_003),
        FakeFrame(picture(5), at: 1_000_004),
      ]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let list = await events(of: device)
    #expect(
      reasons(in: list) == [
        "marked as damaged by the driver", "empty", "cut off: 255 of 256 bytes",
        "not later than the frame before",
      ])
    #expect(frames(in: list).map { $0.memory.withBytes { $0[0] } } == [3, 5])
  }

  @Test func `stops from another lane while frames come, and delivers nothing afterwards`()
    async throws
  {
    let fake = FakeCamera { state in
      state.frames = [FakeFrame(picture(1), at: 1_000_010)]
      state.repeats = true
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let isStopped = Locked(false)
    let late = Locked(0)
    let (some, continuation) = AsyncStream.makeStream(of: Void.self)
    device.start { _ in
      if isStopped.current { late.withLock { $0 += 1 } }
      continuation.yield()
    }
    for await _ in some.prefix(3) {}
    device.stop()
    isStopped.withLock { $0 = true }
    device.stop()
    #expect(fake.isTidy)
    #expect(late.current == 0)
    #expect(
      fake.with { $0.trace.suffix(7) } == [.stopStream] + [.unmap, .unmap, .unmap, .unmap, .unmap]
        + [.close])
  }

  @Test func `may be stopped by the one it delivers to`() async throws {
    let fake = FakeCamera { state in
      state.frames = [FakeFrame(picture(1), at: 1_000_010)]
      state.repeats = true
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let (seen, continuation) = AsyncStream.makeStream(of: Void.self)
    device.start { _ in
      device.stop()
      continuation.yield()
      continuation.finish()
    }
    var count = 0
    for await _ in seen { count += 1 }
    #expect(count == 1)
    #expect(fake.isTidy)
  }

  @Test func `lets the device go when nobody holds it any more`() throws {
    let fake = FakeCamera()
    do { _ = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls) }
    #expect(fake.isTidy)
  }

  @Test func `lets libv4l2 convert only when the camera has no format of ours`() throws {
    let odd = FakeCamera { state in
      state.formats = ["BA81"]
      state.convertedFormats = ["RGB3", "YU12"]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: odd.calls)
    #expect(device.facts.got == "YU12 16x8 at 30")
    device.stop()
    #expect(odd.isTidy)
    let usual = FakeCamera { $0.convertedFormats = ["YU12"] }
    try CameraDevice.open("/dev/video0", wish: small, calls: usual.calls).stop()
    #expect(!usual.with { $0.trace.contains(.adopt) })
  }

  @Test func `refuses a camera that nobody can convert`() {
    let fake = FakeCamera { $0.formats = ["HEVC"] }
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    }
    #expect(error?.finding == .formats(asked: nil, offered: [FourCC("HEVC")].compactMap { $0 }))
    #expect(fake.isTidy)
  }

  @Test func `keeps a JPEG as it came, without the padding`() async throws {
    let jpeg = [0xff, 0xd8] + picture(7, count: 200) + [0xff, 0xd9]
    let fake = FakeCamera { state in
      state.formats = ["MJPG"]
      state.planeSizes = [1000]
      state.frames = [
        FakeFrame(jpeg + picture(0, count: 50), at: 1_000_010),
        FakeFrame(picture(7), at: 1_000_020),
      ]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let list = await events(of: device)
    let frame = try #require(frames(in: list).first)
    #expect(frame.memory.withBytes { Array($0) } == jpeg)
    #expect(frame.stride == 0)
    #expect(frame.colour == ColourTags(matrix: .bt601, isFullRange: true))
    #expect(reasons(in: list) == ["not a JPEG"])
  }

  @Test func `puts planes with memory of their own behind each other`() async throws {
    let fake = FakeCamera { state in
      state.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
      state.formats = ["YM12"]
      state.planeStrides = [20, 12, 12]
      state.planeSizes = [200, 80, 80]
      var frame = FakeFrame([], at: 1_000_010)
      frame.dataOffset = 5
      // Luma rows of 20, chroma rows padded to 12 where ours have 10; a header before each.
      frame.planes = [
        picture(0, count: 5) + picture(1, count: 160), picture(0, count: 5) + picture(2, count: 48),
        picture(0, count: 5) + picture(3, count: 48),
      ]
      state.frames = [frame]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let frame = try #require(frames(in: await events(of: device)).first)
    #expect(frame.format == .yu12)
    #expect(frame.stride == 20)
    let whole = picture(1, count: 160) + picture(2, count: 40) + picture(3, count: 40)
    #expect(frame.memory.withBytes { Array($0) } == whole)
  }

  @Test func `stamps frames itself when the driver's clock is another one`() async throws {
    let fake = FakeCamera { state in
      var frame = FakeFrame(picture(1), at: 1_700_000_000_000)
      frame.flags = 0
      state.frames = [frame]
    }
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let stamps = frames(in: await events(of: device)).map(\.capturedAt)
    #expect(stamps == [.milliseconds(1_000_033)])
  }
}
