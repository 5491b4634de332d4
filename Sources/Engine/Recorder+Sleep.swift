import Lanes
import Recording
import Units

/// A machine that sleeps in the midst of a take: what comes afterwards is another one.
extension Recorder {
  /// Looks whether the machine has slept; several times a second.
  func lookForSleep(at now: MediaTime) {
    lane.precondition()
    guard let sleep = sleepWatch.looked(at: now, asleep: parts.asleep()) else { return }
    if isShooting { endShots(at: sleep.since) }
    let actions = machine.slept(
      "The machine slept for \(sleep.length.text): the take ends where it fell asleep.",
      since: sleep.since)
    if let note = machine.note, !actions.isEmpty { report(.warning(note)) }
    perform(actions)
    rig.woke()
  }
}
