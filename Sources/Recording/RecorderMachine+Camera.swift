import Units

/// Losing the camera, and changing it between takes.
extension RecorderMachine {
  /// The camera is gone; the running take, if any, ends by itself.
  ///
  /// `isAwaited` says that it may come back by itself.
  package mutating func cameraLost(_ sentence: String, isAwaited: Bool = false) {
    let wait = isAwaited ? "Waiting for it; " : ""
    cameraProblem = "\(sentence) \(wait)c goes on to the next camera."
    note = cameraProblem
  }

  /// True while a camera that was lost may be looked for: none works, and no take needs one.
  package var canReturn: Bool { cameraProblem != nil && !isOpeningCamera && stage == .idle }

  /// The camera that was lost is there again and is about to be opened; false when it is too late
  /// for that.
  package mutating func beginReturn() -> Bool {
    guard canReturn else { return false }
    isOpeningCamera = true
    return true
  }

  /// It could not be opened yet.
  package mutating func returnFailed() { isOpeningCamera = false }

  /// The user wants the next camera.
  package mutating func changeCamera() -> [Action] {
    guard canChangeCamera() else { return [] }
    note = "Looking for the next camera..."
    return [.openNextCamera]
  }

  /// The user wants the next input of `choice`, which is open and has these `facts`.
  package mutating func changeInput(of choice: CameraChoice, _ facts: VideoFacts) -> [Action] {
    guard canChangeCamera() else { return [] }
    guard facts.inputs.count > 1 else {
      isOpeningCamera = false
      let name = choice.isTestPicture ? "The test picture" : facts.name
      note = facts.inputs.isEmpty ? "\(name) has no inputs." : "\(name) has one input."
      return []
    }
    return [.openNextInput]
  }

  /// Another camera delivers from now on, or the same one again; `note` says what is worth saying.
  package mutating func cameraOpened(_ note: String?) {
    isOpeningCamera = false
    cameraProblem = nil
    self.note = note
  }

  /// Neither the wished camera nor the one before could be opened.
  package mutating func noCameraOpened(_ sentence: String) {
    isOpeningCamera = false
    cameraLost(sentence)
  }

  /// There was nothing to change to: everything is as it was before.
  package mutating func cameraStays(_ note: String) {
    isOpeningCamera = false
    self.note = note
  }

  /// The first take will be made of pictures like these; takes that are there keep their grid.
  package mutating func cameraChanged(to settings: VideoSettings) {
    guard rows.isEmpty else { return }
    frame = settings
    rate = settings.rate
    budget = Budget(limit: budget.limit, rate: rate)
  }

  /// A camera is changed only between takes, and one change follows the other.
  private mutating func canChangeCamera() -> Bool {
    guard !isOpeningCamera, canEdit() else { return false }
    isOpeningCamera = true
    return true
  }
}
