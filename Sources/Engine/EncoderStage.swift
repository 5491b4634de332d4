import Frames
import Lanes
import Recording
import Units

/// What an open encoder says of all its packets.
struct CodedStream: Sendable {
  /// What a decoder needs.
  var configuration: [UInt8]
  /// See `VideoEncoder.colour`.
  var colour: ColourCode?

  /// See `Take.coding`.
  var coding: CameraCoding? {
    colour.map { CameraCoding(configuration: configuration, colour: $0) }
  }
}

/// Where the packets of an encoder go; called on the encoder lane.
protocol PacketSink: AnyObject, Sendable {
  /// The encoder is open.
  func open(_ stream: CodedStream)
  /// The picture of a frame, whose packet comes later, is damaged.
  func damaged(_ frame: Int64)
  /// A full sentence for the user: see `VideoEncoder.note`.
  func tell(_ note: String)
  /// The next packet.
  func write(_ packet: EncodedPacket)
  /// Returns when there is room for more.
  func waitForRoom()
  /// All packets came; there are `frames` frames.
  func end(frames: Int64, damaged: Int)
  /// The encoder failed and gives nothing more.
  func fail(_ problem: Problem)
}

/// Codes the frames of one take, or of a ring, on the encoder lane and hands the packets on.
///
/// Its queue holds a bounded number of pictures. When the encoder or the disk cannot follow, a
/// picture is replaced by a repeat of the one before, which keeps the grid and costs no memory.
/// Where pictures keep their own times it is left out, and the one before lasts longer.
///
/// Unchecked: `jobs` is behind its lock, everything else is guarded by the encoder lane.
final class EncoderStage: @unchecked Sendable {
  private enum Job: Sendable {
    case frame(VideoFrame, at: Int64)
    case repeats(Range<Int64>)
    case flush
  }

  private struct Jobs: Sendable {
    var waiting: [Job] = []
    var frames = 0
    var bytes = 0
  }

  /// Most pictures and bytes that wait: half a second at 60 a second, or a few big ones.
  private static let mostFrames = 30
  private static let mostBytes = 96 << 20

  private let lane: Lane
  private let settings: VideoSettings
  private let tools: EngineTools
  private let sink: any PacketSink
  private let jobs = Locked(Jobs())
  private var encoder: (any VideoEncoder)?
  private var hasFailed = false
  private var note: String?

  init(lane: Lane, settings: VideoSettings, tools: EngineTools, sink: any PacketSink) {
    self.lane = lane
    self.settings = settings
    self.tools = tools
    self.sink = sink
  }

  /// A third of the room is taken: before a picture is lost there is time to leave others undone.
  var isBehind: Bool {
    jobs.withLock { $0.frames > Self.mostFrames / 3 || $0.bytes > Self.mostBytes / 3 }
  }

  /// Appends the picture that begins with frame `index`; false when there was no room for it.
  func write(_ frame: VideoFrame, at index: Int64) -> Bool {
    let bytes = frame.memory.count
    let fits = jobs.withLock { jobs -> Bool in
      guard jobs.frames < 2 || (jobs.frames < Self.mostFrames && jobs.bytes < Self.mostBytes)
      else { return false }
      jobs.waiting.append(.frame(frame, at: index))
      jobs.frames += 1
      jobs.bytes += bytes
      return true
    }
    guard fits else {
      if !settings.isVariable { repeatLast(at: index) }
      return false
    }
    lane.async { [self] in drain() }
    return true
  }

  /// Appends a repeat of the frame before as frame `index`.
  func repeatLast(at index: Int64) {
    jobs.withLock { jobs in
      if case .repeats(let frames)? = jobs.waiting.last {
        jobs.waiting[jobs.waiting.count - 1] = .repeats(frames.lowerBound..<index + 1)
      } else {
        jobs.waiting.append(.repeats(index..<index + 1))
      }
    }
    lane.async { [self] in drain() }
  }

  /// Has what was appended come out soon; what follows begins with a key frame.
  func flush() {
    jobs.withLock { $0.waiting.append(.flush) }
    lane.async { [self] in drain() }
  }

  /// Flushes what was appended; there are `frames` frames.
  func end(frames: Int64) {
    lane.async { [self] in
      drain()
      var damaged = 0
      attempt {
        if let encoder {
          for packet in try encoder.finish() { sink.write(packet) }
          damaged = encoder.damagedFrames
        }
      }
      encoder = nil
      sink.end(frames: frames, damaged: damaged)
    }
  }

  private func drain() {
    lane.precondition()
    while let job = nextJob() {
      switch job {
      case .frame(let frame, let index):
        attempt { try code(frame, at: index) }
        jobs.withLock { jobs in
          jobs.frames -= 1
          jobs.bytes -= frame.memory.count
        }
      case .repeats(let frames):
        for index in frames {
          attempt {
            for packet in try opened().repeatLast(index: index) { sink.write(packet) }
          }
          sink.waitForRoom()
        }
      case .flush:
        attempt { for packet in try encoder?.flush() ?? [] { sink.write(packet) } }
      }
      // A slow disk slows the encoder, which fills the queue above, which repeats frames.
      sink.waitForRoom()
    }
  }

  private func nextJob() -> Job? {
    jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private func code(_ frame: VideoFrame, at index: Int64) throws {
    let encoder = try opened(for: frame)
    let damaged = encoder.damagedFrames
    let packets = try encoder.encode(frame, index: index)
    if encoder.damagedFrames > damaged { sink.damaged(index) }
    for packet in packets { sink.write(packet) }
    if let told = encoder.note, told != note {
      note = told
      sink.tell(told)
    }
  }

  private func opened(for frame: VideoFrame? = nil) throws -> any VideoEncoder {
    if let encoder { return encoder }
    let made = try tools.makeEncoder(settings, frame?.coded?.coding)
    encoder = made
    sink.open(CodedStream(configuration: made.configuration, colour: made.colour))
    return made
  }

  private func attempt(_ body: () throws -> Void) {
    guard !hasFailed else { return }
    do {
      try body()
    } catch {
      hasFailed = true
      sink.fail(tools.describe(error))
    }
  }
}
