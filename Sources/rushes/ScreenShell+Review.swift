import Codec
import Engine
import Lanes
import Merging
import Recording
import Screens
import Settings
import Terminal

/// Looking at takes and at the saved movie; camera and microphone go on meanwhile.
extension ScreenShell {
  /// True while the screen, or the terminal, is not the recorder's.
  var isReviewing: Bool { review != nil || program != nil }

  /// Plays the selected take, or all of them.
  func reviewTakes(all: Bool) {
    recorder.review(all: all) { [weak self] reel in
      guard let self else { return }
      lane.async { self.begin(reel) }
    }
  }

  /// Plays the movie that was just saved, here or in the player of the user's choice.
  func reviewMovie() {
    guard case .saved(let path, _, _) = recorder.snapshot.current.phase, !isReviewing else {
      return
    }
    if let player = context.options.player { return hand(path, to: player) }
    openings.async { [weak self] in
      let opened = Result { try ReelFile.reel(path: path) }
      guard let self else { return }
      lane.async {
        switch opened {
        case .success(let reel): self.begin(reel)
        case .failure(let error): self.goOn(saying: problem(of: error).sentence)
        }
      }
    }
  }

  /// The screen is for the next movie; `sentence` tells what went wrong with the last one's review.
  func goOn(saying sentence: String? = nil) {
    recorder.tell { machine, _ in
      machine.dismissSaved()
      machine.tell(sentence)
      return []
    }
  }

  private func begin(_ reel: Reel) {
    lane.precondition()
    let phase = recorder.snapshot.current.phase
    guard !isReviewing, phase != .recording, phase != .starting else { return }
    review = ReviewDesk(
      reel, tools: tools, on: terminal, lane: lane, live: live, isInRecorder: true
    ) { [weak self] in self?.endReview() }
    live = nil
    draw()
  }

  /// Gives the screen back to the recorder; also when a program wants something recorded or changed,
  /// for nothing is lost with a review.
  func endReview() {
    lane.precondition()
    program?.end()
    guard let review else { return }
    live = review.end()
    self.review = nil
    if case .saved = recorder.snapshot.current.phase { goOn() }
    forgetScreen()
    draw()
  }

  private func hand(_ path: String, to player: String) {
    terminal.suspend()
    program = ForegroundProgram.start(player, with: path) { [weak self] ending in
      guard let self else { return }
      lane.async { self.programEnded(ending.obstacle(of: player)) }
    }
    if program == nil {
      programEnded(ForegroundProgram.Ending.code(127).obstacle(of: player))
    }
  }

  private func programEnded(_ obstacle: String?) {
    lane.precondition()
    program = nil
    // The second q of a hasty user was the player's too.
    terminal.resume(forgetting: true)
    // A take that another program began meanwhile has left the saved movie behind already.
    if case .saved = recorder.snapshot.current.phase { goOn(saying: obstacle) }
    forgetScreen()
    draw()
  }
}
