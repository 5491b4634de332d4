import Frames
import Lanes
import Recording
import Units

/// An encoder that never stops, and the ring of what it made; it stays on the recorder lane.
///
/// All pictures are laid on one grid, by the same rules as those of a take. Any number of takes are
/// fed from it at once, each of them from an instant that may have passed when it is begun.
final class Roll {
  /// A late press is at most that late: what a picture of the history is kept for, see `CaptureRig`.
  private static let patience = MediaTime.milliseconds(500)

  /// Tells it from those before.
  let number: Int
  /// What it was made for.
  let wish: RollWish
  /// Its newest frames.
  private(set) var ring: Ring<EncodedPacket>
  /// What its encoder says of all its packets; nil until that is open.
  private(set) var stream: CodedStream?
  /// True when the last packet has come.
  private(set) var isOver = false
  private var cut: CutMachine<VideoFrame>
  private let sink: RollSink
  private let encoder: EncoderStage
  private var feeds: [RollFeed] = []
  /// The newest pictures as they came, each on its frame.
  private var pictures: [(frame: Int64, picture: VideoFrame)] = []

  /// Begins with the first picture that comes; `report` is called on the encoder lane, and what it
  /// tells belongs to `happened`.
  init(
    number: Int, wish: RollWish, tools: EngineTools, encoderLane: Lane,
    report: @escaping @Sendable (RollSink.Event) -> Void
  ) {
    self.number = number
    self.wish = wish
    let settings = wish.settings.rolling
    ring = Ring(length: wish.length + Self.patience, rate: settings.rate)
    cut = CutMachine(press: MediaTime(nanoseconds: .min), rate: settings.rate)
    sink = RollSink(report)
    encoder = EncoderStage(lane: encoderLane, settings: settings, tools: tools, sink: sink)
  }

  /// How its pictures are coded.
  var settings: VideoSettings { wish.settings.rolling }

  /// True while many pictures wait for its encoder.
  var isBehind: Bool { encoder.isBehind }

  /// How much of what it was made for is there.
  var inHand: MediaTime { min(ring.inHand, wish.length) }

  /// A frame came from the camera; returns the frames of the grid that it fills, and the missing
  /// ones before it.
  func arrived(_ frame: VideoFrame) -> Range<Int64> {
    carryOut(cut.arrived(frame, at: frame.capturedAt))
  }

  /// No more frames come; the last one is repeated up to `instant`, where that is given.
  func end(at instant: MediaTime? = nil) -> Range<Int64> {
    let repeats = instant.map { cut.released(at: $0) } ?? []
    return carryOut(repeats + cut.gaveUp())
  }

  /// The frame whose picture is the newest one captured at or before `instant`, of those that are
  /// still at hand; nil before the first one.
  func picture(at instant: MediaTime) -> (frame: Int64, picture: VideoFrame)? {
    let found = pictures.last { ring.time(of: $0.frame) <= instant } ?? pictures.first
    guard let found else { return nil }
    // Missing frames behind it show the same picture.
    let last = ring.frames.last { ring.time(of: $0) <= instant } ?? found.frame
    return (max(found.frame, last), found.picture)
  }

  /// Feeds a take from now on.
  func feed(_ writer: WriterStage) -> RollFeed {
    let feed = RollFeed(self, writer: writer)
    feeds.append(feed)
    sink.writers.withLock { $0.append(writer) }
    return feed
  }

  /// A take has all it needs.
  func dismiss(_ feed: RollFeed) {
    feeds.removeAll { $0 === feed }
    sink.writers.withLock { $0.removeAll { $0 === feed.writer } }
  }

  /// Has what is at the encoder come out soon, unless it has come already.
  func flush() {
    if let newest = ring.frames.last, ring[newest] == nil { encoder.flush() }
  }

  /// Something came from the encoder.
  func happened(_ event: RollSink.Event) {
    switch event {
    case .opened(let stream):
      self.stream = stream
      for feed in feeds { feed.open() }
    case .damaged(let frame):
      ring.damaged(frame)
    case .coded(let packet):
      ring.coded(packet.frame, packet, bytes: packet.bytes.count, isKey: packet.isKey)
    case .told:
      break
    case .ended:
      isOver = true
    case .failed(let problem):
      for feed in feeds { feed.writer.fail(problem) }
    }
    for feed in feeds { feed.pump() }
  }

  private func keep(_ picture: VideoFrame, at frame: Int64) {
    pictures.append((frame, picture))
    if pictures.count > CaptureRig.mostHistory { pictures.removeFirst() }
  }

  private func carryOut(_ actions: [CutMachine<VideoFrame>.Action]) -> Range<Int64> {
    let before = ring.frames.upperBound
    for action in actions {
      switch action {
      case .begin:
        break
      case .write(let frame, let index):
        let isCoded = encoder.write(frame, at: index)
        ring.captured(at: frame.capturedAt, isRepeat: !isCoded)
        if isCoded { keep(frame, at: index) }
      case .repeatLast(let index):
        encoder.repeatLast(at: index)
        ring.captured(at: ring.time(of: index), isRepeat: true)
      case .end(let frames):
        encoder.end(frames: frames)
      }
    }
    return before..<ring.frames.upperBound
  }
}

/// Hands what the encoder of a ring makes to the recorder lane.
final class RollSink: PacketSink {
  /// What comes from the encoder, in this order.
  enum Event: Sendable {
    /// It is open.
    case opened(CodedStream)
    /// The picture of a frame that is not coded yet is damaged.
    case damaged(Int64)
    /// A sentence for the user.
    case told(String)
    /// The next frame.
    case coded(EncodedPacket)
    /// It failed; nothing more is coded.
    case failed(Problem)
    /// Everything came.
    case ended
  }

  /// Writers of the takes that are fed now.
  let writers = Locked<[WriterStage]>([])
  private let report: @Sendable (Event) -> Void

  init(_ report: @escaping @Sendable (Event) -> Void) { self.report = report }

  func open(_ stream: CodedStream) { report(.opened(stream)) }

  func damaged(_ frame: Int64) { report(.damaged(frame)) }

  func tell(_ note: String) { report(.told(note)) }

  func write(_ packet: EncodedPacket) { report(.coded(packet)) }

  /// A slow disk slows the encoder while a take is written.
  func waitForRoom() { for writer in writers.current { writer.waitForRoom() } }

  func end(frames: Int64, damaged: Int) { report(.ended) }

  func fail(_ problem: Problem) { report(.failed(problem)) }
}
