package import Frames
package import Lanes
package import Merging
package import Recording
package import Units

/// Plays a reel: asks the machine which frame is due, gets its picture, and has its sound played.
///
/// Unchecked: everything that changes is guarded by `lane`, except `snapshot`, behind its lock.
package final class Player: @unchecked Sendable {
  private struct Wish: Sendable {
    var room: PictureRoom
    var answer: @Sendable (PreviewPicture?) -> Void
  }

  /// What is played.
  package let reel: Reel
  /// How it stands, as of the last thing that happened; any lane may read it.
  package let snapshot: Locked<ReviewMachine>
  /// One sentence about what went wrong last; any lane may read it.
  package let note = Locked<String?>(nil)

  private let lane = Lane("review")
  private let window: PictureWindow
  private let tools: EngineTools
  private let speaker: (any SoundOutput)?
  private var machine: ReviewMachine
  /// Who waits for a picture that was not shown yet.
  private var wish: Wish?
  /// What was answered last.
  private var shown: (frame: Int64, room: PictureRoom)?
  private var timer = 0
  private var isStopped = false

  /// Prepares to play `reel`; it stands at its first frame.
  package init(_ reel: Reel, tools: EngineTools) {
    self.reel = reel
    self.tools = tools
    window = PictureWindow(reel, tools: tools)
    speaker = reel.plan.hasAudio ? tools.makeSpeaker?() : nil
    machine = ReviewMachine(
      rate: reel.plan.rate, frames: reel.plan.frames, hasSound: speaker != nil)
    snapshot = Locked(machine)
  }

  /// Lets `change` speak to the machine on the player's lane and carries out its answer.
  package func tell(
    _ change: @escaping @Sendable (inout ReviewMachine, _ now: MediaTime) -> ReviewMachine.Action?
  ) {
    lane.async { [self] in
      guard !isStopped else { return }
      carryOut(change(&machine, MonotonicClock.now()))
      look()
    }
  }

  /// Asks for the picture of the moment within `room`, once one is due that was not given before; an
  /// earlier request that waits still is given up.
  ///
  /// `answer` is called on any lane, with nil where nothing can be seen.
  package func ask(
    within room: PictureRoom, _ answer: @escaping @Sendable (PreviewPicture?) -> Void
  ) {
    lane.async { [self] in
      guard !isStopped else { return }
      wish = Wish(room: room, answer: answer)
      look()
    }
  }

  /// Is silent and lets everything go; nothing is answered any more.
  package func stop() {
    _ = lane.sync { [self] in
      isStopped = true
      timer += 1
      wish = nil
    }
    speaker?.close()
  }

  private func carryOut(_ action: ReviewMachine.Action?) {
    switch action {
    case .playSound(let frame, let run): playSound(from: frame, run: run)
    case .stopSound: speaker?.stop()
    case nil: break
    }
  }

  private func playSound(from frame: Int64, run: Int) {
    let start = reel.plan.rate.samples(ofFrame: frame)
    speaker?.play { [self, reel, tools] in
      ReelSound(reel, from: frame, tools: tools) { [weak self] error in
        self?.note.withLock { $0 = tools.describe(error).sentence }
      }
    } _: { [weak self] event in
      guard let self else { return }
      lane.async { self.happened(event, from: start, run: run) }
    }
  }

  private func happened(_ event: SoundOutputEvent, from start: Int64, run: Int) {
    guard !isStopped else { return }
    switch event {
    case .heard(let frames, let instant):
      machine.heard(upTo: MediaTime(samplePosition: start + frames), at: instant, run: run)
    case .lost(let sentence):
      machine.soundLost(at: MonotonicClock.now())
      note.withLock { $0 = sentence }
    }
    look()
  }

  /// Does what is due, and comes back when the next frame is.
  private func look() {
    lane.precondition()
    let now = MonotonicClock.now()
    carryOut(machine.timePassed(at: now))
    let current = machine
    snapshot.withLock { $0 = current }
    serve(machine.frame(at: now))
    timer += 1
    guard let pause = machine.timeToNextFrame(at: now) else { return }
    let number = timer
    lane.after(max(.milliseconds(1), pause)) { [weak self] in
      guard let self, number == timer else { return }
      look()
    }
  }

  private func serve(_ frame: Int64) {
    guard let wish, shown?.frame != frame || shown?.room != wish.room else { return }
    self.wish = nil
    shown = (frame, wish.room)
    window.want(frame, within: wish.room) { [note] entry in
      switch entry {
      case .picture(let picture):
        wish.answer(picture)
      case .nothing(let problem):
        if let problem { note.withLock { $0 = problem.sentence } }
        wish.answer(nil)
      }
    }
  }
}
