import Lanes
import Recording
import Units

/// Watching the room on the disk while takes are made.
extension Recorder {
  /// Looks once a second, on the writer lane: the answer may wait for the disk.
  func askForSpace() {
    lane.precondition()
    guard diskWatch.ask(at: parts.now()) else { return }
    let folder = self.folder
    writerLane.async { [weak self] in self?.measureSpace(of: folder) }
  }

  private func measureSpace(of folder: any SessionFolder) {
    writerLane.precondition()
    let (free, used) = (folder.freeBytes(), folder.usedBytes())
    lane.async { [self] in
      diskAnswered()
      space.free = free
      space.taken = used
      guard space.isSpent else {
        machine.spaceReturned()
        return
      }
      guard machine.spaceProblem == nil else { return }
      let problem = Problem(
        .noSpace,
        "The disk is nearly full: recording has stopped while there is still room to save. Save "
          + "now, or free some space.")
      report(.problem(problem))
      perform(machine.spaceRanOut(problem.sentence, at: parts.now()))
    }
  }
}
