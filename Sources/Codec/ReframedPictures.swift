import CLibAV
import Frames
import Recording
import Units

/// A take's pictures, framed as the movie's are.
///
/// A take that shows at least what the movie shows is cropped and turned. One that was cropped
/// tighter is shown whole, between black bars: what it left out is in no file any more.
final class ReframedPictures: PictureSupply {
  private let take: any PictureSupply
  /// The part of the take's pictures that is shown.
  private let shown: PixelArea
  private let size: PixelSize
  private var canvas: Canvas

  /// Takes the pictures of `take`, which were coded with `framing`, to those of a movie.
  init(
    _ take: any PictureSupply, framed framing: Framing, for movie: VideoSettings
  ) throws(CodecError) {
    let (camera, chosen) = (movie.camera, movie.framing ?? .native)
    let (whole, wanted) = (framing.crop.area(in: camera), chosen.crop.area(in: camera))
    let turned = framing.orientation
    size = framing.size(of: camera)
    if whole.contains(wanted) {
      let part = PixelArea(
        left: wanted.left - whole.left, top: wanted.top - whole.top, size: wanted.size)
      shown = turned.area(of: part, in: whole.size)
    } else {
      shown = PixelArea(whole: size)
    }
    self.take = take
    canvas = try Canvas(
      size: movie.size, orientation: turned.inverse.then(chosen.orientation))
  }

  func picture(at frame: Int64) throws -> UnsafeMutablePointer<AVFrame> {
    let found = try take.picture(at: frame)
    guard let area = PlaneArea(found, size) else {
      throw CodecError(.decode, .invalidData, "a take")
    }
    try canvas.draw(Planes(area).cut(shown))
    return canvas.picture.pointer
  }
}
