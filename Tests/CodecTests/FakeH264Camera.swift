import Codec
import Frames
import Lanes
import Recording
import Support
import Units

/// A camera's H.264: access units made by FFmpeg, and the pictures FFmpeg decodes from them.
struct AccessUnits {
  let size = PixelSize(width: 96, height: 64)
  /// Annex B bytes of each picture, parameter sets before each key frame.
  let units: [[UInt8]]
  /// Decoded planar 4:2:0 of each.
  let pictures: [[UInt8]]
  /// Pictures from key frame to key frame.
  static let interval = 20

  /// Units of the zero-latency kind that cameras send; `x264` adds settings of that library.
  init(_ count: Int = 60, tune: [String] = ["-tune", "zerolatency"], x264: [String] = []) throws {
    (units, pictures) = try CameraBytes.accessUnits(
      count, width: size.width, height: size.height, interval: Self.interval, tune: tune,
      x264: x264)
  }

  /// When unit `number` was captured.
  static func stamp(_ number: Int) -> MediaTime { .milliseconds(Int64(1000 + 33 * number)) }

  /// Unit `number` as the camera hands it over.
  func event(_ number: Int, bytes: [UInt8]? = nil) -> VideoSourceEvent {
    let bytes = bytes ?? units[number]
    let memory = FramePool().fill(capacity: bytes.count) {
      $0.copyBytes(from: bytes)
      return bytes.count
    }
    return .frame(
      VideoFrame(
        format: .h264, size: size, stride: 0,
        colour: ColourTags(matrix: .bt601, isFullRange: false),
        capturedAt: Self.stamp(number), memory: memory))
  }
}

/// A camera that says what the test tells it to say, on a lane of its own.
final class FakeH264Camera: VideoSource {
  let facts = VideoFacts(
    name: "Fake", asked: "H264 96x64 at 30", got: "H264 96x64 at 30",
    size: PixelSize(width: 96, height: 64), rate: .thirty, format: .h264)
  private let lane = Lane("fake camera")
  private let listener = Locked<(@Sendable (VideoSourceEvent) -> Void)?>(nil)

  func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    listener.withLock { $0 = deliver }
  }

  func stop() {
    _ = lane.sync { () throws(Never) in listener.withLock { $0 = nil } }
  }

  /// True once it was stopped, or before it was started.
  var isStopped: Bool { listener.current == nil }

  /// Delivers events in order; returns when the last one was handed over.
  func say(_ events: [VideoSourceEvent]) {
    _ = lane.sync { () throws(Never) in
      for event in events { listener.current?(event) }
    }
  }
}

/// What a source delivered.
struct Told: Sendable {
  /// Frames in order.
  var frames: [VideoFrame] = []
  /// Reasons of skipped ones.
  var skipped: [String] = []
  /// The last sentence.
  var lost: String?

  /// Adds what an event says.
  mutating func note(_ event: VideoSourceEvent) {
    switch event {
    case .frame(let frame): frames.append(frame)
    case .skipped(let reason): skipped.append(reason)
    case .ended(let sentence), .lost(let sentence): lost = sentence
    }
  }

  /// Which pictures of a stream the frames show, -1 for one that is none of them.
  func numbers(in units: AccessUnits) -> [Int] {
    frames.map { frame in
      frame.memory.withBytes { bytes in
        units.pictures.firstIndex { $0.elementsEqual(bytes) } ?? -1
      }
    }
  }
}
