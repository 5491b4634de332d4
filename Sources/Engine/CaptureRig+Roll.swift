import Frames
import Lanes
import Recording
import Units

/// What a ring is to hold.
struct RollWish: Hashable {
  /// How its pictures are coded.
  var settings: VideoSettings
  /// How far it is to reach back.
  var length: MediaTime
}

/// The ring of what happened before a press, and the takes that begin in it.
extension CaptureRig {
  /// Keeps a ring like that from the next picture on, or none; one that is kept already goes on.
  ///
  /// Takes that an earlier ring feeds are fed by it to their end.
  func keepRoll(_ wish: RollWish?) {
    lane.precondition()
    rollWish = wish
    replaceRoll()
  }

  /// How much of what is wished for is in the ring.
  var inHand: MediaTime {
    lane.precondition()
    return roll?.inHand ?? .zero
  }

  /// True when waiting would bring no more into the ring.
  var isRollFull: Bool {
    lane.precondition()
    guard let rollWish, rollWish != failedRoll else { return true }
    return roll.map { $0.ring.isFull || $0.inHand >= rollWish.length } ?? false
  }

  /// True when there is a ring, or will be one with the next picture: not where its encoder failed.
  var hasRoll: Bool {
    lane.precondition()
    return roll != nil || (rollWish != nil && rollWish != failedRoll)
  }

  /// The ring for a take that begins now; nil where none is wished, or its encoder failed.
  func rollForTake() -> Roll? {
    if roll == nil { openRoll() }
    return roll
  }

  /// A picture came from the camera.
  func roll(_ frame: VideoFrame) {
    replaceRoll()
    guard let roll = rollForTake() else { return }
    hand(roll.arrived(frame), of: roll)
    beginShots(in: roll)
  }

  /// Ends the ring: no more pictures come.
  func endRoll() {
    if let roll { end(roll, at: nil) }
  }

  /// Ends a ring and the takes that it feeds, with the last picture lasting until `instant`.
  func end(_ roll: Roll, at instant: MediaTime?) {
    hand(roll.end(at: instant), of: roll)
    beginShots(in: roll, isLast: true)
    for take in running where take.roll === roll && take.length == nil {
      follow(take) { take.gaveUp() }
    }
    if self.roll === roll { self.roll = nil }
  }

  /// Gives frames of a ring to a take.
  func hand(_ frames: Range<Int64>, of roll: Roll, to take: RunningTake) {
    for frame in frames where take.length == nil {
      take.rolled(at: roll.ring.time(of: frame), isRepeat: roll.ring.isRepeat(frame))
    }
  }

  private func hand(_ frames: Range<Int64>, of roll: Roll) {
    for take in running where take.roll === roll && take.length == nil {
      follow(take) { hand(frames, of: roll, to: take) }
    }
  }

  /// Ends a ring that is not what is wished, unless a take depends on it.
  private func replaceRoll() {
    guard let roll, !running.contains(where: { $0.roll === roll }) else { return }
    if rollWish != roll.wish { end(roll, at: nil) }
  }

  private func openRoll() {
    guard let rollWish, rollWish != failedRoll else { return }
    rollNumber += 1
    let number = rollNumber
    let made = Roll(
      number: number, wish: rollWish, tools: tools, encoderLane: encoderLane
    ) { [weak self] event in
      guard let self else { return }
      lane.async { self.happened(event, in: number) }
    }
    roll = made
    rolls.append(made)
  }

  private func happened(_ event: RollSink.Event, in number: Int) {
    lane.precondition()
    guard let roll = rolls.first(where: { $0.number == number }) else { return }
    roll.happened(event)
    switch event {
    case .failed(let problem):
      // Takes do without it; what stops them as well is told by them.
      failedRoll = roll.wish
      report(.rollFailed(problem))
      end(roll, at: nil)
    case .ended:
      rolls.removeAll { $0 === roll }
    case .told(let note):
      tell(note)
    case .opened, .damaged, .coded:
      break
    }
  }
}
