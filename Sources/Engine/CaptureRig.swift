package import Frames
import Lanes
package import Recording
package import Units

/// Receives pictures and sound from launch on and cuts takes out of them.
///
/// Unchecked: everything is guarded by the recorder lane.
package final class CaptureRig: @unchecked Sendable {
  /// What happened to a take or a source.
  package enum Event: Sendable {
    /// The take's first frame, captured so long before its press, is on its way into the file; it
    /// is nil where it came by way of a ring.
    case began(RecorderMachine.Ticket, VideoFrame?, leadIn: MediaTime)
    /// The take has this many frames by now.
    case advanced(RecorderMachine.Ticket, frames: Int64)
    /// The take's length is settled.
    case cut(RecorderMachine.Ticket, frames: Int64)
    /// The take's file is closed.
    case closed(RecorderMachine.Ticket, Take, Problem?)
    /// The frame of a live photo's shutter, and how many frames of its take lie before it.
    case shot(RecorderMachine.Ticket, VideoFrame, lead: Int64)
    /// No frame of a live photo came, nor will one.
    case missed(RecorderMachine.Ticket)
    /// The camera came to its end, and nothing is wrong; a full sentence.
    case cameraEnded(String)
    /// The camera failed and delivers nothing more; a full sentence.
    case cameraLost(String)
    /// The microphone delivers nothing more; a full sentence.
    case microphoneLost(String)
    /// The ring's encoder failed; takes do without a ring.
    case rollFailed(Problem)
    /// An encoder has something to say: see `VideoEncoder.note`.
    case told(String)
    /// The disk is so far behind that pictures would be lost from this instant on; told with each.
    case diskFellBehind(at: MediaTime)
  }

  /// Pictures kept so that a press that arrives late still finds the one before it.
  private static let historyLength = MediaTime.milliseconds(500)
  /// At 60 a second they reach back 0.2 s: a program that is loaded from disk to say that a button
  /// went down may take that long.
  static let mostHistory = 12
  /// A frame past the release comes within this time or never: ten frames at 10 a second.
  private static let drainTime = MediaTime.seconds(Int64(1))

  let lane: Lane
  let tools: EngineTools
  private var camera: any VideoSource
  private(set) var microphone: (any AudioSource)?
  let encoderLane = Lane("encoder")
  /// What waits for the disk.
  let backlog = Backlog()
  private let writerLane: Lane
  private let preview: PreviewStage
  private let now: @Sendable () -> MediaTime
  let report: @Sendable (Event) -> Void

  private var sound: SoundInput?
  private(set) var history: [VideoFrame] = []
  private(set) var running: [RunningTake] = []
  /// What the ring is to be; nil for none.
  var rollWish: RollWish?
  /// The ring; nil when there is none, or no picture for it.
  var roll: Roll?
  /// All whose last packets have not come.
  var rolls: [Roll] = []
  var rollNumber = 0
  /// Live photos whose shutter's frame has not come.
  var shots: [AwaitedShot] = []
  /// What an encoder said last.
  private var told: String?
  /// What could not be kept, and is not tried again.
  var failedRoll: RollWish?
  /// How far back the ring may ever be asked to reach.
  private let reach: MediaTime
  private(set) var cameraHasEnded = false
  /// Numbers the cameras, so that what an earlier one still has on its way is known as such.
  private var cameraNumber = 0
  private var microphoneNumber = 0

  /// What was counted since the camera began.
  package private(set) var counts = SourceCounts()
  /// How loud the microphone is, ten times a second; nil while there is no sound.
  private(set) var levels: Levels?

  /// Joins opened sources to the lanes; nothing is delivered before `start`.
  ///
  /// Sound is kept so long that takes may begin `reach` before their press.
  init(
    lane: Lane, writerLane: Lane, tools: EngineTools, preview: PreviewStage,
    camera: any VideoSource, microphone: (any AudioSource)?, reach: MediaTime = .zero,
    now: @escaping @Sendable () -> MediaTime, report: @escaping @Sendable (Event) -> Void
  ) {
    self.lane = lane
    self.writerLane = writerLane
    self.tools = tools
    self.preview = preview
    self.camera = camera
    self.microphone = microphone
    self.reach = reach
    self.now = now
    self.report = report
  }

  /// Starts both sources.
  package func start() throws {
    lane.precondition()
    if let microphone { try start(microphone) }
    startCamera()
  }

  private func start(_ microphone: any AudioSource) throws {
    sound = SoundInput(
      format: microphone.facts.format,
      converter: try tools.makeConverter(microphone.facts.format),
      startedAt: now(), reach: reach, after: sound)
    microphoneNumber += 1
    let number = microphoneNumber
    let chunks = Channel<AudioSourceEvent>(to: lane, capacity: 1000) { [weak self] event in
      self?.arrived(event, from: number)
    }
    microphone.start { chunks.send($0) }
  }

  private func startCamera() {
    cameraHasEnded = false
    cameraNumber += 1
    let number = cameraNumber
    // Two seconds of pictures at most wait for this lane, which never waits for anything.
    let frames = Channel<VideoSourceEvent>(to: lane, capacity: 60) { [weak self] event in
      self?.arrived(event, from: number)
    }
    camera.start { frames.send($0) }
  }

  /// Stops both sources; takes must have ended before.
  package func stop() {
    let sources = lane.sync { [self] () throws(Never) in (camera, microphone) }
    guard case .success(let (camera, microphone)) = sources else { return }
    camera.stop()
    microphone?.stop()
  }

  /// What the camera was asked for and gives.
  package var facts: VideoFacts {
    lane.precondition()
    return camera.facts
  }

  /// Takes nothing of the camera any more, and returns it to be stopped; takes must have ended.
  package func letCameraGo() -> any VideoSource {
    lane.precondition()
    cameraHasEnded = true
    cameraNumber += 1
    history = []
    endRoll()
    preview.goDark()
    counts = SourceCounts()
    return camera
  }

  /// Goes on with another camera after the one before was let go.
  package func use(_ camera: any VideoSource) {
    lane.precondition()
    self.camera = camera
    startCamera()
  }

  /// True while a microphone that was lost may be replaced: no take has to be told which one it
  /// hears.
  var canChangeMicrophone: Bool {
    lane.precondition()
    return sound?.isLost == true && running.isEmpty
  }

  /// Goes on with the microphone that takes the lost one's place, which was stopped before.
  func use(_ microphone: any AudioSource) throws {
    lane.precondition()
    try start(microphone)
    self.microphone = microphone
  }

  /// True once the first picture came, and sound where there is a microphone.
  package var isWarm: Bool {
    lane.precondition()
    return !history.isEmpty && (sound == nil || sound?.isFlowing == true)
  }

  /// Without sound in new takes: silence is recorded in its place.
  package var isMuted: Bool {
    get { sound?.isMuted ?? false }
    set { sound?.isMuted = newValue }
  }

  /// True once the microphone delivers nothing more.
  var isSoundLost: Bool { sound?.isLost ?? false }

  /// How far the sound is from its pictures; nil while that is not known.
  var soundOffset: SoundOffset? { sound?.offset }

  /// Sound lost so far and replaced by silence.
  package var soundFilled: MediaTime { sound?.filled ?? .zero }

  /// Begins a take, coded by `settings`, whose file is to lie at `path`.
  ///
  /// Where there is a ring, the take begins `lead` before its press, and is coded as the ring is.
  package func begin(
    _ ticket: RecorderMachine.Ticket, press: MediaTime, lead: MediaTime = .zero, allowance: Int64,
    settings: VideoSettings, file: String, path: String
  ) {
    lane.precondition()
    let roll = rollForTake()
    let settings = roll?.settings ?? settings
    // A key may be down before the sources were started: sound is still to come.
    let hasAudio = microphone != nil
    let writer = WriterStage(
      lane: writerLane, tools: tools, path: path,
      label: TakeLabel(settings: settings, pressed: MonotonicClock.unixSeconds(at: press)),
      hasAudio: hasAudio, backlog: backlog
    ) { [weak self] event in
      guard let self else { return }
      lane.async { self.happened(event, to: ticket) }
    }
    let feed: any TakeFeed =
      roll?.feed(writer)
      ?? EncoderStage(lane: encoderLane, settings: settings, tools: tools, sink: writer)
    let take = RunningTake(
      ticket: ticket, file: file, press: press, lead: roll == nil ? .zero : lead,
      allowance: allowance, settings: settings, hasAudio: hasAudio, feed: feed,
      writer: writer, now: now())
    running.append(take)
    if let roll {
      follow(take) { hand(roll.ring.frames, of: roll, to: take) }
    } else {
      for frame in history { follow(take) { take.arrived(frame) } }
    }
    if cameraHasEnded { follow(take) { take.gaveUp() } }
  }

  /// The take may have more frames than it was begun with.
  package func allow(_ ticket: RecorderMachine.Ticket, frames: Int64) {
    lane.precondition()
    take(ticket)?.allow(frames)
  }

  /// The key was let go: the take ends with the last frame captured before `instant`.
  package func end(_ ticket: RecorderMachine.Ticket, at instant: MediaTime) {
    lane.precondition()
    guard let take = take(ticket) else { return }
    follow(take) { take.released(at: instant, now: now()) }
  }

  /// Only what was captured before `instant` is sure to belong to the newest take.
  package func confirm(upTo instant: MediaTime) {
    lane.precondition()
    running.last?.confirm(upTo: instant)
  }

  /// Looks after what did not come; called several times a second.
  package func tick(now: MediaTime) {
    lane.precondition()
    levels = sound?.levels(at: now)
    for take in running {
      if take.isDraining, now - take.lastChange > Self.drainTime {
        if let roll = take.roll, let release = take.releasedAt { end(roll, at: release) }
        follow(take) { take.gaveUp() }
      }
      take.pump(sound?.line, isOverdue: sound?.isOverdue(now: now) ?? false)
    }
  }

  private func arrived(_ event: VideoSourceEvent, from number: Int) {
    lane.precondition()
    guard number == cameraNumber else { return }
    switch event {
    case .frame(let frame):
      counts.arrived(frame)
      history.append(frame)
      while history.count > Self.mostHistory
        || history[0].capturedAt + Self.historyLength < frame.capturedAt
      { history.removeFirst() }
      for take in running where take.length == nil && take.roll == nil {
        follow(take) { take.arrived(frame) }
      }
      roll(frame)
      // The live picture is the first to be left out.
      if !isBehind { preview.offer(frame) }
      if backlog.isFull, !running.isEmpty { report(.diskFellBehind(at: frame.capturedAt)) }
    case .skipped:
      counts.bad += 1
    case .ended(let sentence):
      cameraHasEnded = true
      report(.cameraEnded(sentence))
      endTakes()
    case .lost(let sentence):
      cameraHasEnded = true
      report(.cameraLost(sentence))
      endTakes()
    }
  }

  /// True while encoders or the disk have much to catch up with.
  private var isBehind: Bool {
    backlog.isLong || roll?.isBehind == true || running.contains { $0.isBehind }
  }

  /// The machine slept: pictures from before it are none of the next take's.
  func woke() {
    lane.precondition()
    history = []
    endRoll()
  }

  private func endTakes() {
    preview.goDark()
    endRoll()
    missShots()
    for take in running where take.length == nil { follow(take) { take.gaveUp() } }
  }

  private func arrived(_ event: AudioSourceEvent, from number: Int) {
    lane.precondition()
    guard number == microphoneNumber else { return }
    switch event {
    case .chunk(let chunk):
      // After a failure more chunks come, which would only fail and be reported again.
      guard sound?.isLost == false else { return }
      do {
        try sound?.append(chunk)
      } catch {
        sound?.isLost = true
        report(.microphoneLost(tools.describe(error).sentence))
      }
      for take in running { pump(take) }
    case .lost(let sentence):
      sound?.isLost = true
      report(.microphoneLost(sentence))
      for take in running { pump(take) }
    }
  }

  /// Lets `body` change a take and reports what came of it.
  func follow(_ take: RunningTake, _ body: () -> Void) {
    let before = (take.hasBegun, take.frames, take.length)
    body()
    if let leadIn = take.leadIn, !before.0 {
      report(.began(take.ticket, take.takeOpening(), leadIn: leadIn))
    }
    if take.frames != before.1 { report(.advanced(take.ticket, frames: take.frames)) }
    if let length = take.length, before.2 == nil { report(.cut(take.ticket, frames: length)) }
    counts.note(take.losses, of: take.ticket)
    pump(take)
  }

  private func pump(_ take: RunningTake) {
    take.pump(sound?.line, isOverdue: sound?.isOverdue(now: now()) ?? false)
  }

  private func happened(_ event: WriterStage.Event, to ticket: RecorderMachine.Ticket) {
    lane.precondition()
    switch event {
    case .wrote(let bytes, let frames):
      counts.wrote(bytes, frames: frames, into: ticket)
    case .failed:
      if let take = take(ticket) { follow(take) { take.gaveUp() } }
    case .told(let note):
      tell(note)
    case .closed(let file):
      guard let take = take(ticket) else { return }
      running.removeAll { $0.ticket == ticket }
      counts.closed(ticket)
      report(.closed(ticket, take.closed(file), file.problem))
    }
  }

  /// Says once what each take of a camera would say again.
  func tell(_ note: String) {
    guard told != note else { return }
    told = note
    report(.told(note))
  }

  private func take(_ ticket: RecorderMachine.Ticket) -> RunningTake? {
    running.first { $0.ticket == ticket }
  }
}
