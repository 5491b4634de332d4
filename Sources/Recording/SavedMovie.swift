package import Units

/// A movie that stands under its final name.
package struct SavedMovie: Sendable, Hashable {
  /// Full path.
  package var path: String
  /// Its length.
  package var length: MediaTime
  /// Bytes of the file; 0 where that could not be asked.
  package var bytes: Int64
  /// Frames in it.
  package var frames: Int64
  /// What stood in the way of making its name safe, as a sentence; nil when it survives a power cut.
  package var doubt: String?

  /// Names a finished movie.
  package init(path: String, length: MediaTime, bytes: Int64, frames: Int64) {
    self.path = path
    self.length = length
    self.bytes = bytes
    self.frames = frames
  }

  /// What to tell of a movie whose name is not safe, and what becomes of its takes; nil for others.
  package func warning(keepingTakes: Bool = true) -> String? {
    doubt.map { doubt in
      "\(path) is whole, but a power cut might still cost it"
        + (keepingTakes ? "; the takes are kept: " : ": ") + doubt
    }
  }
}
