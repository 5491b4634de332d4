package import Units

/// How one take goes over into the next: the two overlap, so the movie is shorter by its length.
package struct Transition: Sendable, Hashable, Codable {
  /// What is seen while both takes are; the raw values are the names of FFmpeg's `xfade` filter.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case fade
    case wipeleft, wiperight, wipeup, wipedown
    case slideleft, slideright, slideup, slidedown
    case smoothleft, smoothright, smoothup, smoothdown
    case wipetl, wipetr, wipebl, wipebr
    case diagtl, diagtr, diagbl, diagbr
    case hlslice, hrslice, vuslice, vdslice
    case circlecrop, rectcrop, circleopen, circleclose
    case vertopen, vertclose, horzopen, horzclose
    case fadeblack, fadewhite, fadegrays, fadefast, fadeslow
    case distance, dissolve, pixelize, radial, hblur, squeezeh, squeezev, zoomin

    /// Reads a name: xfade's own, `crossfade`, or a wipe spelled `wipe-up`.
    package init?(name: String) {
      self.init(rawValue: name == "crossfade" ? "fade" : name.filter { $0 != "-" })
    }

    /// The name for people.
    package var name: String {
      switch self {
      case .fade: "crossfade"
      case .wipeleft: "wipe-left"
      case .wiperight: "wipe-right"
      case .wipeup: "wipe-up"
      case .wipedown: "wipe-down"
      default: rawValue
      }
    }
  }

  /// What is seen.
  package var kind: Kind
  private var nanoseconds: Int64

  /// A transition of the wished `length`, which short takes may shorten.
  package init(_ kind: Kind, length: MediaTime = Transition.usualLength) {
    self.kind = kind
    nanoseconds = length.nanoseconds
  }

  /// The length when none was said.
  package static let usualLength = MediaTime.seconds(Int64(1))

  /// The wished length.
  package var length: MediaTime { MediaTime(nanoseconds: nanoseconds) }

  /// The wished length in frames, one at least.
  package func frames(at rate: FrameRate) -> Int64 { max(1, rate.frame(nearest: length)) }

  /// Frames by which each clip overlaps the one before it, the first one by none.
  ///
  /// No transition may take more than half of the shorter neighbour, so that two of them in one
  /// clip never meet.
  package static func overlaps(
    lengths: [Int64], transitions: [Transition?], rate: FrameRate
  ) -> [Int64] {
    lengths.indices.map { index in
      guard index > 0, let transition = transitions[index] else { return 0 }
      return min(transition.frames(at: rate), min(lengths[index - 1], lengths[index]) / 2)
    }
  }
}
