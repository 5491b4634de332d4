package import Recording

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

  /// What its pictures can be; JPEG in MP4 is allowed, but hardly any player shows it.
  package var codecs: Set<VideoCodec> { self == .mp4 ? [.h264, .hevc] : [.h264, .hevc, .mjpeg] }

  /// FFmpeg's name of the demuxer.
  var demuxer: String { self == .mkv ? "matroska" : "mov" }
}
