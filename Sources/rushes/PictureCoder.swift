import Codec
import Frames
import Screens
import Sixel
import Units

/// Brings the camera's pictures into the form in which the terminal gets them, and leaves out what
/// it shows already; on the lane that made the picture.
struct PictureCoder: Sendable {
  /// What became of a picture.
  enum Outcome: Sendable {
    /// There was none, or it could not be coded.
    case none
    /// It looks as the one before.
    case same
    /// To be drawn as cells.
    case cells(PreviewPicture)
    /// To be drawn over blank cells; with a sketch of it where such pictures are compared.
    case drawing(PictureDrawing, PictureSketch?)
  }

  /// What brings it.
  let carrier: PictureCarrier
  /// True when fewer bytes are worth fewer colours.
  var isThrifty = false
  /// What the terminal shows, and since when.
  var shown: (sketch: PictureSketch, since: MediaTime)?

  /// What is too small for a sketch is shown this late.
  private static let longestStillness = MediaTime.seconds(Int64(1))

  /// Looks at a picture that came at this instant, and codes it.
  func code(_ picture: PreviewPicture?, at now: MediaTime) -> Outcome {
    guard let picture else { return .none }
    switch carrier {
    case .blocks,
      .trueColour where isThrifty:
      return .cells(picture)
    // The terminal's side compares cell by cell.
    case .trueColour: return .drawing(PictureDrawing(picture, .blocks, picture.pixels), nil)
    case .kitty, .iterm, .sixel: break
    }
    let sketch = PictureSketch(of: picture)
    if let shown, now - shown.since < Self.longestStillness, !sketch.differs(from: shown.sketch) {
      return .same
    }
    guard let drawing = try? carrier.drawing(of: picture) else { return .none }
    return .drawing(drawing, sketch)
  }
}

extension PictureCarrier {
  /// The picture in pixels as this carrier brings it; nil for half blocks.
  fileprivate func drawing(of picture: PreviewPicture) throws -> PictureDrawing? {
    switch self {
    case .kitty(sharesMemory: true): PictureDrawing(picture, .pixels, picture.pixels)
    case .kitty(sharesMemory: false): PictureDrawing(picture, .png, try StillCoder.png(picture))
    case .iterm: PictureDrawing(picture, .jpeg, try StillCoder.jpeg(picture))
    case .sixel(let colours):
      PictureDrawing(picture, .sixel, try SixelCoder.code(picture, colours: colours))
    case .trueColour, .blocks: nil
    }
  }
}
