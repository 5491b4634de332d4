package import Recording
package import Units

/// One take as the merge sees it.
package struct MergeTake: Sendable, Hashable {
  /// Path of its file.
  package var path: String
  /// Frames it gives to the movie, from its first one on.
  package var frames: Int64
  /// True when its file has an audio track.
  package var hasAudio: Bool

  /// Names a take's file and how much of it counts.
  package init(path: String, frames: Int64, hasAudio: Bool) {
    self.path = path
    self.frames = frames
    self.hasAudio = hasAudio
  }
}

/// What a merge will do, worked out before the first byte is written.
///
/// Positions are absolute and rounded from the whole, so a thousand joins are as exact as one.
package struct MergePlan: Sendable, Hashable {
  /// One take's place in the movie.
  package struct Part: Sendable, Hashable {
    /// The take's file.
    package var path: String
    /// The movie's frames it fills.
    package var frames: Range<Int64>
    /// The movie's 48 kHz sample positions it fills.
    package var samples: Range<Int64>
    /// False when these samples are silence.
    package var hasAudio: Bool
    /// The chapter's name.
    package var title: String
  }

  /// The takes in order, without gaps.
  package let parts: [Part]
  /// The grid of takes and movie.
  package let rate: FrameRate
  /// False when no take has sound: then the movie has no audio track.
  package let hasAudio: Bool

  /// Lays `takes` out one behind the other on a grid of `rate`.
  package init(takes: [MergeTake], rate: FrameRate) {
    var parts: [Part] = []
    var frame: Int64 = 0
    for take in takes where take.frames > 0 {
      let end = frame + take.frames
      parts.append(
        Part(
          path: take.path, frames: frame..<end,
          samples: rate.samples(ofFrame: frame)..<rate.samples(ofFrame: end),
          hasAudio: take.hasAudio, title: "Take \(parts.count + 1)"))
      frame = end
    }
    self.parts = parts
    self.rate = rate
    hasAudio = takes.contains { $0.hasAudio && $0.frames > 0 }
  }

  /// Lays out a session's takes, whose files lie in `folder`.
  package init(takes: [Take], in folder: any SessionFolder, rate: FrameRate) {
    self.init(
      takes: takes.map {
        MergeTake(
          path: folder.path(ofTake: $0.file), frames: $0.frames, hasAudio: $0.samples != nil)
      }, rate: rate)
  }

  /// Frames of the movie.
  package var frames: Int64 { parts.last?.frames.upperBound ?? 0 }

  /// Sample frames of the movie's sound.
  package var samples: Int64 { parts.last?.samples.upperBound ?? 0 }

  /// Length of the movie.
  package var duration: MediaTime { rate.time(ofFrame: frames) }
}
