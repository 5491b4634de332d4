package import Frames
import Lanes
import Merging
package import Recording
import Units

/// Looking at the takes between recordings.
extension Recorder {
  /// Shows the first or the last frame that the movie has of the selected take, shrunk into `room`.
  ///
  /// `answer` is called on any lane, or never: when a later look was asked for meanwhile, or there
  /// is nothing to be seen.
  package func look(
    at end: Take.End, within room: PictureRoom,
    _ answer: @escaping @Sendable (PreviewPicture) -> Void
  ) {
    lane.async { [self] in
      guard let lookAt = parts.tools.lookAt, let (clip, frame) = selected(end) else { return }
      let agreement = agreement(on: machine.takes)
      let movie = settings.framed(agreement.coded)
      let number = looks.withLock { count in
        count += 1
        return count
      }
      lookLane.async { [looks] in
        // A key that repeats asks more quickly than a take can be decoded.
        guard looks.current == number else { return }
        // The takes are as good as before where one cannot be looked at.
        if let picture = try? lookAt(clip, frame, movie, agreement.turn, room) { answer(picture) }
      }
    }
  }

  /// The selected take as a clip of the movie, and the frame at an end of it.
  private func selected(_ end: Take.End) -> (Clip, Int64)? {
    guard case .idle = machine.stage, let selection = machine.selection,
      machine.rows.indices.contains(selection), let take = machine.rows[selection].take,
      take.state == .ready, !take.played.isEmpty
    else { return nil }
    return clip(of: take).map {
      ($0, end == .beginning ? take.played.lowerBound : take.played.upperBound - 1)
    }
  }

  /// A take as a clip of the movie; nil when it is not in it.
  func clip(of take: Take) -> Clip? {
    let ready = machine.takes.filter { $0.state == .ready }
    let parts = plan(of: ready).parts
    guard let index = ready.firstIndex(of: take), parts.indices.contains(index) else { return nil }
    return parts[index].clip
  }
}
