import Control
import Engine
import Lanes
import Recording
import Screens
import Settings

/// Other programs that drive this recorder, by `rushes ctl`.
extension ScreenShell {
  /// Opens the socket for them; says why where that is not possible.
  func openControl() -> String? {
    do throws(ControlError) {
      control = try ControlServer(
        in: ControlFolder(environment: context.environment), process: context.process
      ) {
        [weak self] request, answer in
        guard let self else { return }
        lane.async { self.happened(request, answer) }
      }
      return nil
    } catch {
      return error.description
    }
  }

  /// Tells all who still wait that the recorder is left, and what it leaves behind.
  func closeControl(kept: String?) {
    let leftBefore = Problem(.failed, "The recorder was left before that was done.")
    control?.close { request in
      request.command == .quit ? .success(kept ?? "") : .failure(leftBefore)
    }
  }

  private func happened(_ request: ControlRequest, _ answer: @escaping ControlServer.Answer) {
    lane.precondition()
    let answer = withKind(answer)
    switch request.command {
    case .status:
      tellStatus(answer)
    case .quit:
      recorder.drive({ machine, now in machine.controlQuit(at: now) }, answer)
    case .release:
      guard isByControl, let action = hold.buttonUp(at: request.instant) else {
        return answer(nothingHeld)
      }
      carryOut(action, for: answer)
    case .press, .toggle:
      guard !isLive else {
        return answer(
          .failure(
            Problem(
              .failed, "The recorder takes live photos: 'rushes ctl shutter', or v for takes.")))
      }
      fallthrough
    case .shutter, .save, .undo:
      endReview()
      guard !showsHelp || recorder.snapshot.current.isTaking else {
        return answer(
          .failure(Problem(.failed, "The recorder shows its keys: close that by Esc first.")))
      }
      begin(request, answer)
    }
    draw()
  }

  private func begin(_ request: ControlRequest, _ answer: @escaping ControlServer.Answer) {
    switch request.command {
    case .save: recorder.drive({ machine, now in machine.controlSaved(at: now) }, answer)
    case .undo: recorder.drive({ machine, _ in machine.controlUndone() }, answer)
    case .toggle: carryOut(hold.toggled(at: request.instant), for: answer)
    case .press: carryOut(hold.buttonDown(at: request.instant), for: answer)
    case .shutter:
      recorder.shutter(at: request.instant) { photo in answer(photo.map(\.movie)) }
    case .release, .status, .quit: break
    }
  }

  private func carryOut(_ action: HoldMachine.Action?, for answer: @escaping ControlServer.Answer) {
    switch action {
    case .press(let instant):
      isByControl = true
      recorder.drive({ machine, _ in machine.controlPressed(at: instant) }, answer)
    case .release(let instant):
      isByControl = false
      recorder.drive({ machine, _ in machine.controlReleased(at: instant) }, answer)
    case nil:
      return answer(.failure(Problem(.failed, "A take is running already.")))
    }
    holdChanged()
  }

  /// With taps alone a press lasts until the next one, and its release means nothing.
  private var nothingHeld: ControlAnswer {
    if context.options.hold == .toggle { return .success("") }
    return .failure(Problem(.failed, "'rushes ctl press' holds no take that could be released."))
  }

  private func tellStatus(_ answer: @escaping ControlServer.Answer) {
    let (view, process) = (view, context.process)
    recorder.show { machine, now, session in
      var shown = now
      shown.hold = view.hold
      shown.isLatched = view.isLatched
      answer(.success(RecorderStatus(machine, shown, session: session, process: process).json))
    }
  }

  /// The machine knows sentences; what kind of problem one tells of was reported before.
  private func withKind(_ answer: @escaping ControlServer.Answer) -> ControlServer.Answer {
    { [lastProblem] result in
      answer(
        result.mapError { problem in
          guard let last = lastProblem.current, problem.sentence.hasSuffix(last.sentence) else {
            return problem
          }
          return Problem(last.kind, problem.sentence)
        })
    }
  }
}

extension ViewState {
  /// True from a press on until its release.
  fileprivate var isTaking: Bool { phase == .recording || phase == .starting }
}
