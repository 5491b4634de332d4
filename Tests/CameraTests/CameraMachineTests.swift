import CV4L2
import Frames
import Testing
import Units

@testable import Camera

private let monotonic = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)

@Suite struct `the stamp of a frame` {
  @Test(arguments: [
    // (flags, driver's stamp, dequeued at, stamp), in milliseconds
    (monotonic, 99_960, 100_000, 99_960),
    (monotonic, 100_090, 100_000, 100_090),
    (monotonic, 0, 100_000, 100_000),
    (monotonic, 80_000, 100_000, 100_000),
    (monotonic, 1_700_000_000_000, 100_000, 100_000),
    (0, 99_960, 100_000, 100_000),
    (UInt32(V4L2_BUF_FLAG_TIMESTAMP_COPY), 99_960, 100_000, 100_000),
  ])
  func `is the driver's where it can be of our clock`(
    flags: UInt32, driver: Int64, now: Int64, stamp: Int64
  ) {
    var machine = StampMachine()
    let given = machine.stamp(
      flags: flags, driver: .milliseconds(driver), now: .milliseconds(now))
    #expect(given == .milliseconds(stamp))
  }

  @Test func `rises strictly`() {
    var machine = StampMachine()
    let given = [1000, 1000, 990, 1001, 1000, 1033].map { (stamp: Int64) in
      machine.stamp(flags: monotonic, driver: .milliseconds(stamp), now: .milliseconds(1040))
    }
    #expect(
      given.map { $0?.nanoseconds } == [1_000_000_000, nil, nil, 1_001_000_000, nil, 1_033_000_000])
  }
}

@Suite struct `the watch over a delivery` {
  @Test func `gives a silent camera up after five seconds`() {
    var machine = DeliveryMachine(rate: .thirty, now: .zero)
    #expect(machine.nothingCame(at: .milliseconds(4999)) == .wait)
    machine.bufferCame(at: .milliseconds(4999))
    #expect(machine.nothingCame(at: .milliseconds(9998)) == .wait)
    #expect(machine.nothingCame(at: .milliseconds(9999)) == .lost(.stalled))
  }

  @Test func `waits five periods of a slow camera`() throws {
    let slow = try #require(FrameRate(1, per: 4))
    var machine = DeliveryMachine(rate: slow, now: .zero)
    #expect(machine.nothingCame(at: .milliseconds(19_999)) == .wait)
    #expect(machine.nothingCame(at: .milliseconds(20_000)) == .lost(.stalled))
  }

  @Test func `gives up at the fifth failure in a row`() {
    var machine = DeliveryMachine(rate: .thirty, now: .zero)
    for _ in 0..<4 { #expect(machine.failed(.inputOutput) == .retry) }
    machine.bufferCame(at: .zero)
    for _ in 0..<4 { #expect(machine.failed(.inputOutput) == .retry) }
    #expect(machine.failed(.inputOutput) == .lost(.inputOutput))
  }

  @Test func `gives up at once when the camera is gone`() {
    var machine = DeliveryMachine(rate: .thirty, now: .zero)
    #expect(machine.failed(.noDevice) == .lost(.noDevice))
  }
}

@Suite struct `a JPEG from a camera` {
  private static let body = [0xff, 0xd8] + [UInt8](repeating: 7, count: 200)

  private func judge(_ bytes: [UInt8]) -> FrameJudge.Verdict {
    let layout = FrameLayout(format: .mjpeg, size: PixelSize(width: 16, height: 8), strides: [0])
    return bytes.withUnsafeBytes { FrameJudge.judge([$0], flags: 0, layout: layout) }
  }

  @Test func `is whole with its end, with or without zeros behind it`() {
    #expect(judge(Self.body + [0xff, 0xd9]) == .whole(204))
    #expect(judge(Self.body + [0xff, 0xd9] + [UInt8](repeating: 0, count: 60)) == .whole(204))
  }

  @Test func `is bad when cut off, empty, short or something else`() {
    #expect(judge(Self.body) == .bad("a JPEG without its end"))
    #expect(judge(Self.body + [0xff, 0xd9, 1]) == .bad("a JPEG without its end"))
    #expect(judge([]) == .bad("empty"))
    #expect(judge([0xff, 0xd8, 0xff, 0xd9]) == .bad("too short for a JPEG: 4 bytes"))
    #expect(judge([UInt8](repeating: 0, count: 500)) == .bad("not a JPEG"))
    #expect(
      judge([0xff, 0xd8] + [UInt8](repeating: 0, count: 500)) == .bad("a JPEG without its end"))
  }
}

@Suite struct `an H.264 access unit from a camera` {
  private func judge(_ bytes: [UInt8]) -> FrameJudge.Verdict {
    let layout = FrameLayout(format: .h264, size: PixelSize(width: 16, height: 8), strides: [0])
    return bytes.withUnsafeBytes { FrameJudge.judge([$0], flags: 0, layout: layout) }
  }

  @Test func `is taken whole when it begins with a start code`() {
    #expect(judge([0, 0, 0, 1, 0x67, 9]) == .whole(6))
    #expect(judge([0, 0, 1, 0x41, 0]) == .whole(5))
    #expect(judge([0, 0, 0, 0, 0, 1, 9]) == .whole(7))
  }

  @Test(arguments: [
    [0, 0, 0, 5, 0x67, 1, 2, 3, 4], [0, 1, 0x67], [0x67, 0, 0, 1], [0, 0, 1], [0, 0, 0, 0], [0],
  ])
  func `is bad without a start code and something behind it`(bytes: [UInt8]) {
    #expect(judge(bytes) == .bad("not an H.264 byte stream"))
  }

  @Test func `is bad when empty`() { #expect(judge([]) == .bad("empty")) }
}

@Suite struct `the layout of a frame` {
  private let size = PixelSize(width: 4, height: 2)

  private func copied(_ layout: FrameLayout, _ planes: [[UInt8]]) -> [UInt8] {
    var target = [UInt8](repeating: 99, count: layout.byteCount)
    let joined = planes.flatMap { $0 }
    joined.withUnsafeBytes { bytes in
      var start = 0
      let parts = planes.map { plane in
        defer { start += plane.count }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + plane.count])
      }
      target.withUnsafeMutableBytes { layout.copy(parts, to: $0) }
    }
    return target
  }

  @Test func `keeps chroma rows where ours belong, whatever the driver's are`() {
    // Luma rows of 6; chroma rows of 3 with us, of 2 and 4 with the driver.
    let layout = FrameLayout(format: .yu12, size: size, strides: [6, 2, 4])
    let planes: [[UInt8]] = [[1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2], [3, 3], [4, 4, 4, 4]]
    #expect(layout.needed(plane: 0) == 12)
    #expect(layout.needed(plane: 2) == 4)
    #expect(copied(layout, planes) == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 99, 4, 4, 4])
  }

  @Test func `takes a frame in one memory as it lies, without what follows it`() {
    let layout = FrameLayout(format: .nv12, size: size, strides: [5])
    let bytes = [UInt8](0..<20)
    #expect(layout.needed(plane: 0) == 15)
    #expect(copied(layout, [bytes]) == Array(bytes.prefix(15)))
  }

  @Test func `believes no stride shorter than a row`() {
    #expect(FrameLayout(format: .rgb24, size: size, strides: [0]).stride == 12)
    #expect(FrameLayout(format: .rgb24, size: size, strides: [4]).stride == 12)
    #expect(FrameLayout(format: .nv12, size: size, strides: [8, 0]).strides == [8, 8])
  }
}

@Suite struct `the colours of a camera` {
  private func tags(
    _ format: PixelFormat, _ space: v4l2_colorspace = V4L2_COLORSPACE_DEFAULT,
    _ encoding: v4l2_ycbcr_encoding = V4L2_YCBCR_ENC_DEFAULT,
    _ quantization: v4l2_quantization = V4L2_QUANTIZATION_DEFAULT, isHighDefinition: Bool = false
  ) -> ColourTags {
    ColourTags(
      camera: format, colourSpace: space.rawValue, encoding: encoding.rawValue,
      quantization: quantization.rawValue, isHighDefinition: isHighDefinition)
  }

  private func limited(_ matrix: ColourTags.Matrix) -> ColourTags {
    ColourTags(matrix: matrix, isFullRange: false)
  }

  private func full(_ matrix: ColourTags.Matrix) -> ColourTags {
    ColourTags(matrix: matrix, isFullRange: true)
  }

  @Test func `are limited BT.601 for a webcam that says sRGB or nothing`() {
    #expect(tags(.yuyv) == limited(.bt601))
    #expect(tags(.nv12, V4L2_COLORSPACE_SRGB) == limited(.bt601))
    #expect(tags(.yuyv, V4L2_COLORSPACE_SMPTE170M) == limited(.bt601))
  }

  @Test func `follow what the driver names`() {
    #expect(tags(.yuyv, V4L2_COLORSPACE_REC709) == limited(.bt709))
    #expect(tags(.yuyv, V4L2_COLORSPACE_JPEG) == full(.bt601))
    #expect(tags(.yuyv, V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_709) == limited(.bt709))
    #expect(
      tags(.yuyv, V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_601, V4L2_QUANTIZATION_FULL_RANGE)
        == full(.bt601))
    #expect(
      tags(
        .yuyv, V4L2_COLORSPACE_JPEG, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_LIM_RANGE)
        == limited(.bt601))
  }

  @Test func `are BT.709 for an unnamed high-definition signal`() {
    #expect(tags(.yuyv, isHighDefinition: true) == limited(.bt709))
  }

  @Test func `are full range for JPEG, RGB and grey`() {
    #expect(tags(.mjpeg, V4L2_COLORSPACE_REC709) == full(.bt601))
    #expect(tags(.rgb24) == full(.none))
    #expect(tags(.grey, V4L2_COLORSPACE_SRGB) == full(.none))
    #expect(
      tags(
        .bgr24, V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_LIM_RANGE)
        == limited(.none))
  }
}

@Suite struct `a rate measured by a device` {
  @Test(
    arguments: [
      (10_000_000, 333_333, 30, 1), (25_175_000, 420_000, 60_000, 1001), (60, 1, 60, 1),
      (30_000, 1001, 30_000, 1001), (25, 2, 25, 2), (148_500_000, 2_475_000, 60, 1),
      (10_000_000, 666_666, 15, 1),
    ] as [(Int64, Int64, Int64, Int64)])
  func `is set right to its standard rate`(
    frames: Int64, seconds: Int64, standardFrames: Int64, standardSeconds: Int64
  ) {
    #expect(
      FrameRate(measured: frames, per: seconds)
        == FrameRate(standardFrames, per: standardSeconds))
  }

  @Test func `is none without a number`() {
    #expect(FrameRate(measured: 0, per: 1) == nil)
    #expect(FrameRate(interval: v4l2_fract(numerator: 0, denominator: 30)) == nil)
  }

  @Test func `of an interlaced signal counts pictures, slowed down where it says so`() {
    // 1080i59.94 as the kernel describes it.
    var timings = v4l2_dv_timings()
    timings.bt.width = 1920
    timings.bt.height = 1080
    timings.bt.interlaced = 1
    timings.bt.pixelclock = 74_250_000
    timings.bt.hfrontporch = 88
    timings.bt.hsync = 44
    timings.bt.hbackporch = 148
    timings.bt.vfrontporch = 2
    timings.bt.vsync = 5
    timings.bt.vbackporch = 15
    timings.bt.il_vfrontporch = 2
    timings.bt.il_vsync = 5
    timings.bt.il_vbackporch = 16
    #expect(CameraSignal(timings).rate == .thirty)
    timings.bt.flags = UInt32(V4L2_DV_FL_REDUCED_FPS)
    #expect(CameraSignal(timings).rate == FrameRate(30_000, per: 1001))
  }
}
