package import Units

/// One word behind `rushes merge` or `rushes play`: a file, and what of it is to play.
package struct MergeFile: Sendable, Hashable {
  /// Path of the file.
  package var path: String
  /// Where it begins to play; nil for its beginning.
  package var begin: MediaTime?
  /// Where it stops; nil for its end.
  package var end: MediaTime?

  /// All of a file, whatever its name looks like.
  init(path: String) { self.path = path }

  /// Reads `FILE`, `FILE@IN-OUT`, `FILE@IN-` or `FILE@-OUT`.
  ///
  /// What follows the last @ and is no span of time belongs to the name.
  package init(_ word: String) throws(UsageError) {
    path = word
    guard let at = word.lastIndex(of: "@"), at != word.startIndex else { return }
    let parts = word[word.index(after: at)...]
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { return }
    let times = parts.map { $0.isEmpty ? nil : MediaTime(parsing: $0) }
    guard zip(parts, times).allSatisfy({ $0.isEmpty || $1 != nil }) else { return }
    if let begin = times[0], let end = times[1], begin >= end {
      throw UsageError("'\(word)' ends before it begins; write FILE@IN-OUT, such as a.mp4@2s-5s.")
    }
    path = String(word[..<at])
    (begin, end) = (times[0], times[1])
  }
}
