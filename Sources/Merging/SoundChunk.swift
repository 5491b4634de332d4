/// A run of the movie's sound that is coded by itself, with all that its coded bytes depend on.
///
/// The coder's blocks lie on a grid of 1024 samples. Each depends on the samples under it, on those
/// of the blocks beside it, and a little on the coder's memory; with a lead-in and a look-ahead,
/// thrown away again, chunks coded one by one join as if they had been coded in one go. Equal chunks
/// have equal bytes, so they can be coded in advance while takes are still being made, and in
/// parallel.
package struct SoundChunk: Sendable, Hashable {
  /// What is heard of one piece within the chunk's window.
  package struct Cut: Sendable, Hashable {
    /// The piece, cut to what matters inside the window.
    package var piece: SoundPlan.Piece
    /// The file's sample position beside the cut's first one.
    package var source: Int64
    /// The movie's sample positions.
    package var samples: Range<Int64>
  }

  /// Samples in one block of AAC.
  package static let block: Int64 = 1024
  /// Samples in a chunk but the last: 128 blocks, 2.7 s.
  ///
  /// Short enough to have little left to do at the end, long enough for the six blocks around it
  /// that are coded twice to cost little.
  package static let length = 128 * block
  /// Lets the coder hear what was before.
  ///
  /// From two blocks on it chooses the same windows as in one go; four leave room for other
  /// versions of it.
  private static let leadIn = 4 * block
  /// The block that the last one kept reaches into, and the one that decides about its windows.
  ///
  /// Without both, a sudden sound just behind a seam is heard milliseconds early, and the windows
  /// on both sides of the seam do not match.
  private static let lookAhead = 2 * block

  /// The movie's sample positions whose blocks are kept.
  package let samples: Range<Int64>
  /// The sample positions that are fed to the coder.
  package let window: Range<Int64>
  /// True when the movie ends within the window.
  package let isLast: Bool
  /// What is heard; elsewhere is silence.
  package let cuts: [Cut]

  /// Cuts the whole sound of a movie into chunks.
  package static func all(of plan: SoundPlan) -> [SoundChunk] {
    (0..<Int((plan.length + length - 1) / length)).map { SoundChunk($0, of: plan) }
  }

  /// Which one of the movie's chunks it is, counted from 0.
  package var number: Int { Int(samples.lowerBound / Self.length) }

  private init(_ number: Int, of plan: SoundPlan) {
    let first = Int64(number) * Self.length
    samples = first..<min(first + Self.length, plan.length)
    let begin = max(0, samples.lowerBound - Self.leadIn)
    window = begin..<min(samples.upperBound + Self.lookAhead, plan.length)
    isLast = window.upperBound == plan.length
    let window = window
    cuts = plan.pieces(in: window).map { index in
      let piece = plan.pieces[index]
      let heard = piece.samples.clamped(to: window)
      return Cut(
        piece: piece.reduced(to: heard),
        source: piece.source + heard.lowerBound - piece.samples.lowerBound, samples: heard)
    }
  }

  /// True when takes that are added behind the movie of `length` samples change nothing in it.
  package func isSettled(inMovieOf length: Int64) -> Bool {
    window.upperBound <= length - SoundPlan.Fade.cutLength
  }
}

extension SoundPlan.Piece {
  /// Forgets what lies outside `heard`, so that a change there makes no other chunk of it.
  fileprivate func reduced(to heard: Range<Int64>) -> Self {
    var piece = self
    if samples.lowerBound + fadeIn.length <= heard.lowerBound {
      piece.fadeIn = .none
      piece.source += heard.lowerBound - samples.lowerBound
      piece.samples = heard.lowerBound..<piece.samples.upperBound
    }
    if samples.upperBound - fadeOut.length >= heard.upperBound {
      piece.fadeOut = .none
      piece.samples = piece.samples.lowerBound..<heard.upperBound
    }
    return piece
  }
}
