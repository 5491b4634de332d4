package import Units

/// Everything the screen of a review shows, as a value: equal states give equal screens.
package struct ReviewState: Sendable, Hashable {
  /// What the review is doing, in one word on the screen.
  package enum Motion: Sendable, Hashable {
    case playing, paused
    /// Stands at the last frame.
    case ended
  }

  /// What is reviewed: "take 2", a file's name.
  package var title: String
  /// What it is doing.
  package var motion = Motion.paused
  /// The frame that is shown, counted from 0.
  package var frame: Int64 = 0
  /// Frames there are.
  package var frames: Int64
  /// The grid of frames.
  package var rate: FrameRate
  /// The frames at which takes or chapters begin, rising from 0.
  package var chapters: [Int64]
  /// What one of them is called: "take", "chapter".
  package var chapterWord: String
  /// True when the movie's transitions are shown as plain cuts.
  package var hidesTransitions = false
  /// How fast it plays: "2x"; nil at the usual speed.
  package var speed: String?
  /// Why there is no sound; nil where there is.
  package var silence: String?
  /// One sentence for the user.
  package var note: String?
  /// True when the recorder waits behind it.
  package var isInRecorder = false
  /// The picture; nil where the terminal cannot show one, or nobody wants it.
  package var preview: ViewState.Preview?

  /// A review that stands at its first frame.
  package init(
    title: String, frames: Int64, rate: FrameRate, chapters: [Int64] = [0], chapterWord: String
  ) {
    self.title = title
    self.frames = frames
    self.rate = rate
    self.chapters = chapters
    self.chapterWord = chapterWord
  }

  /// When the frame that is shown begins.
  var position: MediaTime { rate.time(ofFrame: frame) }

  /// How long everything lasts.
  var length: MediaTime { rate.time(ofFrame: frames) }

  /// Index of the chapter that is shown.
  var chapter: Int { max(0, (chapters.lastIndex { $0 <= frame }) ?? 0) }
}
