package import Lanes
import Merging
package import Recording
package import Screens
package import Units

/// Carries out what the recorder's machine decides: takes, index, merge, leaving.
///
/// Unchecked: everything is guarded by the recorder lane, except `snapshot`, behind its lock.
package final class Recorder: @unchecked Sendable {
  /// What the recorder tells its shell; called on the recorder lane.
  package enum Event: Sendable {
    /// The running take ended by itself: a held key means nothing any more.
    case holdEnded
    /// A take's file is closed.
    case takeClosed(Take)
    /// The movie stands.
    case saved(SavedMovie, [Take])
    /// A live photo stands; they are counted from 1 in the order of the shutter.
    case photo(LivePhoto, Int)
    /// Recording goes on, but not as it was: a sentence for the user.
    case warning(String)
    /// The camera came to its end, as a file that is played does: a sentence for the user.
    case cameraEnded(String)
    /// Something went wrong; what was recorded is safe.
    case problem(Problem)
    /// Everything is closed: the shell should leave.
    case left(Farewell)
  }

  /// How the recorder was left, and what it leaves behind.
  package struct Farewell: Sendable, Hashable {
    /// Takes that stay on disk.
    package struct Kept: Sendable, Hashable {
      /// The session's name.
      package var id: String
      /// How many takes.
      package var takes: Int
      /// The sum of their lengths.
      package var length: MediaTime
    }

    /// Why it was left.
    package var reason: RecorderMachine.Reason
    /// What stays on disk; nil when nothing does.
    package var kept: Kept?
    /// True when it was not waited for the disk: what that has not taken is lost.
    package var isAbandoned = false
  }

  /// What the recorder works with.
  package struct Parts: Sendable {
    /// The hands.
    package var tools: EngineTools
    /// The first camera, opened.
    package var camera: any VideoSource
    /// Which one it is.
    package var choice: CameraChoice
    /// Those that can take its place.
    package var otherCameras: OtherCameras
    /// The microphone, opened; nil without one.
    package var microphone: (any AudioSource)?
    /// Opens the same one again when it was lost and is back; nil for what cannot come back.
    package var reopenMicrophone: (@Sendable () throws -> any AudioSource)?
    /// How the first session's takes are coded.
    package var settings: VideoSettings
    /// The session's folder.
    package var folder: any SessionFolder
    /// What is in it already.
    package var index: SessionIndex
    /// Begins a session for the next movie.
    package var nextFolder: @Sendable () throws -> (any SessionFolder, SessionIndex)
    /// Where the run's n-th movie goes, counted from 1.
    package var place: @Sendable (Int) -> any MoviePlace
    /// The length allowed; nil without a limit.
    package var limit: MediaTime?
    /// True when spending the budget saves by itself.
    package var savesWhenSpent: Bool
    /// How new takes are joined.
    package var joins: Joins
    /// True when takes stay on disk after the movie was saved.
    package var keepsTakes: Bool
    /// True when takes hold the whole picture, which is framed when they are saved.
    package var keepsFull = false
    /// How long before its press a take begins.
    package var preroll = MediaTime.zero
    /// What live photos need; nil where there are none.
    package var live: LiveParts?
    /// True when the test picture was taken for want of a camera.
    package var isSubstitute: Bool
    /// How long the machine has slept so far.
    package var asleep: @Sendable () -> MediaTime = { MonotonicClock.asleep() }
    /// The clock of all stamps, by which is judged what is late.
    package var now: @Sendable () -> MediaTime = { MonotonicClock.now() }

    /// Puts the parts together.
    package init(
      tools: EngineTools, camera: any VideoSource, choice: CameraChoice,
      otherCameras: OtherCameras, microphone: (any AudioSource)?, settings: VideoSettings,
      folder: any SessionFolder, index: SessionIndex,
      nextFolder: @escaping @Sendable () throws -> (any SessionFolder, SessionIndex),
      place: @escaping @Sendable (Int) -> any MoviePlace, limit: MediaTime?, savesWhenSpent: Bool,
      joins: Joins = .hardCuts, keepsTakes: Bool, isSubstitute: Bool
    ) {
      self.tools = tools
      self.camera = camera
      self.choice = choice
      self.otherCameras = otherCameras
      self.microphone = microphone
      self.settings = settings
      self.folder = folder
      self.index = index
      self.nextFolder = nextFolder
      self.place = place
      self.limit = limit
      self.savesWhenSpent = savesWhenSpent
      self.joins = joins
      self.keepsTakes = keepsTakes
      self.isSubstitute = isSubstitute
    }
  }

  /// The lane that guards it.
  package let lane = Lane("recorder")
  let writerLane = Lane("writer")
  let mergeLane = Lane("merge")
  /// Where cameras are listed, opened and stopped while the recorder runs.
  let cameraLane = Lane("camera change")
  let parts: Parts
  let report: @Sendable (Event) -> Void

  var machine: RecorderMachine
  /// Live photos, and those who wait for them.
  var live: LiveMachine
  var liveWaits = LiveWaits()
  /// How takes are coded, before they are framed: as the camera gives until the session's first
  /// take settles it.
  var cameraSettings: VideoSettings
  /// The camera in use, and the way on from it.
  var round: CameraRound
  /// True while the test picture stands in for a camera.
  var isSubstitute: Bool
  var isStopped = false
  /// True while a camera that was lost is looked for.
  var isAwaitingCamera = false
  /// The same of a microphone.
  var isAwaitingMicrophone = false
  var index: SessionIndex
  var folder: any SessionFolder
  /// True once the folder keeps takes of a saved movie because no new one could be made.
  var folderIsNeeded = false
  var space = DiskSpace()
  var diskWatch = DiskWatch()
  /// When the user wanted to leave; nil before.
  var leaveAskedAt: MediaTime?
  var sleepWatch = SleepWatch()
  var mergeTimeLeft: MediaTime?
  /// Frames of every take since the start, for the bitrate.
  var recordedFrames: Int64 = 0
  /// Movies saved by this run.
  var movies = 0
  let cancelsMerge = Locked(false)
  /// Programs that wait for what they asked for, oldest first.
  var asking: [(goal: RecorderMachine.Goal, answer: @Sendable (ControlAnswer) -> Void)] = []
  /// Sound of closed takes that is coded before anyone asks for the movie.
  package let bank = SoundBank()
  /// Where frames of takes are looked at, and how many looks were asked for.
  let lookLane = Lane("look")
  let looks = Locked(0)
  /// Where the live picture is asked for, from any lane.
  package let preview: PreviewStage
  /// The newest state for the screen; any lane may read it.
  package let snapshot: Locked<ViewState>
  var mergeStart = MediaTime.zero
  /// Small pictures of the takes; nil while nobody wants to see any.
  var thumbnails: Thumbnails?
  private var ticker: Watch?
  private var spaceTicker: Watch?

  /// The engine's rig, made at `start`.
  private(set) lazy var rig = CaptureRig(
    lane: lane, writerLane: writerLane, tools: parts.tools, preview: preview,
    camera: parts.camera, microphone: parts.microphone,
    reach: max(parts.preroll, parts.live?.length.before ?? .zero), now: parts.now
  ) { [weak self] event in self?.happened(event) }

  /// Makes a recorder; `report` gets its events on the recorder lane.
  package init(_ parts: Parts, report: @escaping @Sendable (Event) -> Void) {
    self.parts = parts
    self.report = report
    machine = RecorderMachine(
      budget: Budget(limit: parts.limit, rate: parts.settings.rate), settings: parts.settings,
      savesWhenSpent: parts.savesWhenSpent, joins: parts.joins,
      canTurnMovie: parts.tools.canTurnMovie, takes: parts.index.takes)
    live = LiveMachine(
      length: parts.live?.length ?? LiveLength(), isOn: parts.live?.isOn ?? false)
    cameraSettings = parts.settings
    preview = PreviewStage(movie: parts.settings, makeConverter: parts.tools.makePreview)
    round = CameraRound(at: parts.choice)
    isSubstitute = parts.isSubstitute
    index = parts.index
    folder = parts.folder
    let facts = parts.camera.facts
    snapshot = Locked(
      ViewState(
        camera: .init(
          name: facts.title, asked: facts.asked, got: facts.got,
          isTestPicture: parts.choice.isTestPicture), microphone: nil))
  }

  /// Starts the sources; takes can begin when they are warm.
  package func start() throws {
    try lane.sync { [self] in
      settleRoll()
      try rig.start()
      // Ten looks a second notice a missing frame or sound soon enough.
      ticker = lane.every(.milliseconds(100)) { [weak self] in self?.tick() }
      spaceTicker = lane.every(.seconds(Int64(1))) { [weak self] in self?.askForSpace() }
      askForSpace()
    }.get()
  }

  /// Stops sources and timers; call it when the recorder has left.
  package func stop() {
    _ = lane.sync { [self] () throws(Never) in
      isStopped = true
      ticker = nil
      spaceTicker = nil
    }
    // A camera that is being opened is there, and stopped with the others, once both lanes are past
    // it.
    _ = cameraLane.sync { () throws(Never) in }
    _ = lane.sync { () throws(Never) in }
    rig.stop()
    finishStills()
    // What was queued before still reaches the disk.
    _ = writerLane.sync { () throws(Never) in }
  }

  /// Lets `change` speak to the machine on the recorder lane and carries out its answer.
  package func tell(
    _ change:
      @escaping @Sendable (inout RecorderMachine, _ now: MediaTime) ->
      [RecorderMachine.Action]
  ) {
    lane.async { [self] in perform(change(&machine, parts.now())) }
  }

  /// Only what was captured before `instant` is sure to belong to the running take.
  package func confirm(upTo instant: MediaTime) {
    lane.async { [self] in rig.confirm(upTo: instant) }
  }

  /// Records silence from now on, or sound again.
  package func toggleMute() {
    lane.async { [self] in rig.isMuted.toggle() }
  }

  /// Calls `ready` on the recorder lane once pictures and sound flow and the pre-roll is in hand.
  package func whenWarm(_ ready: @escaping @Sendable (_ now: MediaTime) -> Void) {
    lane.async { [self] in
      if rig.isWarm && hasPreroll || machine.cameraProblem != nil {
        ready(parts.now())
      } else {
        lane.after(.milliseconds(10)) { [self] in whenWarm(ready) }
      }
    }
  }

  func perform(_ actions: [RecorderMachine.Action]) {
    lane.precondition()
    for action in actions { perform(action) }
    settleSettings()
    settleRoll()
    publish()
  }

  private func publish() {
    let view = view()
    snapshot.withLock { $0 = view }
    preview.show(as: settings)
    answerPrograms()
  }

  private func perform(_ action: RecorderMachine.Action) {
    switch action {
    case .begin(let ticket, let press, let allowance):
      let file = TakeName.new()
      rig.begin(
        ticket, press: press, lead: machine.lead(parts.preroll), allowance: allowance,
        settings: takeSettings, file: file, path: folder.path(ofTake: file))
    case .allow(let ticket, let frames):
      rig.allow(ticket, frames: frames)
    case .end(let ticket, let instant):
      rig.end(ticket, at: instant)
    case .holdEnded:
      report(.holdEnded)
    case .remove(let file):
      disk { try $0.removeTake(file: file) }
    case .writeIndex:
      index.takes = machine.takes
      index.settings = settings
      let index = self.index
      disk { try $0.write(index) }
      bank.prepare(SoundPlan(plan(of: machine.takes)), tools: parts.tools)
    case .merge(let takes):
      // The session goes with its takes, and the photo's is in it.
      guard !isShooting else {
        return perform(machine.mergeFailed("Not saved: a live photo is still being made."))
      }
      merge(takes)
    case .cancelMerge:
      cancelsMerge.withLock { $0 = true }
    case .openNextCamera:
      openNextCamera()
    case .openNextInput:
      openNextInput()
    case .leave(let reason) where isShooting:
      liveWaits.leave = reason
      endShots(at: parts.now())
    case .leave(let reason):
      let farewell = Farewell(reason: reason, kept: kept)
      let (folder, isEmpty) = (self.folder, farewell.kept == nil && !folderIsNeeded)
      writerLane.async { [self] in
        if isEmpty { try? folder.remove() }
        lane.async { [self] in report(.left(farewell)) }
      }
    }
  }

  /// How the movie is to look.
  var settings: VideoSettings { cameraSettings.framed(machine.framing) }

  /// How the next take is coded.
  var takeSettings: VideoSettings {
    parts.keepsFull ? settings.framed(.native) : settings
  }

  var kept: Farewell.Kept? {
    guard !machine.rows.isEmpty else { return nil }
    return Farewell.Kept(
      id: index.id, takes: machine.rows.count,
      length: settings.rate.time(ofFrame: machine.usedFrames))
  }

  private func happened(_ event: CaptureRig.Event) {
    lane.precondition()
    guard !isOfShot(event) else { return }
    switch event {
    case .shot, .missed:
      // Handled above.
      break
    case .began(let ticket, let frame, let leadIn):
      began(ticket, leadIn: leadIn)
      if let frame { pictureTake(ticket, by: frame) }
      publish()
    case .advanced(let ticket, let frames):
      machine.takeAdvanced(ticket, frames: frames)
    case .cut(let ticket, let frames):
      perform(machine.takeCut(ticket, frames: frames))
    case .closed(let ticket, let take, let problem):
      closed(ticket, take, problem)
    case .cameraEnded(let sentence):
      machine.cameraLost(sentence)
      report(.cameraEnded(sentence))
    case .cameraLost(let sentence):
      report(.problem(Problem(.device, sentence)))
      cameraLost(sentence)
    case .rollFailed(let problem):
      warn(problem.sentence)
    case .told(let note):
      warn(note)
    case .microphoneLost(let sentence):
      microphoneLost(sentence)
    case .diskFellBehind(let instant):
      diskFellBehind(at: instant)
    }
  }

  private func closed(_ ticket: RecorderMachine.Ticket, _ take: Take, _ problem: Problem?) {
    if let problem { report(.problem(problem)) }
    recordedFrames += take.frames
    report(.takeClosed(take))
    perform(machine.takeClosed(ticket, take: take, problem: problem?.sentence))
  }

  private func tick() {
    let now = parts.now()
    lookForSleep(at: now)
    rig.tick(now: now)
    lookAtDisk(at: now)
    lookForThumbnails()
    publish()
  }
}
