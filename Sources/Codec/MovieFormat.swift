package import Units

/// The containers a movie can have.
package enum MovieFormat: String, Sendable, Hashable, CaseIterable {
  /// MPEG-4, what phones and browsers take.
  case mp4
  /// QuickTime.
  case mov
  /// Matroska.
  case mkv

  /// Chooses by a file name's ending, in any case; nil for any other ending or none.
  package init?(fileName: some StringProtocol) {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: point)...].lowercased())
  }

  /// FFmpeg's name of the muxer.
  var muxer: String { self == .mkv ? "matroska" : rawValue }

  /// False for Matroska, whose muxer leaves the display matrix out before FFmpeg 7.
  package var canTurn: Bool { self != .mkv }

  /// FFmpeg's name of the demuxer.
  var demuxer: String { self == .mkv ? "matroska" : "mov" }
}

/// One chapter of a movie.
package struct MovieChapter: Sendable, Hashable {
  /// Its name, as players list it.
  package var title: String
  /// Where it begins in the movie.
  package var start: MediaTime
  /// Where the next one begins, or the movie ends.
  package var end: MediaTime

  /// Names a stretch of the movie.
  package init(title: String, start: MediaTime, end: MediaTime) {
    self.title = title
    self.start = start
    self.end = end
  }
}
