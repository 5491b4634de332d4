import Lanes
import Recording
import Screens
import Units

/// What the screen shows of the recorder.
extension Recorder {
  /// The state as a value for the screen; called on the recorder lane.
  func view() -> ViewState {
    lane.precondition()
    var view = ViewState(camera: cameraLine, microphone: microphoneLine)
    view.phase = phase
    let reframed = machine.reframedRows
    view.takes = machine.rows.enumerated().map { index, row in
      ViewState.TakeRow(
        length: rate.time(ofFrame: row.frames),
        state: reframed.contains(index) ? .reframed : state(of: row))
    }
    view.selection = machine.selection
    view.budget = machine.budget.limit
    view.used = rate.time(ofFrame: machine.usedFrames)
    view.diskLeft = space.timeLeft(bytesPerSecond: bytesPerSecond)
    view.note = machine.note
    switch machine.question {
    case .quitWhileSaving: view.question = "Quit while saving? The takes are kept. y/n"
    case .startOver: view.question = "Delete all takes? y/n"
    case nil: view.question = nil
    }
    return view
  }

  private var rate: FrameRate { parts.settings.rate }

  private var phase: ViewState.Phase {
    if let saved = machine.saved {
      return .saved(path: saved.path, length: saved.length, bytes: saved.bytes)
    }
    switch machine.stage {
    case .saving(let fraction):
      return .saving(fraction: fraction, timeLeft: mergeTimeLeft)
    case .taking(let ticket):
      // REC is a promise: it is shown only while frames really flow into the take.
      let row = machine.rows.first { $0.ticket == ticket }
      return row?.stage == .recording ? .recording : .starting
    case .cutting, .idle:
      return machine.rows.isEmpty ? .ready : .paused
    }
  }

  private func state(of row: RecorderMachine.Row) -> ViewState.TakeRow.State {
    switch row.stage {
    case .starting, .recording: .recording
    case .finishing: .finishing
    case .closed(let take): take.state == .bad ? .bad : .ready
    }
  }

  private var cameraLine: ViewState.CameraLine {
    let facts = parts.camera.facts
    var line = ViewState.CameraLine(
      name: facts.name, asked: facts.asked, got: facts.got, isTestPicture: parts.isTestPicture)
    line.measuredRate = rig.counts.measuredRate
    line.dropped = rig.counts.behind
    line.repeated = rig.counts.repeated
    line.bad = rig.counts.bad
    if machine.framing != .native {
      line.framing = machine.framing.description(of: settings.camera)
    }
    return line
  }

  private var microphoneLine: ViewState.MicrophoneLine? {
    guard let facts = parts.microphone?.facts else { return nil }
    var line = ViewState.MicrophoneLine(name: facts.name, got: facts.got)
    line.filled = rig.soundFilled
    line.isMuted = rig.isMuted
    return line
  }

  private var bytesPerSecond: Double {
    let recorded = rate.time(ofFrame: recordedFrames).seconds
    return recorded > 0.5 ? Double(rig.counts.bytes) / recorded : 0
  }
}
