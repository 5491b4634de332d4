package import Units

/// A movie that stands under its final name.
package struct SavedMovie: Sendable, Hashable {
  /// Full path.
  package var path: String
  /// Its length.
  package var length: MediaTime
  /// Bytes of the file.
  package var bytes: Int64
  /// Frames in it.
  package var frames: Int64

  /// Names a finished movie.
  package init(path: String, length: MediaTime, bytes: Int64, frames: Int64) {
    self.path = path
    self.length = length
    self.bytes = bytes
    self.frames = frames
  }
}
