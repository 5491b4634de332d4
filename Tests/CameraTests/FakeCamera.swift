import CV4L2
import Glibc
import Lanes
import Units

@testable import Camera

/// One buffer as the fake driver fills it.
struct FakeFrame {
  /// The bytes of each memory plane; they count as used.
  var planes: [[UInt8]]
  /// `V4L2_BUF_FLAG_…` bits; the monotonic clock unless said otherwise.
  var flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
  /// The driver's stamp in milliseconds of the fake clock.
  var stamp: Int64
  /// Bytes before the picture in each plane of a multi-planar buffer.
  var dataOffset = 0
  /// The driver's number of it.
  var sequence: UInt32 = 0

  /// A frame of one plane.
  init(_ bytes: [UInt8], at stamp: Int64) {
    planes = [bytes]
    self.stamp = stamp
  }
}

/// A V4L2 device in a few lines, behind `CameraCalls`: it negotiates, hands out buffers as
/// scripted, keeps a clock of its own, and counts what was opened and mapped.
final class FakeCamera: Sendable {
  /// The script and the books.
  struct State {
    // What the device is.
    var card = "Fake"
    var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
    var formats: [String] = ["YUYV"]
    var sizes: [PixelSize] = [PixelSize(width: 16, height: 8)]
    var rates: [Int64] = [30]
    var endsItsLists = true
    // What libv4l2 adds once it has the descriptor; without, it refuses.
    var convertedFormats: [String] = []
    // What it does with S_FMT and S_PARM.
    var forcedFormat: String?
    var forcedRate: (frames: Int64, seconds: Int64)?
    var stride: Int?
    var planeSizes: [Int] = [16 * 8 * 2]
    var planeStrides: [Int] = [32]
    var colourSpace: UInt32 = 0
    var hasRate = true
    // True when a picture may lie anywhere in its frame.
    var hasPlaces = false
    // Controls it knows by number, and what they were set to.
    var knownControls: Set<UInt32> = []
    var controls: [UInt32: Int32] = [:]
    // Its inputs by name; those named HDMI have a signal.
    var inputs = ["HDMI 1"]
    var input = 0
    var signal: v4l2_dv_timings?
    var signalCode: Int32 = 0
    var events: [UInt32] = []
    // Streaming: frames that lie ready before anyone polls, and those that come then.
    var stale: [FakeFrame] = []
    var frames: [FakeFrame] = []
    var repeats = false
    var pollBits: [Int32] = []
    var wasPolled = false
    // What was agreed.
    var format = v4l2_format()
    var rate = v4l2_fract(numerator: 1, denominator: 30)
    var queued: [Int] = []
    var buffers = 5
    var isStreaming = false
    // The books.
    var now: Int64 = 1_000_000
    var isOpen = false
    var usedAfterClose = false
    var mapped: [UInt: Int] = [:]
    var places: [Int: UInt] = [:]
    var trace: [CameraOperation] = []
    var pauses = 0
  }

  let state: Locked<Box>

  /// The state is shared only under its lock.
  final class Box: @unchecked Sendable {
    var value: State
    init(_ value: State) { self.value = value }
  }

  /// A device as `change` makes it; without, YUYV in 16x8 at 30.
  init(_ change: (inout State) -> Void = { _ in }) {
    var value = State()
    change(&value)
    state = Locked(Box(value))
  }

  /// Reads or changes the script while it runs.
  func with<R>(_ body: (inout State) -> R) -> R { state.withLock { body(&$0.value) } }

  /// True when nothing was left open, mapped or streaming, and nothing used after the close.
  var isTidy: Bool {
    with { !$0.isOpen && $0.mapped.isEmpty && !$0.isStreaming && !$0.usedAfterClose }
  }

  /// The device below `CameraCalls`, alone in /dev as /dev/video0.
  var calls: CameraCalls {
    CameraCalls(
      open: { path in
        self.with { state in
          state.trace.append(.open)
          guard path == "/dev/video0" else { return -ENOENT }
          state.isOpen = true
          return 7
        }
      },
      adopt: { _ in
        self.with { state in
          state.trace.append(.adopt)
          state.formats += state.convertedFormats
          return state.convertedFormats.isEmpty ? -EINVAL : 0
        }
      },
      close: { _ in
        self.with { state in
          state.trace.append(.close)
          state.usedAfterClose = state.usedAfterClose || !state.isOpen
          state.isOpen = false
          return 0
        }
      },
      ioctl: { operation, _, argument in
        self.with { state in
          state.trace.append(operation)
          if !state.isOpen { state.usedAfterClose = true }
          return state.answer(operation, argument)
        }
      },
      map: { _, length, offset, address in
        let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
        address = memory
        let place = UInt(bitPattern: memory)
        self.with { state in
          state.trace.append(.map)
          state.mapped[place] = length
          state.places[Int(offset)] = place
        }
        return 0
      },
      unmap: { address, _ in
        self.with { state in
          state.trace.append(.unmap)
          if !state.isOpen { state.usedAfterClose = true }
          state.mapped[UInt(bitPattern: address)] = nil
        }
        address.deallocate()
        return 0
      },
      poll: { _, milliseconds in self.with { $0.poll(Int64(milliseconds)) } },
      pause: { milliseconds in
        self.with { state in
          state.pauses += 1
          state.now += milliseconds
        }
      },
      now: { .milliseconds(self.with { $0.now }) },
      files: .fake(names: ["/dev": ["video0", "null"]]))
  }
}

extension CameraFiles {
  /// A file system of a few folders, links and lines.
  static func fake(
    names: [String: [String]] = [:], links: [String: String] = [:],
    lines: [String: String] = [:], access: CameraAccess? = nil
  ) -> CameraFiles {
    CameraFiles(
      names: { names[$0] ?? [] }, link: { links[$0] },
      resolved: { path in
        links[path]
          ?? (names.contains { folder, list in list.contains { "\(folder)/\($0)" == path } }
            ? path : nil)
      },
      line: { lines[$0] }, access: { _ in access })
  }
}
