import Merging
import Recording
import Units

/// What a merge will do, for people.
struct PlanText {
  private let plan: MergePlan
  private let match: StreamMatch

  init(_ plan: MergePlan, _ match: StreamMatch) {
    self.plan = plan
    self.match = match
  }

  /// How much is copied, in one sentence.
  var summary: String {
    let all = plan.frames
    let copied = all - plan.codedFrames
    return "\(match.settings.size) at \(match.settings.rate), \(plan.duration.text): "
      + "\(copied) of \(all) frames are copied, \(plan.codedFrames) coded anew."
  }

  /// One line for each run of frames, and one for each file that cannot be copied.
  var text: String {
    var lines = plan.segments.map { segment -> String in
      let from = plan.rate.time(ofFrame: segment.frames.lowerBound).clockText
      let to = plan.rate.time(ofFrame: segment.frames.upperBound).clockText
      return "\(from) - \(to)  \(what(segment))"
    }
    lines.append(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  private func what(_ segment: MergePlan.Segment) -> String {
    let count = "\(segment.frames.count) frames"
    switch segment {
    case .copy(_, let part, _):
      return "copy  \(count) of \(plan.parts[part].clip.title)"
    case .code(let stretch):
      return "code  \(count): \(stretch.reasons.map(why).joined(separator: "; "))"
    }
  }

  private func why(_ reason: Stretch.Reason) -> String {
    switch reason {
    case .transition(let index):
      let clip = plan.parts[index].clip
      return "\(clip.transition?.kind.name ?? "transition") into \(clip.title)"
    case .cut(let index):
      return "\(plan.parts[index].clip.title) is cut between two key frames"
    case .conversion(let index):
      let clip = plan.parts[index].clip
      return "\(clip.title): \(clip.obstacle ?? "coded otherwise")"
    }
  }
}
