package import Frames
package import Units

/// A picture in character cells: each cell shows two pixels, one above the other.
///
/// A cell is about twice as high as wide, so the pixels are about square.
package struct CellPicture: Sendable, Hashable {
  /// Columns and rows of cells.
  package let size: CellSize
  /// Colours of the pixels by their numbers in `Palette`, row by row.
  fileprivate var colours: [UInt8]

  fileprivate init(size: CellSize) {
    self.size = size
    colours = Array(repeating: Palette.first, count: size.columns * size.rows * 2)
  }

  /// What stands in a cell of the picture.
  package func cell(column: Int, row: Int) -> Cell {
    let upper = 2 * row * size.columns + column
    return Cell(upper: colours[upper], lower: colours[upper + size.columns])
  }
}

/// Turns the camera's pictures into cells, and holds still what does not really change.
///
/// A sensor's noise makes pixels near the border between two colours jump with every picture. So a
/// pixel keeps its colour until it is `threshold` away from what that colour was chosen for. It is
/// compared with what the screen shows and not with the picture before: what changes slowly is
/// followed as soon as it has gone so far, and nothing stays behind as a ghost.
package struct SteadyPicture: Sendable {
  /// Levels of 255.
  ///
  /// Averaged over the hundred and more pixels of the camera that make one of these,
  /// noise is below one level; a step of five cannot be seen, since colours lie 10 to 95 apart.
  private static let threshold = 5

  /// What the screen should show; nil before the first picture.
  package private(set) var cells: CellPicture?
  /// Red, green and blue for which each pixel's colour was chosen.
  private var chosenFor: [UInt8] = []

  /// Begins without a picture.
  package init() {}

  /// Takes the next picture.
  package mutating func show(_ picture: PreviewPicture) {
    let size = CellSize(columns: picture.size.width, rows: picture.size.height / 2)
    var next = cells?.size == size ? cells : nil
    let isFirst = next == nil
    if isFirst { chosenFor = picture.pixels }
    var shown = next.take() ?? CellPicture(size: size)
    for pixel in shown.colours.indices {
      let base = 3 * pixel
      guard isFirst || Self.differ(picture.pixels, chosenFor, at: base) else { continue }
      for part in base..<base + 3 { chosenFor[part] = picture.pixels[part] }
      shown.colours[pixel] = Palette.nearest(
        red: chosenFor[base], green: chosenFor[base + 1], blue: chosenFor[base + 2])
    }
    cells = shown
  }

  /// Forgets the picture.
  package mutating func clear() { self = SteadyPicture() }

  /// True when the pixel from there on looks other than in what is shown.
  static func differ(_ pixels: [UInt8], _ shown: [UInt8], at base: Int) -> Bool {
    (base..<base + 3).contains { abs(Int(pixels[$0]) - Int(shown[$0])) >= threshold }
  }
}
