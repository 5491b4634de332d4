package import Recording
package import Units

/// What a review plays: clips one behind the other, on one grid of frames.
///
/// Clips follow each other by plain cuts, also where the movie will have transitions: those are made
/// when it is saved, and to see a cut shows best what lies at it.
package struct Reel: Sendable, Hashable {
  /// What its chapters are called.
  package enum Kind: String, Sendable, Hashable {
    case take, chapter
  }

  /// The clips and where they lie.
  package let plan: MergePlan
  /// Size, framing and coding of the pictures.
  package let settings: VideoSettings
  /// How players turn them.
  package let turn: Framing.Rotation
  /// What is reviewed, for people: "take 2", "all takes", a file's name.
  package let title: String
  /// The frames at which its chapters begin, rising; the first one is 0.
  package let chapters: [Int64]
  /// What its chapters are called.
  package let kind: Kind
  /// True when the movie will have transitions, which are shown as plain cuts here.
  package let hidesTransitions: Bool

  /// Lays clips out behind each other; without `chapters` each of them is one.
  package init(
    _ clips: [Clip], rate: FrameRate, settings: VideoSettings, turn: Framing.Rotation = .upright,
    title: String, chapters: [Int64]? = nil, kind: Kind
  ) {
    hidesTransitions = clips.dropFirst().contains { $0.transition != nil }
    plan = MergePlan(
      clips: clips.map { clip in
        var clip = clip
        clip.transition = nil
        return clip
      }, rate: rate)
    self.settings = settings
    self.turn = turn
    self.title = title
    self.kind = kind
    let frames = plan.frames
    self.chapters =
      chapters.map { [0] + $0.filter { (1..<max(1, frames)).contains($0) } }
      ?? plan.parts.map(\.frames.lowerBound)
  }

  /// The clip that frame `frame` is of, and the frame of its file; nil outside the reel.
  package func place(of frame: Int64) -> (part: Int, frame: Int64)? {
    guard (0..<plan.frames).contains(frame),
      let part = plan.parts.lastIndex(where: { $0.frames.lowerBound <= frame })
    else { return nil }
    let found = plan.parts[part]
    return (part, found.clip.range.lowerBound + frame - found.frames.lowerBound)
  }
}
