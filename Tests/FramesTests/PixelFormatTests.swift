import Frames
import Testing
import Units

/// A picture's layout as V4L2's single-planar formats define it.
struct LayoutCase: Sendable, CustomTestStringConvertible {
  let format: PixelFormat
  let width: Int
  let height: Int
  let stride: Int
  let bytes: Int

  init(_ format: PixelFormat, _ width: Int, _ height: Int, stride: Int, bytes: Int) {
    self.format = format
    self.width = width
    self.height = height
    self.stride = stride
    self.bytes = bytes
  }

  var testDescription: String { "\(format.rawValue) \(width)x\(height)" }

  static let all: [LayoutCase] = [
    LayoutCase(.mjpeg, 1280, 720, stride: 0, bytes: 0),
    LayoutCase(.h264, 1280, 720, stride: 0, bytes: 0),
    LayoutCase(.yuyv, 1280, 720, stride: 2560, bytes: 1_843_200),
    LayoutCase(.yuyv, 7, 3, stride: 16, bytes: 48),
    LayoutCase(.uyvy, 1280, 720, stride: 2560, bytes: 1_843_200),
    LayoutCase(.uyvy, 1, 1, stride: 4, bytes: 4),
    LayoutCase(.nv12, 1280, 720, stride: 1280, bytes: 1_382_400),
    LayoutCase(.nv12, 640, 5, stride: 640, bytes: 640 * 8),
    LayoutCase(.yu12, 1280, 720, stride: 1280, bytes: 1_382_400),
    LayoutCase(.yu12, 6, 5, stride: 6, bytes: 30 + 2 * 3 * 3),
    LayoutCase(.yu12, 7, 3, stride: 7, bytes: 21 + 2 * 4 * 2),
    LayoutCase(.rgb24, 1280, 720, stride: 3840, bytes: 2_764_800),
    LayoutCase(.bgr24, 5, 3, stride: 15, bytes: 45),
    LayoutCase(.grey, 1280, 720, stride: 1280, bytes: 921_600),
    LayoutCase(.grey, 5, 3, stride: 5, bytes: 15),
  ]
}

@Suite struct `a pixel format` {
  @Test(arguments: LayoutCase.all)
  func `knows its rows and its bytes`(row: LayoutCase) {
    #expect(row.format.tightStride(width: row.width) == row.stride)
    #expect(row.format.byteCount(height: row.height, stride: row.stride) == row.bytes)
  }

  @Test(arguments: [
    (PixelFormat.yuyv, 1_310_720), (.uyvy, 1_310_720), (.rgb24, 1_310_720), (.bgr24, 1_310_720),
    (.grey, 1_310_720), (.nv12, 1_966_080), (.yu12, 1_966_080), (.mjpeg, 0),
  ])
  func `counts the padding of a driver's rows in every plane`(format: PixelFormat, bytes: Int) {
    #expect(format.byteCount(height: 640, stride: 2048) == bytes)
  }

  @Test func `is covered by the table above, whichever it is`() {
    #expect(Set(LayoutCase.all.map(\.format)) == Set(PixelFormat.allCases))
  }

  @Test(arguments: PixelFormat.allCases)
  func `is found again by its driver's code`(format: PixelFormat) {
    #expect(PixelFormat(code: format.code) == format)
    #expect(format.code.description == format.rawValue)
    #expect(format.isCompressed == [.mjpeg, .h264].contains(format))
  }

  @Test func `is refused when rushes does not take it`() throws {
    for name in ["HEVC", "NV21", "yuyv", "Y16"] {
      #expect(PixelFormat(code: try #require(FourCC(name))) == nil)
    }
    #expect(PixelFormat(code: FourCC(rawValue: 0)) == nil)
  }
}

@Suite struct `a run of samples` {
  @Test(arguments: [(1, 6), (2, 3), (6, 1), (0, 6)])
  func `counts sample frames, not samples`(channels: Int, frames: Int) {
    let chunk = AudioChunk(
      format: AudioFormat(rate: 44_100, channels: channels),
      samples: [Float](repeating: 0, count: 6), capturedAt: .zero)
    #expect(chunk.frameCount == frames)
    #expect(!chunk.followsHole)
  }
}
