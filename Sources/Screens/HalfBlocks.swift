import Units

/// Half blocks in 24-bit colour as a terminal shows them.
///
/// They are written beside ncurses, which has a table of pairs of colours and on the usual types no
/// more than 256 of those. Only cells that look different are written; noise is held still as in
/// `SteadyPicture`.
struct HalfBlocks: Sendable {
  private typealias Colour = ArraySlice<UInt8>

  /// Red, green and blue of the pixels, two rows in each row of cells; empty when nothing is known.
  private var shown: [UInt8] = []

  /// Takes it that nothing is shown.
  mutating func forget() { shown = [] }

  /// What brings `drawing` onto the screen; nothing when it looks like that already.
  mutating func bytes(of drawing: PictureDrawing, at area: CellArea) -> [UInt8] {
    let (pixels, columns) = (drawing.bytes, area.size.columns)
    let isFirst = shown.count != pixels.count
    if isFirst { shown = pixels }
    var pen = Pen()
    for row in 0..<area.size.rows {
      for column in 0..<columns {
        let upper = 3 * (2 * row * columns + column)
        let lower = upper + 3 * columns
        var isNew = isFirst
        for pixel in [upper, lower] where SteadyPicture.differ(pixels, shown, at: pixel) {
          for part in pixel..<pixel + 3 { shown[part] = pixels[part] }
          isNew = true
        }
        guard isNew else { continue }
        pen.move(toColumn: area.columns.lowerBound + column, row: area.rows.lowerBound + row)
        pen.put(upper: shown[upper..<upper + 3], lower: shown[lower..<lower + 3])
      }
    }
    return pen.bytes
  }

  /// Writes cells, and what lies before them only where it has to.
  private struct Pen {
    private(set) var bytes: [UInt8] = []
    private var place: (column: Int, row: Int)?
    private var colours: (character: Colour?, background: Colour?)

    mutating func move(toColumn column: Int, row: Int) {
      if place.map({ $0 != (column, row) }) ?? true {
        bytes += Easel.cursor(column: column, row: row)
      }
      place = (column + 1, row)
    }

    mutating func put(upper: Colour, lower: Colour) {
      if colours.background != lower { bytes += Self.colour(48, lower) }
      colours.background = lower
      // A blank needs one colour only.
      guard upper != lower else { return bytes.append(UInt8(ascii: " ")) }
      if colours.character != upper { bytes += Self.colour(38, upper) }
      colours.character = upper
      bytes += "▀".utf8
    }

    /// SGR 38;2 and 48;2.
    private static func colour(_ number: Int, _ colour: Colour) -> [UInt8] {
      Array("\u{1b}[\(number);2;\(colour.map(String.init).joined(separator: ";"))m".utf8)
    }
  }
}
