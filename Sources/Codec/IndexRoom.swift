import Merging
import Recording

/// How large the index (`moov`) of an MP4 or QuickTime file can become (ISO/IEC 14496-12, 8).
enum IndexRoom {
  /// A size in bytes that is enough whatever the packets are like, about twice of what is used.
  ///
  /// Nil where pictures keep their own times, so that nobody knows how many there are, and beyond
  /// the 32 bits of the muxer's option.
  static func bytes(for movie: MovieSpecification) -> Int64? {
    guard !movie.settings.isVariable else { return nil }
    let pictures = movie.frames
    // The priming before them and a part of one at the end.
    let packets = movie.samples.map { $0 / SoundChunk.block + 3 } ?? 0
    // A chunk ends where the other track goes on, or before it has a megabyte, which half a minute
    // of sound does not: so there are at most as many of sound as there are pictures between.
    let chunks = min(packets, pictures + 1)
    let entries =
      Entry.picture * pictures + Entry.size * packets + Entry.chunk * (pictures + chunks)
    let titles = movie.chapters.reduce(Int64(0)) {
      $0 + Entry.chapter + 2 * Int64($1.title.utf8.count)
    }
    let room = headers + Int64(movie.configuration.count) + entries + titles
    return room <= Int64(Int32.max) ? room : nil
  }

  /// All that does not grow with the movie; 2 kB as of FFmpeg 5.
  private static let headers: Int64 = 16 << 10

  /// Bytes in the tables of a track.
  private enum Entry {
    /// Size of a packet (`stsz`).
    static let size: Int64 = 4
    /// Place of a chunk in 64 bits, and how many packets it has (`co64`, `stsc`).
    static let chunk: Int64 = 8 + 12
    /// Beside its size: how long it lasts, where that differs from picture to picture by rounding,
    /// how much later than decoded it is shown, and that it is a key frame (`stts`, `ctts`, `stss`).
    static let picture: Int64 = size + 8 + 8 + 4
    /// In the list of chapters and in the track of their titles.
    static let chapter: Int64 = 64
  }
}
