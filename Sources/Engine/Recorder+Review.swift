import Lanes
package import Merging
import Recording
import Units

/// Looking at the takes as the movie will show them.
extension Recorder {
  /// Lays out the selected take, or `all` takes in the movie's order, less what is trimmed; `answer`
  /// is called on the recorder lane, or not at all where there is nothing to be seen, which the note
  /// tells then.
  package func review(all: Bool, _ answer: @escaping @Sendable (Reel) -> Void) {
    lane.async { [self] in
      let shown = machine.takesToReview(all: all)
      if !shown.isEmpty { answer(reel(of: shown, all: all)) }
      perform([])
    }
  }

  private func reel(of shown: [(number: Int, take: Take)], all: Bool) -> Reel {
    let agreement = agreement(on: machine.takes)
    let movie = settings.framed(agreement.coded)
    // A grid of milliseconds is for what lies in files; pictures are looked at one by one.
    let rate = settings.pictureRate
    func frame(_ frame: Int64) -> Int64 {
      settings.isVariable ? rate.frame(nearest: settings.rate.time(ofFrame: frame)) : frame
    }
    let plan = MergePlan(takes: shown.map(\.take), in: folder, settings: movie)
    let clips = zip(shown, plan.parts).map { shown, part in
      var clip = part.clip
      clip.title = "Take \(shown.number)"
      clip.length = max(1, frame(clip.length))
      let begin = min(frame(clip.range.lowerBound), clip.length - 1)
      clip.range = begin..<max(begin + 1, frame(clip.range.upperBound))
      return clip
    }
    let count = shown.count
    let title = all ? "\(count) take\(count == 1 ? "" : "s")" : "take \(shown[0].number)"
    return Reel(
      clips, rate: rate, settings: movie, turn: agreement.turn, title: title, kind: .take)
  }
}
