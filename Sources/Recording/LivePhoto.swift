package import Units

/// How much of the time around its shutter a live photo shows.
package struct LiveLength: Sendable, Hashable {
  /// Time before the shutter.
  package var before: MediaTime
  /// Time from the shutter on.
  package var after: MediaTime

  /// A second and a half on either side unless said otherwise.
  package init(before: MediaTime = .milliseconds(1500), after: MediaTime = .milliseconds(1500)) {
    self.before = before
    self.after = after
  }

  /// The same in frames of a grid; the shutter's own frame is the first one after.
  package func frames(at rate: FrameRate) -> (before: Int64, after: Int64) {
    (rate.frame(nearest: before), max(1, rate.frame(nearest: after)))
  }
}

/// A live photo that stands: a movie and the still of its shutter.
package struct LivePhoto: Sendable, Hashable {
  /// Full path of the movie; of a Motion Photo the still's.
  package var movie: String
  /// Full path of the still.
  package var still: String
  /// Length of the movie.
  package var length: MediaTime
  /// Where in the movie the still lies.
  package var shutter: MediaTime

  /// Names both halves.
  package init(movie: String, still: String, length: MediaTime, shutter: MediaTime) {
    self.movie = movie
    self.still = still
    self.length = length
    self.shutter = shutter
  }
}

/// What a still says about itself.
package struct StillTags: Sendable, Hashable {
  /// When its picture was captured, in Unix seconds.
  package var takenAt: Double
  /// What it shares with the movie that belongs to it; nil for a still alone.
  package var identifier: String?

  /// Tags a still.
  package init(takenAt: Double, identifier: String? = nil) {
    self.takenAt = takenAt
    self.identifier = identifier
  }

  /// A new identifier: a random UUID (RFC 9562, version 4) in capitals, as cameras write it.
  package static func newIdentifier() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0\(text)" : text
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
