package import Recording
package import Units

/// A stretch of one file that goes into the movie, counted in frames of the movie's grid.
package struct Clip: Sendable, Hashable {
  /// What kind of file a clip is cut from.
  package enum Origin: Sendable, Hashable {
    /// A take of rushes.
    case take
    /// Any other media file, whose first picture lies at `start`.
    case media(start: MediaStart)
  }

  /// Path of the file.
  package var path: String
  /// What kind of file it is.
  package var origin: Origin
  /// The chapter's name, also the one for messages.
  package var title: String
  /// Frames in the file.
  package var length: Int64
  /// The frames of the file that play.
  package var range: Range<Int64>
  /// Where copying can begin.
  package var keys: KeyFrames
  /// True when copying can stop behind any frame, because none needs a later one (no B-frames).
  package var endsAnywhere: Bool
  /// Why its pictures cannot be copied; nil when they can.
  package var obstacle: String?
  /// How its pictures are framed, when that is not how the movie's are.
  package var framing: Framing?
  /// True when its colours are not the movie's, and are brought to BT.709 where it is coded anew.
  package var isConformed = false
  /// What the numbers of its decoded pictures mean.
  package var colour = ColourCode.take
  /// True when the file has sound.
  package var hasAudio: Bool
  /// How the clip before it goes over into this one.
  package var transition: Transition?

  /// Describes a file of which `range` plays, or all of it.
  package init(
    path: String, origin: Origin = .take, title: String, length: Int64, range: Range<Int64>? = nil,
    keys: KeyFrames, endsAnywhere: Bool = true, obstacle: String? = nil, hasAudio: Bool,
    transition: Transition? = nil
  ) {
    self.path = path
    self.origin = origin
    self.title = title
    self.length = length
    self.range = (range ?? 0..<length).clamped(to: 0..<length)
    self.keys = keys
    self.endsAnywhere = endsAnywhere
    self.obstacle = obstacle
    self.hasAudio = hasAudio
    self.transition = transition
  }
}

/// The frames of a file at which decoding can begin without anything before them.
package enum KeyFrames: Sendable, Hashable {
  /// Frame 0 and each `interval` frames later: rushes' own takes.
  case every(Int64)
  /// These, rising.
  case at([Int64])

  /// The first one at or after `frame`, if there is one before `end`.
  package func first(atOrAfter frame: Int64, before end: Int64) -> Int64? {
    let found: Int64? =
      switch self {
      case .every(let interval): (frame + interval - 1) / interval * interval
      case .at(let frames): frames.first { $0 >= frame }
      }
    return found.flatMap { $0 < end ? $0 : nil }
  }

  /// The last one at or before `frame`.
  package func last(atOrBefore frame: Int64) -> Int64? {
    switch self {
    case .every(let interval): frame / interval * interval
    case .at(let frames): frames.last { $0 <= frame }
    }
  }
}
