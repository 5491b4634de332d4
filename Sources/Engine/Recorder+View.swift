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
    view.takes = takeRows
    view.selection = machine.selection
    view.budget = machine.budget.limit
    view.used = rate.time(ofFrame: machine.usedFrames)
    view.diskLeft = space.timeLeft(bytesPerSecond: bytesPerSecond)
    view.note = machine.note
    if parts.preroll > .zero {
      view.preroll = ViewState.Preroll(
        wished: parts.preroll, inHand: min(rig.inHand, parts.preroll))
    }
    if live.isOn {
      view.live = ViewState.Live(
        inHand: .init(
          wished: live.length.before, inHand: min(rig.inHand, live.length.before)),
        left: live.left(at: parts.now()), developing: live.shots.count,
        finished: live.finished)
    }
    switch machine.question {
    case .quitWhileSaving: view.question = "Quit while saving? The takes are kept. y/n"
    case .startOver: view.question = "Delete all takes? y/n"
    case nil: view.question = nil
    }
    return view
  }

  private var rate: FrameRate { settings.rate }

  private var takeRows: [ViewState.TakeRow] {
    let (first, reframed) = (machine.firstRow, machine.reframedRows)
    return zip(machine.rows, machine.overlaps).enumerated().map { index, pair in
      let (row, overlap) = pair
      var shown = ViewState.TakeRow(length: rate.time(ofFrame: row.frames), state: state(of: row))
      if reframed.contains(index) { shown.state = .reframed }
      if let transition = row.transition, index != first, shown.state != .bad {
        shown.join = .init(
          name: transition.kind.name,
          wished: rate.time(ofFrame: transition.frames(at: rate)),
          length: rate.time(ofFrame: overlap))
      }
      if let trim = row.take?.trim { (shown.cutBeginning, shown.cutEnd) = (trim.head, trim.tail) }
      shown.thumbnail = thumbnails?.picture(of: row.ticket)
      return shown
    }
  }

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
    let facts = rig.facts
    var line = ViewState.CameraLine(
      name: facts.title, asked: facts.asked, got: facts.got,
      isTestPicture: round.current.isTestPicture)
    line.isSubstitute = isSubstitute
    line.measuredRate = rig.counts.measuredRate
    line.dropped = rig.counts.behind
    line.repeated = rig.counts.repeated
    line.bad = rig.counts.bad
    line.bitrate = bitrate
    if machine.framing != .native {
      line.framing = machine.framing.description(of: settings.camera)
    }
    return line
  }

  private var microphoneLine: ViewState.MicrophoneLine? {
    guard let facts = rig.microphone?.facts else { return nil }
    var line = ViewState.MicrophoneLine(name: facts.name, got: facts.got)
    line.filled = rig.soundFilled
    line.isMuted = rig.isMuted
    line.isLost = rig.isSoundLost
    line.levels = rig.levels
    line.offset = rig.soundOffset
    return line
  }

  /// Bits a second of the running take, or of the last one; nil before half a second of it is
  /// written.
  private var bitrate: Double? {
    let (_, bytes, frames) = rig.counts.newest
    let length = rate.time(ofFrame: frames).seconds
    return length >= 0.5 ? Double(bytes * 8) / length : nil
  }

  private var bytesPerSecond: Double {
    let recorded = rate.time(ofFrame: recordedFrames).seconds
    return recorded > 0.5 ? Double(rig.counts.bytes) / recorded : 0
  }
}
