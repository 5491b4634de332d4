package import Frames

/// One press-to-release recording, as the session's index keeps it.
package struct Take: Sendable, Hashable, Codable {
  /// Whether the take can go into the movie.
  package enum State: String, Sendable, Hashable, Codable {
    /// Whole and closed.
    case ready
    /// Its file could not be read; it is kept but left out of the movie.
    case bad
  }

  /// Name of its file inside the session's folder, unique for ever.
  package var file: String
  /// Frames of the grid in its file.
  package var frames: Int64
  /// Pictures in its file where they keep their own times; nil where each frame has one.
  package var pictures: Int64?
  /// Sample frames of its sound; nil when it was made without a microphone.
  package var samples: Int64?
  /// Frames repeated because the camera, the encoder or the disk missed them.
  package var dropped: Int
  /// Sample frames of silence that stand for lost sound.
  package var audioFilled: Int64
  /// How long before its press the first frame was captured, in nanoseconds.
  package var leadIn: Int64
  /// When the first frame of its file was captured, in Unix seconds to the microsecond; nil in
  /// older sessions.
  package var began: Double?
  /// Whether it can go into the movie.
  package var state: State
  /// Why it cannot, as the end of a sentence about it; nil for a whole one.
  package var reason: String?
  /// Frames of its file before the take's own first one, for decoding alone; nil for none.
  package var surplus: Int64?
  /// Frames of the take that the user left out of the movie; nil for none.
  package var trim: Trim?
  /// How the take before it goes over into this one; nil for a hard cut.
  package var transition: Transition?
  /// How its pictures were framed when they were coded; nil for the camera's own.
  package var framing: Framing?
  /// Frames from one key frame of its file to the next where that is not what the session's settings
  /// say; nil when it is.
  package var keyInterval: Int64?
  /// Key frames of its file where they lie at uneven distances; nil when they do not.
  package var keys: [Int64]?
  /// What the camera's own pictures in it need to be joined; nil when rushes coded them all.
  package var coding: CameraCoding?

  /// What is left out at both ends of a take.
  package struct Trim: Sendable, Hashable, Codable {
    /// Frames left out at the beginning.
    package var head: Int64
    /// Frames left out at the end.
    package var tail: Int64

    /// Leaves out frames at both ends.
    package init(head: Int64 = 0, tail: Int64 = 0) {
      self.head = head
      self.tail = tail
    }

    /// Frames left out at one end.
    package subscript(end: End) -> Int64 {
      get { end == .beginning ? head : tail }
      set { if end == .beginning { head = newValue } else { tail = newValue } }
    }
  }

  /// One of the two ends of a take, by its word.
  package enum End: String, Sendable, Hashable {
    case beginning, end
  }

  /// Where its own frames begin in its file: behind the surplus, whatever a damaged index says of that.
  package var firstFrame: Int64 { min(max(0, surplus ?? 0), frames) }

  /// The frames of its file that the movie shows.
  package var played: Range<Int64> {
    let begin = min(firstFrame + max(0, trim?.head ?? 0), frames)
    return begin..<max(begin, frames - max(0, trim?.tail ?? 0))
  }

  /// The take with `count` frames more left out at one end, or fewer when negative; never fewer
  /// than none.
  func trimmed(_ end: End, by count: Int64) -> Take {
    let played = played
    var trim = Trim(
      head: played.lowerBound - firstFrame, tail: frames - played.upperBound)
    trim[end] = max(0, trim[end] + count)
    var take = self
    take.trim = trim == Trim() ? nil : trim
    return take
  }

  /// Notes the key frames of its file, which was coded by `settings`; even distances take no list.
  package mutating func note(keys found: [Int64], settings: VideoSettings) {
    guard !found.isEmpty else { return }
    (keyInterval, keys) = (nil, nil)
    let step = found.count > 1 ? found[1] : max(frames, settings.keyInterval)
    guard step > 0, found.elementsEqual(stride(from: 0, to: frames, by: Int(step))) else {
      return keys = found
    }
    if step != settings.keyInterval || settings.isRolling { keyInterval = step }
  }

  /// Pictures in its file.
  package var pictureCount: Int64 { pictures ?? frames }

  /// False for a take that the movie leaves out.
  var isUsable: Bool { state == .ready }

  /// Makes a take of `frames` frames that lost nothing.
  package init(
    file: String, frames: Int64, samples: Int64?, dropped: Int = 0, audioFilled: Int64 = 0,
    leadIn: Int64 = 0, state: State = .ready
  ) {
    self.file = file
    self.frames = frames
    self.samples = samples
    self.dropped = dropped
    self.audioFilled = audioFilled
    self.leadIn = leadIn
    self.state = state
  }
}

/// The takes of one movie in their order: what a session's folder holds in its index file.
package struct SessionIndex: Sendable, Hashable, Codable {
  /// The layout of the file; a newer one is refused.
  package static let currentVersion = 1

  /// Layout version.
  package var version = SessionIndex.currentVersion
  /// The session's name, also its folder's.
  package var id: String
  /// When it was begun, in Unix seconds.
  package var created: Int64
  /// How its takes are coded; nil before the first take.
  package var settings: VideoSettings?
  /// The takes in the movie's order.
  package var takes: [Take] = []

  /// Makes an empty session.
  package init(id: String, created: Int64) {
    self.id = id
    self.created = created
  }
}
