import Frames
import Lanes
import Merging
package import Recording
package import Units

/// What waits for live photos; it stays on the recorder lane.
struct LiveWaits {
  /// Those who pressed the shutter.
  var answers: [LiveMachine.Number: @Sendable (Result<LivePhoto, Problem>) -> Void] = [:]
  /// Why the recorder is left once the live photos stand.
  var leave: RecorderMachine.Reason?
  /// Where stills are coded and written.
  let stillLane = Lane("still")
}

/// Live photos and stills.
extension Recorder {
  /// The key that is held to record takes live photos from now on, or takes again.
  package func toggleLive() {
    lane.async { [self] in
      machine.tell(live.toggled(taking: machine.stage != .idle, isVariable: settings.isVariable))
      perform([])
    }
  }

  /// The shutter was pressed at `instant`; `answer` is told the photo when it stands.
  package func shutter(
    at instant: MediaTime,
    _ answer: @escaping @Sendable (Result<LivePhoto, Problem>) -> Void = { _ in }
  ) {
    lane.async { [self] in
      if let obstacle = liveObstacle {
        machine.tell(obstacle)
        perform([])
        return answer(.failure(Problem(.failed, obstacle)))
      }
      let shot = live.pressed(at: instant, identifier: StillTags.newIdentifier())
      liveWaits.answers[shot.number] = answer
      machine.tell(nil)
      let file = TakeName.new()
      rig.shoot(
        AwaitedShot(
          ticket: -shot.number, at: instant, frames: live.length.frames(at: settings.rate),
          settings: takeSettings, file: (file, folder.path(ofTake: file))))
      perform([])
    }
  }

  /// Saves the newest frame captured at or before `instant` as a still; nothing else is touched.
  package func still(at instant: MediaTime) {
    lane.async { [self] in
      guard let parts = parts.live, let makeStill = self.parts.tools.makeStill,
        let frame = rig.history.last(where: { $0.capturedAt <= instant }) ?? rig.history.first
      else { return tellStill("There is no picture yet.") }
      let (settings, takenAt) = (self.settings, MonotonicClock.unixSeconds(at: frame.capturedAt))
      liveWaits.stillLane.async { [self] in
        let sentence: String
        do {
          let path = try parts.saveStill(
            makeStill(frame, settings, StillTags(takenAt: takenAt)))
          sentence = "Saved the still \(path)."
        } catch {
          sentence = "No still: \(self.parts.tools.describe(error).sentence)"
        }
        lane.async { [self] in tellStill(sentence) }
      }
    }
  }

  /// Returns when every still that was asked for is written, or could not be.
  func finishStills() {
    if case .success(let still) = lane.sync({ [self] () throws(Never) in liveWaits.stillLane }) {
      _ = still.sync { () throws(Never) in }
    }
  }

  /// True while live photos are not all there yet.
  var isShooting: Bool { !live.shots.isEmpty }

  /// Cuts the live photos that are being filmed short, because the recorder is left.
  func endShots(at now: MediaTime) {
    let filming = live.shots.filter { $0.stage == .filming }
    rig.endShots(filming.map { -$0.number }, at: now)
  }

  /// Deals with what happened to a live photo's take; their tickets count down from -1.
  func isOfShot(_ event: CaptureRig.Event) -> Bool {
    switch event {
    case .began(let ticket, _, _), .advanced(let ticket, _), .cut(let ticket, _):
      return ticket < 0
    case .closed(let ticket, let take, let problem):
      if ticket < 0 { shotClosed(ticket, take, problem) }
      return ticket < 0
    case .shot(let ticket, let frame, let lead):
      shot(ticket, frame, lead: lead)
      return true
    case .missed(let ticket):
      missed(ticket)
      return true
    case .cameraEnded, .cameraLost, .microphoneLost, .rollFailed, .told, .diskFellBehind:
      return false
    }
  }

  /// A live photo's shutter has its frame.
  private func shot(_ ticket: RecorderMachine.Ticket, _ frame: VideoFrame, lead: Int64) {
    let number = -ticket
    if let sentence = live.begun(number, lead: lead, at: settings.rate) {
      machine.tell(sentence)
      report(.warning(sentence))
    }
    guard let makeStill = parts.tools.makeStill,
      let shot = live.shots.first(where: { $0.number == number })
    else { return }
    let settings = self.settings
    let tags = StillTags(
      takenAt: MonotonicClock.unixSeconds(at: frame.capturedAt), identifier: shot.identifier)
    liveWaits.stillLane.async { [self] in
      let still = Result { try makeStill(frame, settings, tags) }
      lane.async { [self] in
        switch still {
        case .success(let bytes): develop(live.got(number, still: bytes))
        case .failure(let error): failed(number, parts.tools.describe(error))
        }
      }
    }
  }

  /// The take of a live photo is closed.
  private func shotClosed(_ ticket: RecorderMachine.Ticket, _ take: Take, _ problem: Problem?) {
    let number = -ticket
    guard live.shots.contains(where: { $0.number == number }) else { return removeShot(take) }
    guard take.state == .ready, !take.played.isEmpty else {
      removeShot(take)
      return failed(
        number, problem ?? Problem(.failed, "No picture came for live photo \(number)."))
    }
    // It stands, shorter than was asked for.
    if let problem { report(.problem(problem)) }
    develop(live.got(number, take: take))
  }

  /// No picture came for a live photo, nor will one.
  private func missed(_ ticket: RecorderMachine.Ticket) {
    failed(-ticket, Problem(.failed, "No picture came for live photo \(-ticket)."))
  }

  /// Makes the files of a shot on the merge lane.
  private func develop(_ shot: LiveMachine.Shot?) {
    guard let shot, let take = shot.take, let still = shot.still, let live = parts.live else {
      return
    }
    let at = settings.rate.time(ofFrame: shot.lead ?? 0)
    let place = live.place(shot.number, still, at)
    let agreement = agreement(on: [take])
    var runner = MergeRunner(
      tools: live.tools, plan: plan(of: [take]), settings: settings.framed(agreement.coded),
      turn: agreement.turn, place: place)
    runner.identifier = shot.identifier
    mergeLane.async { [self, runner] in
      let outcome = Result { try runner.run(advanced: { _ in }, isCancelled: { false }) }
      lane.async { [self] in
        switch outcome {
        case .success(.saved(let movie)):
          if let warning = movie.warning(keepingTakes: false) { report(.warning(warning)) }
          removeShot(take)
          finished(
            shot.number,
            LivePhoto(
              movie: movie.path, still: place.still(of: movie.path), length: movie.length,
              shutter: at))
        case .success(.cancelled):
          removeShot(take)
          failed(shot.number, Problem(.failed, "Live photo \(shot.number) was cancelled."))
        case .failure(let error):
          // Whoever has made room, or changed the folder, can save it from there.
          folderIsNeeded = true
          var problem = parts.tools.describe(error)
          problem.sentence += " Its take is kept: 'rushes save \(index.id)' makes a movie of it."
          failed(shot.number, problem)
        }
      }
    }
  }

  private func finished(_ number: LiveMachine.Number, _ photo: LivePhoto) {
    live.ended(number, stands: true)
    report(.photo(photo, number))
    // What was told of its beginning is worth keeping.
    let note = machine.note.map { $0.hasPrefix("Live photo \(number) ") ? " \($0)" : "" } ?? ""
    machine.tell("Saved \(photo.sentence).\(note)")
    ended(number, .success(photo))
  }

  private func failed(_ number: LiveMachine.Number, _ problem: Problem) {
    live.ended(number, stands: false)
    report(.problem(problem))
    machine.tell(problem.sentence)
    ended(number, .failure(problem))
  }

  private func ended(_ number: LiveMachine.Number, _ result: Result<LivePhoto, Problem>) {
    liveWaits.answers.removeValue(forKey: number)?(result)
    var actions: [RecorderMachine.Action] = []
    if let reason = liveWaits.leave, !isShooting {
      liveWaits.leave = nil
      actions = [.leave(reason)]
    }
    perform(actions)
  }

  private func removeShot(_ take: Take) { disk { try $0.removeTake(file: take.file) } }

  private func tellStill(_ sentence: String) {
    machine.tell(sentence)
    perform([])
  }

  /// Why no live photo can be taken now; nil when one can.
  private var liveObstacle: String? {
    guard live.isOn else { return "The recorder records takes: v changes to live photos." }
    if liveWaits.leave != nil { return "Leaving as soon as the live photos stand." }
    if case .saving = machine.stage { return "Not while saving." }
    return machine.cameraProblem ?? machine.spaceProblem ?? machine.diskProblem
  }
}

extension LiveMachine {
  /// Changes between takes and live photos; returns what the user is told.
  fileprivate mutating func toggled(taking: Bool, isVariable: Bool) -> String {
    if isVariable { return VariableRate.refusal(of: "A live photo") }
    if taking { return "Not while recording." }
    guard shots.isEmpty else { return "Not while a live photo is made." }
    isOn.toggle()
    return isOn
      ? "Live photos: the key takes \(length.before.text) before and \(length.after.text) after it."
      : "Takes: the key records while it is held."
  }
}

extension LivePhoto {
  /// Both files by their names.
  fileprivate var sentence: String {
    func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
    return movie == still ? "\(name(movie))" : "\(name(movie)) and \(name(still))"
  }
}
