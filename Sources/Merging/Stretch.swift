package import Recording
import Units

/// A run of frames shown from one clip, or from two while one goes over into the other.
package struct Shot: Sendable, Hashable {
  /// The clip that comes in over the one that is shown.
  package struct Incoming: Sendable, Hashable {
    /// Index of the clip.
    package var clip: Int
    /// Its frame beside the shot's first one.
    package var start: Int64
    /// What is seen.
    package var kind: Transition.Kind
    /// Frames of the transition that lie before this shot.
    package var elapsed: Int64
    /// Frames of the whole transition.
    package var length: Int64
  }

  /// Index of the clip that is shown, or goes out.
  package var clip: Int
  /// Its frames, counted in its file.
  package var frames: Range<Int64>
  /// The clip that comes in, in a transition.
  package var incoming: Incoming?

  /// Shows `frames` of a clip.
  package init(clip: Int, frames: Range<Int64>, incoming: Incoming? = nil) {
    self.clip = clip
    self.frames = frames
    self.incoming = incoming
  }

  /// Cuts it in two behind `count` frames.
  func split(behind count: Int64) -> (Shot, Shot) {
    var (head, tail) = (self, self)
    head.frames = frames.lowerBound..<frames.lowerBound + count
    tail.frames = head.frames.upperBound..<frames.upperBound
    tail.incoming?.start += count
    tail.incoming?.elapsed += count
    return (head, tail)
  }
}

/// Frames of the movie that have to be coded anew, as key frame groups of their own.
package struct Stretch: Sendable, Hashable {
  /// Why a frame cannot be copied.
  package enum Reason: Sendable, Hashable {
    /// Two clips show at once.
    case transition(into: Int)
    /// The clip's cut, or what a transition leaves of it, lies between two key frames.
    case cut(clip: Int)
    /// The clip is coded otherwise than the movie.
    case conversion(clip: Int)
  }

  /// The movie's frames it fills.
  package var frames: Range<Int64>
  /// What is shown, in order.
  package var shots: [Shot]
  /// Why, in the order of the shots.
  package var reasons: [Reason]

  /// Cuts it into pieces of at most `count` frames, each coded by itself: memory and the wait for
  /// one of them stay bounded however long the stretch is.
  package func pieces(ofAtMost count: Int64) -> [Stretch] {
    var pieces: [Stretch] = []
    var rest = shots[...]
    var begin = frames.lowerBound
    while !rest.isEmpty {
      var piece = Stretch(frames: begin..<begin, shots: [], reasons: reasons)
      while let shot = rest.first {
        let room = count - Int64(piece.frames.count)
        guard room > 0 else { break }
        rest.removeFirst()
        let (head, tail) = shot.split(behind: min(room, Int64(shot.frames.count)))
        piece.shots.append(head)
        piece.frames = begin..<piece.frames.upperBound + Int64(head.frames.count)
        if !tail.frames.isEmpty { rest = [tail] + rest }
      }
      begin = piece.frames.upperBound
      pieces.append(piece)
    }
    return pieces
  }
}
