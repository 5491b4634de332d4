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
  private let encoder: EncoderStage
  private let writer: WriterStage
  private var cut: CutMachine<VideoFrame>
  private var firstFrameAt: MediaTime?
  private var began: Double?
  /// Its first frame, until somebody has taken it.
  private var opening: VideoFrame?
  private var samplesWritten: Int64 = 0
  private var filled: Int64 = 0
  private var behind = 0
  private var confirmedUpTo = MediaTime.distantFuture
  private var hasEnded = false
  /// Its final number of frames; nil while it is still being cut.
  private(set) var length: Int64?
  /// When its length was settled or its key let go, for timeouts.
  private(set) var lastChange: MediaTime

  init(
    ticket: RecorderMachine.Ticket, file: String, press: MediaTime, allowance: Int64,
    settings: VideoSettings, hasAudio: Bool, encoder: EncoderStage, writer: WriterStage,
    now: MediaTime
  ) {
    self.ticket = ticket
    self.file = file
    self.settings = settings
    self.hasAudio = hasAudio
    self.encoder = encoder
    self.writer = writer
    cut = CutMachine(
      press: press, rate: settings.rate,
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

  /// A frame came from the camera.
  func arrived(_ frame: VideoFrame) {
    carryOut(cut.arrived(frame, at: frame.capturedAt))
  }

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
    writer.confirm(frames: confirmedFrames)
  }

  /// Hands over the sound that is due; `isOverdue` takes silence for what has not come.
  ///
  /// When the take's length is settled and all of its sound is handed over, its file is ended.
  func pump(_ line: AudioLine?, isOverdue: Bool) {
    guard !hasEnded else { return }
    guard hasAudio, let line else {
      finish()
      return
    }
    guard let firstFrameAt, !writer.isFull else {
      if length == 0 { finish() }
      return
    }
    let start = firstFrameAt.samplePosition
    let due = rate.samples(ofFrame: length ?? min(cut.frames, confirmedFrames))
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
  func closed(
    damaged: Int, pictures: Int64, contents: TakeContents?, isWhole: Bool
  ) -> Take {
    let frames = min(contents?.frames ?? .max, length ?? 0)
    let samples = min(contents?.samples ?? samplesWritten, rate.samples(ofFrame: frames))
    let leadIn = firstFrameAt.map { (cut.press - $0).nanoseconds } ?? 0
    var take = Take(
      file: file, frames: frames, samples: hasAudio ? samples : nil,
      dropped: cut.repeated + behind + damaged, audioFilled: filled, leadIn: leadIn,
      state: isWhole || contents != nil ? .ready : .bad)
    take.began = began
    take.framing = settings.framing
    if settings.isVariable { take.pictures = contents?.pictures ?? pictures }
    return take
  }

  /// Frames repeated because the camera missed them, and those that the encoder was too far behind
  /// for.
  var losses: (repeated: Int, behind: Int) { (cut.repeated, behind) }

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
    encoder.end(frames: length)
  }

  private func carryOut(_ actions: [CutMachine<VideoFrame>.Action]) {
    for action in actions {
      switch action {
      case .begin(let instant):
        firstFrameAt = instant
        began = MonotonicClock.unixSeconds(at: instant)
        if confirmedUpTo != .distantFuture { writer.confirm(frames: confirmedFrames) }
      case .write(let frame, let index):
        if index == 0 { opening = frame }
        if !encoder.write(frame, at: index) { behind += 1 }
      case .repeatLast(let index):
        encoder.repeatLast(at: index)
      case .end(let frames):
        length = frames
        // What was captured past the end may still be on its way to the file.
        writer.confirm(frames: frames)
      }
    }
  }
}
