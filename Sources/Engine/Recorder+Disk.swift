import Lanes
package import Recording
import Units

/// A disk that is slow, or does not answer: takes wait for it in memory, as much as there is room.
extension Recorder {
  /// A merge that is to stop looks up several times a second, unless its disk holds it.
  private static let mergePatience = MediaTime.seconds(Int64(3))

  /// Does something in the session's folder on the writer lane; a failure is told, not thrown.
  func disk(_ work: @escaping @Sendable (any SessionFolder) throws -> Void) {
    let folder = self.folder
    writerLane.async { [self] in
      do {
        try work(folder)
      } catch {
        let problem = parts.tools.describe(error)
        lane.async { [self] in
          report(.problem(problem))
          machine.tell(problem.sentence)
        }
      }
    }
  }

  /// Says when the disk has fallen silent, and when it has caught up; several times a second.
  func lookAtDisk(at now: MediaTime) {
    lane.precondition()
    if diskWatch.looked(at: now) {
      let sentence = "The disk does not answer: what is recorded waits in memory."
      report(.warning(sentence))
      machine.tell(leaveAskedAt == nil ? sentence : Self.leavingWaits)
    }
    guard machine.diskProblem != nil, !diskWatch.isSilent, !rig.backlog.isLong else { return }
    machine.diskCaughtUp("The disk has caught up: recording can go on.")
  }

  /// What was asked of the disk has come.
  func diskAnswered() {
    guard let silence = diskWatch.answered(at: parts.now()) else { return }
    guard machine.diskProblem == nil, leaveAskedAt == nil else { return }
    machine.tell("The disk answers again after \(silence.text): nothing is lost.")
  }

  /// No more may wait for the disk: the running take ends while it is whole.
  func diskFellBehind(at instant: MediaTime) {
    guard machine.diskProblem == nil else { return }
    let problem = Problem(
      .failed,
      "The disk is too slow: the take has ended, whole up to here, and no other can begin until "
        + "the disk has caught up.")
    report(.problem(problem))
    perform(machine.diskFellBehind(problem.sentence, at: instant))
  }

  // MARK: Leaving

  private static let leavingWaits =
    "The disk does not answer, so leaving waits; quit again to leave without what it has not taken."

  /// Leaves as soon as every take is closed; asked for once more while the disk does not answer, at
  /// once.
  package func leave(_ reason: RecorderMachine.Reason) {
    lane.async { [self] in
      let now = parts.now()
      if let leaveAskedAt, isHeldByDisk(since: leaveAskedAt, at: now) {
        return report(.left(Farewell(reason: reason, kept: kept, isAbandoned: true)))
      }
      let actions =
        reason == .quit ? machine.quit(at: now) : machine.leave(reason, at: now)
      if machine.question == nil, leaveAskedAt == nil { leaveAskedAt = now }
      if leaveAskedAt != nil, diskWatch.isSilent { machine.tell(Self.leavingWaits) }
      perform(actions)
    }
  }

  private func isHeldByDisk(since asked: MediaTime, at now: MediaTime) -> Bool {
    if case .saving = machine.stage { return now - asked > Self.mergePatience }
    return diskWatch.isSilent
  }
}
