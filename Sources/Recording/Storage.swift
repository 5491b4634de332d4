/// A session's folder on disk; its calls wait for the disk and belong on the writer lane.
package protocol SessionFolder: AnyObject, Sendable {
  /// The session's name.
  var id: String { get }
  /// Full path of the folder.
  var path: String { get }
  /// Replaces the index in one step, so that at every instant an old or a new one is there.
  func write(_ index: SessionIndex) throws
  /// Removes one take's file; one that is gone already is no failure.
  func removeTake(file: String) throws
  /// Removes the whole session.
  func remove() throws
  /// Bytes that may still be written where the session lies; nil when that cannot be told.
  func freeBytes() -> Int64?
  /// Bytes of all files in the folder.
  func usedBytes() -> Int64
}

extension SessionFolder {
  /// Full path of a take's file.
  package func path(ofTake file: String) -> String { "\(path)/\(file)" }
}

/// Where a movie is to go; its calls wait for the disk and belong on the merge lane.
package protocol MoviePlace: Sendable {
  /// A name beside the final one for the movie while it is being made.
  func temporaryPath() throws -> String
  /// Gives the finished file its final name without overwriting another, and returns the name and
  /// size; 0 where the size cannot be asked.
  func publish(_ temporary: String) throws -> (path: String, bytes: Int64)
  /// Makes what was published survive a power cut; a failure takes nothing of it away.
  func settle() throws
  /// Removes an unfinished movie.
  func discard(_ temporary: String)
}

/// Where a live photo is to go: the movie, and with it the still.
package protocol PhotoPlace: MoviePlace {
  /// The still's path beside the published movie's, or the same where both lie in one file.
  func still(of movie: String) -> String
}
