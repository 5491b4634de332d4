package import Recording
package import Units

/// What a merge will do, worked out before the first byte is written.
///
/// Positions are absolute and rounded from the whole, so a thousand joins are as exact as one.
package struct MergePlan: Sendable, Hashable {
  /// One clip's place in the movie.
  package struct Part: Sendable, Hashable {
    /// What plays.
    package var clip: Clip
    /// The movie's frames it fills, those it shares with its neighbours included.
    package var frames: Range<Int64>
    /// The movie's 48 kHz sample positions it fills.
    package var samples: Range<Int64>
    /// The movie's frames of its chapter, which ends where the next clip comes in.
    package var chapter: Range<Int64>
  }

  /// A run of the movie's frames that is made in one way.
  package enum Segment: Sendable, Hashable {
    /// Packets of clip `part` go through untouched, from frame `source` of its file on.
    case copy(frames: Range<Int64>, part: Int, source: Int64)
    /// Frames are decoded and coded anew.
    case code(Stretch)

    /// The movie's frames it fills.
    package var frames: Range<Int64> {
      switch self {
      case .copy(let frames, _, _): frames
      case .code(let stretch): stretch.frames
      }
    }
  }

  /// The clips in order.
  package let parts: [Part]
  /// How the pictures are made, without gaps.
  package let segments: [Segment]
  /// The grid of clips and movie.
  package let rate: FrameRate
  /// What the numbers of the movie's pictures mean.
  package private(set) var colour = ColourCode.take
  /// False when no clip has sound: then the movie has no audio track.
  package let hasAudio: Bool

  /// Lays `clips` out one behind the other on a grid of `rate`; empty ones are left out.
  package init(clips: [Clip], rate: FrameRate) {
    let clips = clips.filter { !$0.range.isEmpty }
    let overlaps = Transition.overlaps(
      lengths: clips.map { Int64($0.range.count) }, transitions: clips.map(\.transition),
      rate: rate)
    var parts: [Part] = []
    for (clip, overlap) in zip(clips, overlaps) {
      let begin = (parts.last?.frames.upperBound ?? 0) - overlap
      let end = begin + Int64(clip.range.count)
      if !parts.isEmpty {
        let previous = parts[parts.count - 1].frames.lowerBound
        parts[parts.count - 1].chapter = previous..<begin
      }
      parts.append(
        Part(
          clip: clip, frames: begin..<end,
          samples: rate.samples(ofFrame: begin)..<rate.samples(ofFrame: end), chapter: begin..<end))
    }
    self.parts = parts
    self.rate = rate
    segments = Layout(clips: clips, overlaps: overlaps).segments
    hasAudio = clips.contains(where: \.hasAudio)
  }

  /// Lays out a session's takes, whose files lie in `folder`; those that are framed otherwise than
  /// the pictures that `settings` describe, or coded otherwise than the others, are coded anew, as
  /// are those whose files are `apart`.
  package init(
    takes: [Take], in folder: any SessionFolder, settings: VideoSettings,
    codingAnew apart: Set<String> = []
  ) {
    let coding = CodingAgreement(of: takes)
    self.init(
      clips: takes.enumerated().map { index, take in
        var clip = Clip(
          path: folder.path(ofTake: take.file), title: "Take \(index + 1)", length: take.frames,
          range: take.played,
          // Where pictures keep their own times, nobody counts up to the later ones.
          keys: settings.isVariable
            ? .at([0])
            : take.keys.map { .at($0) } ?? .every(take.keyInterval ?? settings.keyInterval),
          hasAudio: take.samples != nil,
          transition: take.transition)
        clip.obstacle =
          apart.contains(take.file)
          ? "its header differs from the others'" : coding.obstacle(to: take)
        clip.isConformed = take.colour != coding.colour
        if !clip.isConformed { clip.colour = coding.colour }
        let (framing, chosen) = (take.framing ?? .native, settings.framing ?? .native)
        if !framing.agrees(with: chosen, of: settings.camera) {
          clip.framing = framing
          clip.obstacle = "framed as \(framing), not as \(chosen)"
        }
        return clip
      }, rate: settings.rate)
    colour = coding.colour
  }

  /// Frames of the movie.
  package var frames: Int64 { parts.last?.frames.upperBound ?? 0 }

  /// Sample frames of the movie's sound.
  package var samples: Int64 { parts.last?.samples.upperBound ?? 0 }

  /// Length of the movie.
  package var duration: MediaTime { rate.time(ofFrame: frames) }

  /// Frames that are coded anew.
  package var codedFrames: Int64 {
    segments.reduce(0) { sum, segment in
      if case .code(let stretch) = segment { sum + Int64(stretch.frames.count) } else { sum }
    }
  }
}
