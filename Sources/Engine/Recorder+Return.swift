import Lanes
import Recording
import Units

/// Devices that were lost and are plugged in again: found by their stable names, opened as before.
extension Recorder {
  /// A USB device needs about a second to come up.
  private static let lookPeriod = MediaTime.seconds(Int64(1))

  /// The camera delivers nothing more; it may come back.
  func cameraLost(_ sentence: String) {
    lane.precondition()
    machine.cameraLost(sentence, isAwaited: true)
    perform([])
    guard !isAwaitingCamera else { return }
    isAwaitingCamera = true
    awaitCamera()
  }

  private func awaitCamera() {
    lane.after(Self.lookPeriod) { [weak self] in self?.lookForCamera() }
  }

  /// Looks once, and again later while it is not there.
  func lookForCamera() {
    lane.precondition()
    guard !isStopped, machine.cameraProblem != nil else {
      isAwaitingCamera = false
      return
    }
    // What the last take still waits for comes first.
    guard machine.canReturn else { return awaitCamera() }
    // Its node is given back, else it would come back under another number.
    let (old, list, lost) = (rig.letCameraGo(), parts.otherCameras.list, round.current)
    cameraLane.async { [self] in
      old.stop()
      let choice = lost.found(among: list())
      lane.async { [self] in found(choice) }
    }
  }

  private func found(_ choice: CameraChoice?) {
    lane.precondition()
    guard let choice, !isStopped, machine.beginReturn() else { return awaitCamera() }
    let open = parts.otherCameras.open
    cameraLane.async { [self] in
      let camera = try? open(choice)
      lane.async { [self] in returned(choice, camera) }
    }
  }

  private func returned(_ choice: CameraChoice, _ camera: (any VideoSource)?) {
    lane.precondition()
    // It is there, but not ready: without a signal, or held by another program.
    guard let camera else {
      machine.returnFailed()
      return awaitCamera()
    }
    isAwaitingCamera = false
    guard !isStopped else { return camera.stop() }
    round.opened(choice)
    use(camera, after: nil)
    if machine.note == nil { machine.tell("\(camera.facts.title) is back.") }
    perform([])
  }

  // MARK: The microphone

  /// Takes go on with silence; the microphone may come back.
  func microphoneLost(_ sentence: String) {
    lane.precondition()
    report(.warning(sentence))
    machine.tell(parts.reopenMicrophone == nil ? sentence : "\(sentence) Waiting for it.")
    perform([])
    guard parts.reopenMicrophone != nil, !isAwaitingMicrophone else { return }
    isAwaitingMicrophone = true
    awaitMicrophone()
  }

  private func awaitMicrophone() {
    lane.after(Self.lookPeriod) { [weak self] in self?.lookForMicrophone() }
  }

  /// Looks once, and again later while it is not there.
  func lookForMicrophone() {
    lane.precondition()
    guard !isStopped, let open = parts.reopenMicrophone else {
      isAwaitingMicrophone = false
      return
    }
    guard rig.canChangeMicrophone, let lost = rig.microphone else { return awaitMicrophone() }
    cameraLane.async { [self] in
      lost.stop()
      let microphone = try? open()
      lane.async { [self] in returned(microphone) }
    }
  }

  private func returned(_ microphone: (any AudioSource)?) {
    lane.precondition()
    guard let microphone else { return awaitMicrophone() }
    // A take may have begun meanwhile; it keeps the silence it began with.
    guard !isStopped, rig.canChangeMicrophone, (try? rig.use(microphone)) != nil else {
      cameraLane.async { microphone.stop() }
      return awaitMicrophone()
    }
    isAwaitingMicrophone = false
    machine.tell("\(microphone.facts.name) is back.")
    perform([])
  }
}
