import CLibAV
import Units

/// The pictures of any media file on the movie's grid: the one shown at each frame's instant, in
/// the movie's size.
final class ConformedPictures: PictureSupply {
  private let reader: MediaReader
  private let rate: FrameRate
  private let start: MediaTime
  /// The picture that is shown, and the one that follows it.
  private var shown: MediaPicture?
  private var next: MediaPicture?
  private let path: String

  /// Opens a file whose first picture lies at `start`; the first frame asked for is `frame`.
  ///
  /// `zero` is the stamp of time 0 in a file that was looked through before.
  init(
    path: String, start: MediaTime, rate: FrameRate, wish: PictureWish, at frame: Int64,
    zero: MediaTime? = nil
  ) throws(CodecError) {
    reader = try MediaReader(path: path, part: .pictures, wish: wish, zero: zero)
    self.path = path
    self.rate = rate
    self.start = start
    if frame > 0 { try reader.seek(to: start + rate.time(ofFrame: frame)) }
    next = try read()
  }

  func picture(at frame: Int64) throws -> UnsafeMutablePointer<AVFrame> {
    // Stamps are rounded by their containers; a quarter of a frame is far beyond all rounding.
    let instant = start + rate.time(ofFrame: frame) + rate.frameDuration / 4
    while let following = next, shown == nil || following.time <= instant {
      shown = following
      next = try read()
    }
    guard let shown else { throw CodecError(.decode, .endOfFile, path) }
    return shown.picture.pointer
  }

  private func read() throws(CodecError) -> MediaPicture? {
    while let piece = try reader.next() {
      if case .picture(let picture) = piece { return picture }
    }
    return nil
  }
}
