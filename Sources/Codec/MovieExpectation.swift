package import Recording
package import Units

/// What a finished movie has to hold.
package struct MovieExpectation: Sendable, Hashable {
  /// The container.
  package var format: MovieFormat
  /// What it was made to be.
  package var movie: MovieSpecification
  /// `MovieFile.videoChecksum` after the last picture.
  package var checksum: PacketChecksum

  /// Expects `movie` in a container, with pictures of this checksum.
  package init(format: MovieFormat, movie: MovieSpecification, checksum: PacketChecksum) {
    self.format = format
    self.movie = movie
    self.checksum = checksum
  }
}

/// How a finished movie differs from what it should be.
package struct MovieFault: Error, Sendable, Hashable {
  /// What was found.
  package enum Finding: Sendable, Hashable {
    /// There is no stream of pictures coded as the session says.
    case noPictures
    /// The coded size is another one.
    case size(PixelSize)
    /// Players are told to turn the pictures in this way; nil for one that is no quarter turn.
    case turn(Framing.Rotation?)
    /// There are more or fewer pictures.
    case frames(found: Int64, expected: Int64)
    /// A picture does not lie where the grid has it.
    case misplaced(frame: Int64)
    /// Decode times do not rise.
    case decodeOrder(frame: Int64)
    /// What was copied or coded in one go does not begin with a key frame.
    case noKey(frame: Int64)
    /// The first picture of a run, or one that was coded anew, cannot be decoded.
    case undecodable(frame: Int64)
    /// The pictures are not the ones that were written.
    case changed
    /// There is no sound track, or one too many.
    case soundTrack(expected: Bool)
    /// The sound has a hole or an overlap at this sample.
    case soundBroken(sample: Int64)
    /// The sound is longer or shorter.
    case samples(found: Int64, expected: Int64)
    /// The index comes after the pictures, so that playing over a network begins late.
    case indexAtEnd
  }

  /// The movie's file.
  package let path: String
  /// What was found.
  package let finding: Finding

  /// Puts a fault together.
  package init(path: String, finding: Finding) {
    self.path = path
    self.finding = finding
  }
}

extension MovieFault: CustomStringConvertible {
  /// One sentence for the user.
  package var description: String { "\(path) is not what was recorded: \(reason)." }

  private var reason: String {
    switch finding {
    case .noPictures: "it has no pictures"
    case .size(let size): "its pictures are \(size)"
    case .turn(let turn):
      "players turn its pictures by \(turn.map { "\($0.rawValue)°" } ?? "an unknown angle")"
    case .frames(let found, let expected): "it has \(found) frames instead of \(expected)"
    case .misplaced(let frame): "frame \(frame) is at the wrong time"
    case .decodeOrder(let frame): "frame \(frame) is out of order"
    case .noKey(let frame): "playing cannot begin at frame \(frame), where a join is"
    case .undecodable(let frame): "frame \(frame) cannot be decoded"
    case .changed: "its pictures differ from the takes"
    case .soundTrack(let expected): expected ? "it has no sound" : "it has a sound track"
    case .soundBroken(let sample): "its sound has a gap at sample \(sample)"
    case .samples(let found, let expected): "it has \(found) sound samples instead of \(expected)"
    case .indexAtEnd: "its index is not at the front"
    }
  }
}
