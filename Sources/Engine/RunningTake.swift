import Frames
import Lanes
import Recording
import Units

/// One take from its press until its file is closed; it stays on the recorder lane.
final class RunningTake {
  /// Names it.
  let ticket: RecorderMachine.Ticket
  /// Name of its file inside the session's folder.
  let file: String
  private let settings: VideoSettings
  private let hasAudio: Bool
  private let feed: any TakeFeed
  private let writer: WriterStage
  /// Pictures that come by way of a ring are nil: they are coded already.
  private var cut: CutMachine<VideoFrame?>
  private let press: MediaTime
  private var firstFrameAt: MediaTime?
  /// The first frame of its file, and how many of them lie before the take's first one.
  private var file0: (at: MediaTime, surplus: Int64)?
  private var began: Double?
  /// Its first frame, until somebody has taken it.
  private var opening: VideoFrame?
  /// Repeats among the frames that came by way of a ring.
  private var rolledRepeats = 0
  private var samplesWritten: Int64 = 0
  private var filled: Int64 = 0
  private var behind = 0
  private var confirmedUpTo = MediaTime.distantFuture
  private var hasEnded = false
  /// Its final number of frames; nil while it is still being cut.
  private(set) var length: Int64?
  /// When its length was settled or its key let go, for timeouts.
  private(set) var lastChange: MediaTime

  /// A take that begins `lead` before its press.
  init(
    ticket: RecorderMachine.Ticket, file: String, press: MediaTime, lead: MediaTime,
    allowance: Int64, settings: VideoSettings, hasAudio: Bool, feed: any TakeFeed,
    writer: WriterStage, now: MediaTime
  ) {
    self.ticket = ticket
    self.file = file
    self.settings = settings
    self.hasAudio = hasAudio
    self.feed = feed
    self.writer = writer
    self.press = press
    cut = CutMachine(
      press: press - lead, rate: settings.rate,
      ownRate: settings.isVariable ? settings.pictureRate : nil, allowance: allowance)
    lastChange = now
  }

  private var rate: FrameRate { settings.rate }

  /// Frames so far, or its length once that is settled.
  var frames: Int64 { length ?? cut.frames }

  /// Hands out its first frame, once: it must not be kept from the camera's next ones for long.
  func takeOpening() -> VideoFrame? { opening.take() }

  /// True from its first frame on.
  var hasBegun: Bool { firstFrameAt != nil }

  /// True while frames past the release are awaited.
  var isDraining: Bool { cut.releasedAt != nil && length == nil }

  /// True while many pictures wait for its encoder.
  var isBehind: Bool { feed.isBehind }

  /// When its key was let go; nil while it is down.
  var releasedAt: MediaTime? { cut.releasedAt }

  /// The ring that feeds it; nil for a take with an encoder of its own.
  var roll: Roll? { (feed as? RollFeed)?.roll }

  /// How long before its press its first frame was captured; nil before there is one.
  var leadIn: MediaTime? { firstFrameAt.map { press - $0 } }

  /// A frame came from the camera.
  func arrived(_ frame: VideoFrame) {
    carryOut(cut.arrived(frame, at: frame.capturedAt))
  }

  /// A frame of this instant came into the ring.
  func rolled(at instant: MediaTime, isRepeat: Bool) {
    let before = cut.frames
    carryOut(cut.arrived(nil, at: instant))
    if isRepeat, cut.frames > before { rolledRepeats += 1 }
  }

  /// It may have more frames than it was begun with.
  func allow(_ frames: Int64) { cut.allow(frames) }

  /// The key was let go.
  func released(at instant: MediaTime, now: MediaTime) {
    lastChange = now
    carryOut(cut.released(at: instant))
  }

  /// No more frames come in time.
  func gaveUp() { carryOut(cut.gaveUp()) }

  /// Only what was captured before `instant` is sure to belong to the take.
  func confirm(upTo instant: MediaTime) {
    confirmedUpTo = instant
    guard length == nil else { return }
    writer.confirm(frames: fileFrames(confirmedFrames))
  }

  /// Hands over the sound that is due; `isOverdue` takes silence for what has not come, and before the
  /// microphone was started there is no line.
  ///
  /// When the take's length is settled and all of its sound is handed over, its file is ended.
  func pump(_ line: AudioLine?, isOverdue: Bool) {
    guard !hasEnded else { return }
    guard hasAudio else {
      finish()
      return
    }
    // The rest of a take that has ended is little, and the line would not keep it.
    guard let line, let file0, length != nil || !writer.isFull else {
      if length == 0 { finish() }
      return
    }
    let start = file0.at.samplePosition
    let due = rate.samples(ofFrame: file0.surplus + (length ?? min(cut.frames, confirmedFrames)))
    let there = (line.end ?? start) - start
    let upTo = isOverdue ? due : min(due, there)
    if upTo > samplesWritten {
      let (samples, filled) = line.read((start + samplesWritten)..<(start + upTo))
      writer.write(samples)
      self.filled += filled
      samplesWritten = upTo
    }
    if samplesWritten >= due { finish() }
  }

  /// The take as the index keeps it, once the file is closed; of one that is not whole counts what
  /// its file holds, and without `contents` it is bad.
  func closed(_ closed: WriterStage.ClosedFile) -> Take {
    let contents = closed.contents
    let frames = min(contents?.frames ?? .max, fileFrames(length ?? 0))
    let samples = min(contents?.samples ?? samplesWritten, rate.samples(ofFrame: frames))
    var take = Take(
      file: file, frames: frames, samples: hasAudio ? samples : nil,
      dropped: losses.repeated + behind + closed.damaged, audioFilled: filled,
      leadIn: leadIn?.nanoseconds ?? 0,
      state: closed.problem == nil || contents != nil ? .ready : .bad)
    if let surplus = file0?.surplus, surplus > 0 { take.surplus = min(surplus, frames) }
    take.coding = closed.coding
    if roll != nil || closed.coding != nil { take.note(keys: closed.keys, settings: settings) }
    take.began = began
    take.framing = settings.framing
    if settings.isVariable { take.pictures = contents?.pictures ?? closed.pictures }
    return take
  }

  /// Frames repeated because the camera missed them, and those that the encoder was too far behind
  /// for.
  var losses: (repeated: Int, behind: Int) { (cut.repeated + rolledRepeats, behind) }

  /// Frames of the file up to the take's `frames`th.
  private func fileFrames(_ frames: Int64) -> Int64 {
    frames == .max ? .max : frames + (file0?.surplus ?? 0)
  }

  private var confirmedFrames: Int64 {
    guard let firstFrameAt, confirmedUpTo != .distantFuture else { return .max }
    // Counted as the cut counts a release: the frames that begin before that instant.
    let length = max(confirmedUpTo - firstFrameAt, .zero)
    let whole = rate.wholeFrames(in: length)
    return max(1, rate.time(ofFrame: whole) < length ? whole + 1 : whole)
  }

  private func finish() {
    guard let length, !hasEnded else { return }
    hasEnded = true
    feed.end(frames: fileFrames(length))
  }

  private func carryOut(_ actions: [CutMachine<VideoFrame?>.Action]) {
    for action in actions {
      switch action {
      case .begin(let instant):
        firstFrameAt = instant
        let file0 = feed.begin(at: instant)
        self.file0 = file0
        began = MonotonicClock.unixSeconds(at: file0.at)
        if confirmedUpTo != .distantFuture { writer.confirm(frames: fileFrames(confirmedFrames)) }
      case .write(let frame, let index):
        if index == 0 { opening = frame }
        if let frame, !feed.write(frame, at: index) { behind += 1 }
      case .repeatLast(let index):
        feed.repeatLast(at: index)
      case .end(let frames):
        length = frames
        // What was captured past the end may still be on its way to the file.
        writer.confirm(frames: fileFrames(frames))
        feed.hurry()
      }
    }
  }
}
