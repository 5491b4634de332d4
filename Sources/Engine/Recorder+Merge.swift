import Lanes
import Merging
import Recording
import Units

/// Making the movie on the merge lane while the recorder stays alive.
extension Recorder {
  /// Starts to merge `takes`; the machine is told how it goes and how it ends.
  func merge(_ takes: [Take]) {
    lane.precondition()
    cancelsMerge.withLock { $0 = false }
    mergeStart = parts.now()
    mergeTimeLeft = nil
    let session = RetiringSession(
      folder: folder, index: index, saved: takes, left: machine.takes.filter { $0.state == .bad })
    let agreement = agreement(on: takes)
    let runner = MergeRunner(
      tools: parts.tools, plan: plan(of: takes), settings: settings.framed(agreement.coded),
      turn: agreement.turn, place: parts.place(movies + 1), bank: bank)
    bank.giveUp()
    mergeLane.async { [self] in
      do {
        let outcome = try runner.run(
          advanced: { fraction in lane.async { [self] in mergeAdvanced(to: fraction) } },
          isCancelled: { [cancelsMerge] in cancelsMerge.current })
        switch outcome {
        case .saved(let movie): saved(movie, session)
        case .cancelled: mergeFailed("Saving cancelled; the takes are kept.")
        }
      } catch {
        // Told together, so that whoever hears of the problem finds the recorder idle.
        let problem = parts.tools.describe(error)
        lane.async { [self] in
          report(.problem(problem))
          // A damaged take keeps the others from their movie; here nobody looks for it.
          let remedy = problem.kind == .failed ? " Leave, and 'rushes save' looks closer." : ""
          perform(machine.mergeFailed("Not saved: \(problem.sentence)\(remedy)"))
        }
      }
    }
  }

  /// How a movie of `takes` would be made.
  func plan(of takes: [Take]) -> MergePlan {
    MergePlan(
      takes: takes.filter { $0.state == .ready }, in: folder,
      settings: settings.framed(agreement(on: takes).coded))
  }

  /// How the takes come to the framing that was chosen last.
  func agreement(on takes: [Take]) -> FramingAgreement {
    FramingAgreement(
      of: takes.filter { $0.state == .ready }, settings: settings,
      canTurn: parts.tools.canTurnMovie)
  }

  /// The movie stands: only now may its takes go, and a new session begin.
  private func saved(_ movie: SavedMovie, _ session: RetiringSession) {
    mergeLane.precondition()
    var next: (any SessionFolder, SessionIndex)?
    do { next = try parts.nextFolder() } catch { tell(error) }
    let keepsTakes = parts.keepsTakes || movie.doubt != nil
    if !keepsTakes {
      // Behind the last index that is still on its way to the disk.
      let isGone = next != nil
      let result = writerLane.sync { try session.retire(removingFolder: isGone) }
      if case .failure(let error) = result { tell(error) }
    }
    lane.async { [self, next] in
      if let next {
        folder = next.0
        index = next.1
      } else if keepsTakes || !session.left.isEmpty {
        folderIsNeeded = true
      }
      movies += 1
      let warning = movie.warning()
      if let warning { report(.warning(warning)) }
      report(.saved(movie, session.saved))
      perform(machine.mergeFinished(movie))
      if let warning { machine.tell(warning) }
    }
  }

  private func mergeAdvanced(to fraction: Double) {
    machine.mergeAdvanced(to: fraction)
    // Below this the estimate would jump about.
    guard fraction > 0.02 else { return }
    let spent = parts.now() - mergeStart
    mergeTimeLeft = .seconds(spent.seconds * (1 - fraction) / fraction)
  }

  private func mergeFailed(_ sentence: String) {
    lane.async { [self] in perform(machine.mergeFailed(sentence)) }
  }

  private func tell(_ error: any Error) {
    let problem = parts.tools.describe(error)
    lane.async { [self] in
      report(.problem(problem))
      machine.tell(problem.sentence)
    }
  }
}
