import Engine
import Lanes
import Merging
import Recording
import Screens
import Terminal
import Units

/// A review on the screen: keys in, pictures and position out.
///
/// Unchecked: everything that changes is guarded by the lane of the screen, which its owner gives.
final class ReviewDesk: @unchecked Sendable {
  private let lane: Lane
  private let terminal: TerminalSession
  private let player: Player
  private let isInRecorder: Bool
  private let leave: @Sendable () -> Void
  private var size: CellSize
  private var live: LivePicture?
  private var shown: ReviewState?

  /// Begins to play `reel` on a screen that the caller owns; `live` is the caller's, to be had back
  /// at the `end`.
  ///
  /// `leave` is called on the screen's lane when the user has seen enough.
  init(
    _ reel: Reel, tools: EngineTools, on terminal: TerminalSession, lane: Lane,
    live: LivePicture?, isInRecorder: Bool, leave: @escaping @Sendable () -> Void
  ) {
    self.lane = lane
    self.terminal = terminal
    self.live = live
    self.isInRecorder = isInRecorder
    self.leave = leave
    size = terminal.size
    player = Player(reel, tools: tools)
    self.live?.changeSource(at: MonotonicClock.now())
    player.tell { machine, now in machine.toggled(at: now) }
  }

  /// Stops playing; the live picture's pace goes on elsewhere.
  func end() -> LivePicture? {
    lane.precondition()
    player.stop()
    live?.changeSource(at: MonotonicClock.now())
    defer { live = nil }
    return live
  }

  /// Shows pictures by another way from now on, or by none.
  func show(by live: LivePicture?) {
    lane.precondition()
    self.live = live
  }

  /// Tells the user something about the review.
  func tell(_ sentence: String) { player.note.withLock { $0 = sentence } }

  /// Something came from the terminal.
  func happened(_ event: TerminalEvent) {
    lane.precondition()
    switch event {
    case .resized(let size):
      self.size = size
      redraw()
      // The picture that was asked for has another size.
      live?.changeSource(at: MonotonicClock.now())
    case .caughtUp(let instant):
      live?.pace.answered(at: instant)
    case .input(.press(let key), _), .input(.repeated(let key), _):
      if let intent = ReviewIntent(key) { carryOut(intent) }
    case .input, .hungUp:
      break
    }
  }

  private func carryOut(_ intent: ReviewIntent) {
    switch intent {
    case .toggle: player.tell { machine, now in machine.toggled(at: now) }
    case .seek(let seconds):
      player.tell { machine, now in machine.sought(by: .seconds(seconds), at: now) }
    case .step(let frames):
      player.tell { machine, now in machine.stepped(by: frames, at: now) }
    case .speed(let step):
      player.tell { machine, now in machine.changedSpeed(by: step, at: now) }
    case .begin: player.tell { machine, now in machine.sought(to: 0, at: now) }
    case .end:
      player.tell { machine, now in machine.sought(to: machine.frames - 1, at: now) }
    case .back: leave()
    case .redraw:
      terminal.redraw()
      redraw()
    case .suspend:
      player.tell { machine, now in machine.paused(at: now) }
      terminal.suspendUntilContinued()
    }
  }

  /// Draws what has changed.
  func draw() {
    lane.precondition()
    let now = MonotonicClock.now()
    lookForPicture(at: now)
    let state = state(at: now)
    guard state != shown || live?.drawing != nil else {
      live?.drawn(false, at: now) { false }
      return
    }
    let grid = ReviewScreen.draw(state, size: size, glyphs: terminal.glyphs)
    // A terminal that is behind gets this or a newer state at the next look.
    if terminal.draw(grid, picture: live?.drawing) {
      shown = state
      live?.drawn(true, at: now) { terminal.askWhetherShown() }
    }
  }

  private func redraw() { shown = nil }

  private func lookForPicture(at now: MediaTime) {
    guard let widest = live?.preview.widest,
      let cells = ReviewLayout(size: size, widestPicture: widest).pictureRoom,
      live?.isDue(at: now, asking: terminal) == true, let coder = live?.coder,
      let room = live?.room(of: cells, grain: terminal.grain)
    else { return }
    player.ask(within: room) { [weak self] picture in
      let outcome = coder.code(picture, at: MonotonicClock.now())
      guard let self else { return }
      lane.async {
        guard self.live?.coder.carrier == coder.carrier else { return }
        self.live?.arrived(outcome, at: MonotonicClock.now())
        self.draw()
      }
    }
  }

  private func state(at now: MediaTime) -> ReviewState {
    let (machine, reel) = (player.snapshot.current, player.reel)
    var state = ReviewState(
      title: reel.title, frames: machine.frames, rate: machine.rate, chapters: reel.chapters,
      chapterWord: reel.kind.rawValue)
    state.frame = machine.frame(at: now)
    state.motion = machine.isPlaying ? .playing : machine.isAtEnd ? .ended : .paused
    state.isInRecorder = isInRecorder
    state.note = player.note.current
    state.hidesTransitions = reel.hidesTransitions
    state.preview = live?.preview
    if machine.speed != .normal { state.speed = machine.speed.text }
    if !reel.plan.hasAudio {
      state.silence = "without sound"
    } else if !machine.hasSound {
      state.silence = "silent"
    } else if machine.speed != .normal {
      state.silence = "sound off"
    }
    return state
  }
}

extension ReviewMachine.Speed {
  /// How it is written on the screen.
  fileprivate var text: String {
    switch self {
    case .half: "0.5x"
    case .normal: "1x"
    case .double: "2x"
    }
  }
}
