import Lanes
import Recording
import Units

/// Changing the camera between takes, on a lane of its own: keys go on while a device is opened.
extension Recorder {
  /// The user wants the next input of the camera.
  package func changeInput() {
    lane.async { [self] in perform(machine.changeInput(of: round.current, rig.facts)) }
  }

  /// Looks which camera is next, and opens it.
  func openNextCamera() {
    lane.precondition()
    let (round, list) = (self.round, parts.otherCameras.list)
    cameraLane.async { [self] in
      let next = round.next(among: list())
      lane.async { [self] in
        guard let next else { return stay("There is no other camera.") }
        open(next, called: next.name)
      }
    }
  }

  /// Opens the camera anew with its next input.
  func openNextInput() {
    lane.precondition()
    let inputs = rig.facts.inputs
    guard let next = round.nextInput(of: rig.facts), let input = next.input else {
      return stay("There is no other input.")
    }
    open(next, called: "\(inputs[input]) of \(next.name)")
  }

  /// A session without takes is coded as its camera gives; its first take settles that for all.
  func settleSettings() {
    lane.precondition()
    guard machine.rows.isEmpty, !machine.isOpeningCamera else { return }
    let wished = parts.otherCameras.settings(rig.facts)
    guard
      wished.size != cameraSettings.camera || wished.pictureRate != cameraSettings.pictureRate
    else { return }
    cameraSettings = wished
    machine.cameraChanged(to: wished)
  }

  private func open(_ next: CameraChoice, called name: String) {
    lane.precondition()
    guard !isStopped else { return }
    machine.tell("Opening \(name)...")
    perform([])
    var before = round.current
    if rig.facts.inputs.count > 1 { before.input = rig.facts.input }
    let (old, open) = (rig.letCameraGo(), parts.otherCameras.open)
    cameraLane.async { [self, before] in
      // The old one is let go first: both may be one device, or share a bus with room for one.
      old.stop()
      let result = Result { try open(next) }
      // A camera that cannot be opened costs no more than the time: the old one goes on.
      let again = (try? result.get()) == nil ? Result { try open(before) } : nil
      lane.async { [self] in opened(next, result, insteadOf: before, again) }
    }
  }

  private func opened(
    _ next: CameraChoice, _ result: Result<any VideoSource, any Error>,
    insteadOf before: CameraChoice, _ again: Result<any VideoSource, any Error>?
  ) {
    lane.precondition()
    switch result {
    case .success(let camera):
      round.opened(next)
      isSubstitute = false
      use(camera, after: nil)
    case .failure(let error):
      round.failed(next)
      let problem = parts.tools.describe(error)
      if case .success(let camera)? = again {
        report(.warning(problem.sentence))
        use(camera, after: problem)
      } else {
        report(.problem(problem))
        machine.noCameraOpened(problem.sentence)
      }
    }
    perform([])
  }

  /// Goes on with an opened camera; `problem` is why it is not the one that was wished.
  func use(_ camera: any VideoSource, after problem: Problem?) {
    rig.use(camera)
    // The bitrate is another one from now on.
    recordedFrames = 0
    machine.cameraOpened(nil)
    settleSettings()
    let facts = camera.facts
    if let problem {
      machine.tell("\(problem.sentence) Going on with \(facts.title).")
    } else if let difference = difference(from: facts) {
      machine.tell(
        "The \(round.current.isTestPicture ? "test picture" : "camera") \(difference).")
    }
  }

  /// What a camera gives that the movie will not show; nil when that is nothing.
  private func difference(from facts: VideoFacts) -> String? {
    let isResized = facts.size.roundedToEven != settings.size
    if settings.isVariable {
      return isResized ? "gives \(facts.size); the movie stays \(settings.size)" : nil
    }
    guard isResized || facts.rate != settings.rate else { return nil }
    return "gives \(facts.size) at \(facts.rate); the movie stays \(settings.size) at "
      + "\(settings.rate)"
  }

  private func stay(_ sentence: String) {
    machine.cameraStays(sentence)
    perform([])
  }
}
