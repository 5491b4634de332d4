import Lanes
import Screens
import Units

extension TerminalSession {
  /// How long an ESC waits for the rest of its sequence; sequences are written in one go, so even
  /// a slow link keeps them together, and the ESC key still feels prompt.
  private static let escapeWait = MediaTime.milliseconds(50)

  /// Reads what was typed and tells it; a lost terminal is told once.
  func readInput() {
    lane.precondition()
    guard let line, !hasHungUp else { return }
    let now = MonotonicClock.now()
    switch line.read(within: 0) {
    case .nothing: return
    case .ended:
      hasHungUp = true
      stopReading()
      tell(.hungUp)
    case .bytes(let bytes):
      readCount += 1
      tell(parser.feed(bytes), at: now)
      if parser.needsFlush { flushLater(unlessReadAfter: readCount) }
    }
  }

  private func flushLater(unlessReadAfter count: Int) {
    lane.after(Self.escapeWait) { [weak self] in
      guard let self, readCount == count else { return }
      tell(parser.flush(), at: MonotonicClock.now())
    }
  }

  private func tell(_ events: [InputEvent], at now: MediaTime) {
    for event in events {
      if event == .statusReport, !echoesAwaited.isEmpty {
        // Asked before anything the ladder may have asked meanwhile, so it is answered first.
        switch echoesAwaited.removeFirst() {
        case .shown: tell(.caughtUp(at: now))
        case .pictures: picturesWereAnswered()
        }
        continue
      }
      pictureQuestions.take(event)
      let multiplexer = ladder.answers.multiplexer
      send(ladder.take(event, at: now))
      if ladder.answers.multiplexer != multiplexer { renewWill() }
      if case .ground(let ground) = event, adopt(ground) {
        tell(.resized(size))
        continue
      }
      // The window of a multiplexer may have moved to another terminal meanwhile.
      if event == .focus(true), ladder.answers.multiplexer != nil, ladder.undo.isEmpty { ask() }
      tell(.input(event, at: now))
      askForPictures()
    }
  }

  private func send(_ text: String) {
    guard !text.isEmpty, !isSuspended else { return }
    write(text)
  }

  // MARK: Echoes

  /// Asks the terminal for a sign that it has shown everything drawn so far (DSR, `CSI 5 n`), which
  /// is told as `caughtUp`; false where it must not be asked, or not yet.
  package func askWhetherShown() -> Bool {
    lane.precondition()
    // Without an answer to DA1 none to this is to be expected. Through a multiplexer the ladder asks
    // the same of the terminal outside: that answer must not be taken for ours.
    guard speaksCSI, ladder.hasAnswered, !isSuspended,
      ladder.isSettled || MonotonicClock.now() - askedAt > Self.answerPatience
    else { return false }
    expect(.shown)
    return true
  }

  /// Asks for a status report, which will mean this.
  func expect(_ echo: Echo) {
    echoesAwaited.append(echo)
    write(KeyLadder.statusQuestion)
  }

  /// What an answer to DSR means.
  enum Echo {
    /// All that was drawn before is shown.
    case shown
    /// All that was asked about pictures is answered.
    case pictures
  }

  // MARK: Releases

  /// What the terminal said when it was asked, so far.
  package var answers: TerminalAnswers {
    lane.precondition()
    var answers = ladder.answers
    if pictureQuestions.areAnswered { answers.pictures = pictureQuestions.answers }
    return answers
  }

  /// How a key's release is known; nil before the terminal has answered.
  package var rung: KeyRung? {
    lane.precondition()
    return speaksCSI ? ladder.answers.rung : .repeats
  }

  /// The key that is held to record went down: its release is wanted.
  package func keyWentDown() {
    lane.precondition()
    guard speaksCSI else { return }
    send(ladder.keyDown())
  }

  /// It came up, or nobody waits for that any more.
  package func keyWentUp() {
    lane.precondition()
    send(ladder.keyUp())
  }
}
