import CV4L2
import Camera
import Frames
import Recording
import Testing
import Units

private let wish = CameraWish(
  size: PixelSize(width: 16, height: 8), inputFormat: PixelFormat.h264.code)

/// An access unit of one small slice, as the driver gives it.
private func unit(_ number: UInt32, at stamp: Int64) -> FakeFrame {
  var frame = FakeFrame([0, 0, 0, 1, 0x65, UInt8(number)], at: stamp)
  frame.sequence = number
  return frame
}

@Suite struct `an H.264 camera` {
  private func numbers(_ events: [VideoSourceEvent]) -> [UInt8] {
    frames(in: events).map { $0.memory.withBytes { $0[5] } }
  }

  @Test func `gives its access units as they came`() async throws {
    let fake = FakeCamera { state in
      state.formats = ["YUYV", "H264"]
      state.colourSpace = V4L2_COLORSPACE_REC709.rawValue
      state.frames = [unit(0, at: 1_000_010), unit(1, at: 1_000_043)]
    }
    let device = try CameraDevice.open("/dev/video0", wish: wish, calls: fake.calls)
    #expect(device.facts.format == .h264)
    #expect(device.facts.got == "H264 16x8 at 30")
    let list = await events(of: device)
    #expect(numbers(list) == [0, 1] && reasons(in: list).isEmpty)
    let frame = try #require(frames(in: list).first)
    #expect(frame.format == .h264 && frame.stride == 0)
    #expect(frame.colour == ColourTags(matrix: .bt709, isFullRange: false))
    #expect(frame.memory.withBytes { Array($0) } == [0, 0, 0, 1, 0x65, 0])
    #expect(fake.isTidy)
  }

  @Test func `tells of units the driver had no buffer for, before the next one`() async throws {
    let fake = FakeCamera { state in
      state.formats = ["H264"]
      state.frames = [
        unit(7, at: 1_000_010), unit(8, at: 1_000_043), unit(12, at: 1_000_076),
        unit(13, at: 1_000_109), unit(0, at: 1_000_142),
      ]
    }
    let device = try CameraDevice.open("/dev/video0", wish: wish, calls: fake.calls)
    let list = await events(of: device)
    #expect(numbers(list) == [7, 8, 12, 13, 0], "a stream begun anew is no loss")
    #expect(reasons(in: list) == ["3 lost before it"])
    guard case .skipped = list[2] else {
      Issue.record("the loss is not told where it was: \(list)")
      return
    }
  }

  @Test func `keeps the key frame that came before anyone listened`() async throws {
    let fake = FakeCamera { state in
      state.formats = ["H264"]
      state.stale = [unit(0, at: 999_900), unit(1, at: 999_933)]
      state.frames = [unit(2, at: 1_000_010)]
    }
    let device = try CameraDevice.open("/dev/video0", wish: wish, calls: fake.calls)
    #expect(numbers(await events(of: device)) == [0, 1, 2])
  }

  @Test func `loses nothing by a gap in other formats`() async throws {
    let fake = FakeCamera { state in
      var frame = FakeFrame(picture(1), at: 1_000_010)
      state.frames = [frame]
      frame.sequence = 9
      frame.stamp += 300
      state.frames.append(frame)
    }
    let small = CameraWish(size: PixelSize(width: 16, height: 8))
    let device = try CameraDevice.open("/dev/video0", wish: small, calls: fake.calls)
    let list = await events(of: device)
    #expect(frames(in: list).count == 2 && reasons(in: list).isEmpty)
    #expect(device.facts.format == .yuyv)
  }

  @Test func `is asked for a key frame each second, as far as its driver lets itself be asked`()
    async throws
  {
    let fake = FakeCamera { state in
      state.formats = ["H264"]
      state.frames = [unit(0, at: 1_000_010)]
      state.knownControls = [cv4l2_gop_size, cv4l2_repeat_sets]
    }
    let device = try CameraDevice.open("/dev/video0", wish: wish, calls: fake.calls)
    #expect(fake.with { $0.controls } == [cv4l2_gop_size: 30, cv4l2_repeat_sets: 1])
    #expect(numbers(await events(of: device)) == [0])
    let other = FakeCamera { $0.knownControls = [cv4l2_gop_size] }
    _ = try CameraDevice.open(
      "/dev/video0", wish: CameraWish(size: PixelSize(width: 16, height: 8)), calls: other.calls)
    #expect(other.with { $0.controls.isEmpty }, "other formats have no key frames")
  }
}
