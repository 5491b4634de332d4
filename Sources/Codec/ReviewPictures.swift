package import Frames
package import Merging
package import Recording
package import Units

/// Decodes the pictures of one clip for a review, and shrinks them for the screen.
///
/// It stays on the lane that made it.
package final class ReviewPictures: ReviewReader {
  private let clip: Clip
  private let rate: FrameRate
  private let movie: VideoSettings
  private let turn: Framing.Rotation
  private let scaler = PreviewScaler()
  private var supply: (any PictureSupply)?
  /// The frame that was given last.
  private var position: Int64 = 0

  /// Prepares to read a clip counted in frames of `rate`, as a movie of these settings, which players
  /// turn by `turn`, shows it.
  package init(
    _ clip: Clip, rate: FrameRate, movie: VideoSettings, turned turn: Framing.Rotation
  ) {
    self.clip = clip
    self.rate = rate
    self.movie = movie
    self.turn = turn
  }

  package func picture(at frame: Int64, within room: PictureRoom) throws -> PreviewPicture? {
    let supply = try supply(for: frame)
    // The picture is good as long as its decoder is.
    return try withExtendedLifetime(supply) {
      let picture = try supply.picture(at: frame)
      position = frame
      guard let area = PlaneArea(picture, movie.size) else { return nil }
      return try scaler.convert(
        area, ColourTags(clip.colour), of: movie, turned: turn, within: room)
    }
  }

  /// Goes on with what is open, or begins anew at the key frame before `frame`, which is quicker
  /// than to decode more than two seconds that nobody sees.
  private func supply(for frame: Int64) throws -> any PictureSupply {
    let far = position + rate.frame(nearest: .seconds(Int64(2)))
    if let supply, (position...far).contains(frame) { return supply }
    // Where opening fails the one before is not to be taken for it.
    supply = nil
    let opened = try open(at: frame)
    supply = opened
    return opened
  }

  private func open(at frame: Int64) throws -> any PictureSupply {
    switch clip.origin {
    case .take where movie.codec == .h264 && !movie.isVariable:
      return try StretchCoder.open(clip, at: frame, movie, .fit)
    case .take:
      return try conformed(at: frame, MediaStart(shown: .zero, stamp: .zero), isKnown: false)
    case .media(let start):
      return try conformed(at: frame, start, isKnown: true)
    }
  }

  private func conformed(
    at frame: Int64, _ start: MediaStart, isKnown: Bool
  ) throws -> any PictureSupply {
    try ConformedPictures(
      path: clip.path, start: start.shown, rate: rate, wish: PictureWish(size: movie.size),
      at: frame, zero: isKnown ? start.zero : nil)
  }
}
