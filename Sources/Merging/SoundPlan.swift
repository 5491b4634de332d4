import Units

/// Where the sound of each clip lies in the movie, and how it goes over into the next one's.
package struct SoundPlan: Sendable, Hashable {
  /// A change of loudness at one end of a clip.
  package struct Fade: Sendable, Hashable {
    /// Sample frames it lasts; 0 for none.
    package var length: Int64
    /// True for a crossfade, whose two sides keep the power constant; false for a straight ramp.
    package var keepsPower: Bool

    /// No change.
    package static let none = Fade(length: 0, keepsPower: false)

    /// Half the length of the dip at a hard cut: 5 ms on each side keep the waveform from
    /// clicking.
    package static let cutLength: Int64 = 240

    /// Loudness at `position` sample frames from the silent end, 0…1.
    package func gain(at position: Int64) -> Double {
      guard position < length else { return 1 }
      let share = (Double(position) + 0.5) / Double(length)
      return keepsPower ? sine(ofQuarter: share) : share
    }
  }

  /// One clip's sound in the movie.
  package struct Piece: Sendable, Hashable {
    /// The clip's file.
    package var path: String
    /// What kind of file it is.
    package var origin: Clip.Origin
    /// The file's sample position beside the piece's first one, counted from its first picture.
    package var source: Int64
    /// The movie's sample positions it fills.
    package var samples: Range<Int64>
    /// How it begins.
    package var fadeIn: Fade
    /// How it ends.
    package var fadeOut: Fade

    /// The movie's sample positions between its fades, where the gain is 1.
    package var steady: Range<Int64> {
      let begin = samples.lowerBound + fadeIn.length
      return begin..<max(begin, samples.upperBound - fadeOut.length)
    }

    /// Loudness at a position of the movie inside the piece.
    package func gain(at position: Int64) -> Double {
      fadeIn.gain(at: position - samples.lowerBound)
        * fadeOut.gain(at: samples.upperBound - 1 - position)
    }
  }

  /// The pieces in order; between them is silence.
  package let pieces: [Piece]
  /// Sample frames of the whole.
  package let length: Int64

  /// Works it out for a movie.
  package init(_ plan: MergePlan) {
    let parts = plan.parts
    var pieces: [Piece] = []
    for (index, part) in parts.enumerated() where part.clip.hasAudio {
      let before = index > 0 ? parts[index - 1].samples.upperBound : nil
      let after = index + 1 < parts.count ? parts[index + 1].samples.lowerBound : nil
      // Clips shorter than two ramps share what there is.
      let ramp = min(Fade.cutLength, Int64(part.samples.count) / 2)
      func fade(_ overlap: Int64?) -> Fade {
        guard let overlap else { return .none }
        return overlap > 0
          ? Fade(length: overlap, keepsPower: true) : Fade(length: ramp, keepsPower: false)
      }
      pieces.append(
        Piece(
          path: part.clip.path, origin: part.clip.origin,
          source: plan.rate.samples(ofFrame: part.clip.range.lowerBound),
          samples: part.samples, fadeIn: fade(before.map { $0 - part.samples.lowerBound }),
          fadeOut: fade(after.map { part.samples.upperBound - $0 })))
    }
    self.pieces = pieces
    length = plan.samples
  }

  /// Indexes of the pieces that are heard within `samples`.
  package func pieces(in samples: Range<Int64>) -> Range<Int> {
    // Transitions never reach over a whole clip, so ends rise as begins do.
    let first = firstPiece { $0.samples.upperBound > samples.lowerBound }
    let end = firstPiece { $0.samples.lowerBound >= samples.upperBound }
    return first..<max(first, end)
  }

  /// The first piece of which `isBehind` is true, by halving; the number of pieces when there is
  /// none.
  private func firstPiece(where isBehind: (Piece) -> Bool) -> Int {
    var range = pieces.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        isBehind(pieces[middle])
        ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}

/// The sine of `share` of a right angle, by its series: 0…1, exact to a 16-bit sample's step.
private func sine(ofQuarter share: Double) -> Double {
  let x = share * Double.pi / 2
  let square = x * x
  return x
    * (1 - square / 6
      * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
}
