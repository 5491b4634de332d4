package import Units

/// What a finished movie must turn out to be when it is opened again.
package struct MovieSpecification: Sendable, Hashable {
  /// How its pictures are coded.
  package var settings: VideoSettings
  /// Their decoder configuration (for H.264 an `avcC` record).
  package var configuration: [UInt8]
  /// That of the clips that are copied; another one where the joins have parameter sets of their
  /// own, which `configuration` lists besides.
  package var copied: [UInt8]
  /// What their numbers mean.
  package var colour: ColourCode
  /// Frames by which decoding has to be ahead of showing; 0 without B-frames.
  package var reorder: Int64
  /// Frames.
  package var frames: Int64
  /// Sample frames of sound; nil for a movie without.
  package var samples: Int64?
  /// Chapters: title and the frames it covers.
  package var chapters: [Chapter]
  /// Runs of frames made in one way each, without gaps: every one begins with a key frame.
  package var runs: [Run]
  /// How players turn its pictures when they show them.
  package var turn = Framing.Rotation.upright
  /// What the movie of a live photo shares with its still; QuickTime alone has a place for it.
  package var identifier: String?

  /// One chapter.
  package struct Chapter: Sendable, Hashable {
    /// Shown by players.
    package var title: String
    /// The frames it covers.
    package var frames: Range<Int64>

    /// Names a stretch of the movie.
    package init(title: String, frames: Range<Int64>) {
      self.title = title
      self.frames = frames
    }
  }

  /// Frames that were copied from one file, or coded anew.
  package struct Run: Sendable, Hashable {
    /// The movie's frames.
    package var frames: Range<Int64>
    /// False for what was coded anew and has to be looked at more closely.
    package var isCopied: Bool

    /// Describes a run.
    package init(frames: Range<Int64>, isCopied: Bool) {
      self.frames = frames
      self.isCopied = isCopied
    }
  }

  /// Says what a movie will be.
  package init(
    settings: VideoSettings, configuration: [UInt8], frames: Int64, samples: Int64?,
    chapters: [Chapter], runs: [Run], colour: ColourCode = .take, reorder: Int64 = 0
  ) {
    self.settings = settings
    self.configuration = configuration
    copied = configuration
    self.colour = colour
    self.reorder = reorder
    self.frames = frames
    self.samples = samples
    self.chapters = chapters
    self.runs = runs
  }
}
