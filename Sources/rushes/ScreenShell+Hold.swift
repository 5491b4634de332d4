import Engine
import Lanes
import Recording
import Screens
import Terminal
import Units

/// What the hold machine is told, and what it tells.
extension ScreenShell {
  /// A timer this late says that the machine was busy, and bytes may be waiting unread.
  private static let lateness = MediaTime.milliseconds(30)

  /// True while the hold key has its meaning.
  var takesHolds: Bool { shown?.question == nil && !showsHelp }

  /// Believes what the terminal has said of releases, except in the midst of a hold.
  ///
  /// A key that was down before the answer came is asked to tell its release from now on: its next
  /// repeat, or the release itself, shows whether it does.
  func followRung() {
    let tellsRelease = terminal.rung?.tellsRelease == true
    if !hold.isDown {
      hold.reportsRelease = tellsRelease
    } else if tellsRelease, !hold.reportsRelease {
      terminal.keyWentDown()
    }
  }

  func carryOut(_ action: HoldMachine.Action?) {
    switch action {
    case .press(let instant):
      isByControl = false
      recorder.tell { machine, _ in machine.pressed(at: instant) }
    case .release(let instant):
      isByControl = false
      recorder.tell { machine, _ in machine.released(at: instant) }
    case nil:
      break
    }
    holdChanged()
  }

  /// Follows the hold machine after an event.
  func holdChanged() {
    if !hold.isDown { terminal.keyWentUp() }
    // Every event may change what is certain: a release report ends all doubt, for one.
    recorder.confirm(upTo: hold.confirmedUpTo)
    scheduleHold()
  }

  /// The take is over, whoever holds on to it.
  func holdEnded() {
    isByControl = false
    heldButton = nil
    hold.takeEnded(at: MonotonicClock.now())
    scheduleHold()
  }

  private func scheduleHold() {
    holdTimer += 1
    guard let deadline = hold.deadline else { return }
    let number = holdTimer
    lane.after(deadline - MonotonicClock.now()) { [weak self] in
      self?.holdDeadline(deadline, number, isLast: false)
    }
  }

  private func holdDeadline(_ deadline: MediaTime, _ number: Int, isLast: Bool) {
    guard number == holdTimer else { return }
    if !isLast, MonotonicClock.now() > deadline + Self.lateness {
      // Let the bytes that came meanwhile be read first.
      lane.after(.milliseconds(10)) { [weak self] in
        self?.holdDeadline(deadline, number, isLast: true)
      }
      return
    }
    carryOut(hold.deadlinePassed())
    draw()
  }
}
