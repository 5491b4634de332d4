import Lanes
import Recording
import Units

/// The ring behind the recorder, and what takes get of it.
extension Recorder {
  /// Has the rig keep the ring that is needed now.
  func settleRoll() {
    lane.precondition()
    let length = max(parts.preroll, live.isOn ? live.length.before : .zero)
    let isOn = parts.preroll > .zero || live.isOn
    rig.keepRoll(isOn ? RollWish(settings: takeSettings, length: length) : nil)
  }

  /// True when takes can begin as long before their press as is wished, or as they ever can.
  var hasPreroll: Bool { parts.preroll == .zero || rig.isRollFull }

  /// Recording goes on, but not as it was.
  func warn(_ sentence: String) {
    report(.warning(sentence))
    machine.tell(sentence)
  }

  /// A take's first frame was captured so long before its press.
  func began(_ ticket: RecorderMachine.Ticket, leadIn: MediaTime) {
    machine.takeBegan(ticket)
    guard let sentence = machine.shortLead(of: ticket, leadIn, insteadOf: parts.preroll)
    else { return }
    machine.tell(sentence)
    report(.warning(sentence))
  }
}
