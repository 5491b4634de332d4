/// What a finished movie must turn out to be when it is opened again.
package struct MovieSpecification: Sendable, Hashable {
  /// Picture settings of every take.
  package var settings: VideoSettings
  /// The takes' decoder configuration (an `avcC` record).
  package var configuration: [UInt8]
  /// Frames.
  package var frames: Int64
  /// Sample frames of sound; nil for a movie without.
  package var samples: Int64?
  /// Chapters: title and the frames it covers.
  package var chapters: [Chapter]

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

  /// Says what a movie will be.
  package init(
    settings: VideoSettings, configuration: [UInt8], frames: Int64, samples: Int64?,
    chapters: [Chapter]
  ) {
    self.settings = settings
    self.configuration = configuration
    self.frames = frames
    self.samples = samples
    self.chapters = chapters
  }
}
