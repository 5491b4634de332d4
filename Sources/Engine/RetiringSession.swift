package import Recording

/// A session whose movie was saved.
package struct RetiringSession: Sendable {
  private let folder: any SessionFolder
  private let index: SessionIndex
  /// The takes that are in the movie.
  let saved: [Take]
  /// The takes that could not go into it.
  let left: [Take]

  /// Names the session, the takes that are in the movie, and those that could not go into it.
  package init(folder: any SessionFolder, index: SessionIndex, saved: [Take], left: [Take]) {
    self.folder = folder
    self.index = index
    self.saved = saved
    self.left = left
  }

  /// Removes what is in the movie; the folder goes too when nothing is left and it is not needed.
  package func retire(removingFolder: Bool) throws {
    guard !removingFolder || !left.isEmpty else { return try folder.remove() }
    for take in saved { try folder.removeTake(file: take.file) }
    var index = index
    index.takes = left
    try folder.write(index)
  }
}
