package import Units

/// Where a live picture is to be shown, and how fine it may be there.
package struct PictureRoom: Sendable, Hashable {
  /// Columns and rows of character cells there are for it.
  package var cells: CellSize
  /// Pixels in a cell: what the terminal draws it with, or 1x2 where half blocks are the pixels.
  package var grain: PixelSize
  /// Pixels that the picture may have at most.
  package var most: Int
  /// True where the terminal stretches a picture over its cells, so that it may have fewer pixels
  /// than they have; else it gets fewer cells.
  package var isStretched: Bool

  /// Room of so many cells.
  package init(cells: CellSize, grain: PixelSize, most: Int = .max, isStretched: Bool) {
    (self.cells, self.grain, self.most, self.isStretched) = (cells, grain, most, isStretched)
  }

  /// Room for a picture of half blocks: a pixel is half a cell.
  package init(blocks: CellSize) {
    self.init(cells: blocks, grain: PixelSize(width: 1, height: 2), isStretched: false)
  }

  /// The largest size that has the shape of `picture` and fills whole cells; nil where there is no
  /// room.
  ///
  /// Rounding to whole cells changes the shape by less than one row or column.
  package func fitted(_ picture: PixelSize) -> (cells: CellSize, pixels: PixelSize)? {
    guard picture.area > 0, grain.area > 0, cells.columns > 0, cells.rows > 0 else { return nil }
    let (width, height) = (Double(picture.width), Double(picture.height))
    var scale = min(
      Double(cells.columns * grain.width) / width, Double(cells.rows * grain.height) / height)
    if !isStretched { scale = min(scale, (Double(most) / (width * height)).squareRoot()) }
    func count(_ pixels: Double, _ grain: Int, most: Int) -> Int {
      min(most, max(1, Int((pixels * scale / Double(grain)).rounded())))
    }
    let used = CellSize(
      columns: count(width, grain.width, most: cells.columns),
      rows: count(height, grain.height, most: cells.rows))
    let whole = PixelSize(width: used.columns * grain.width, height: used.rows * grain.height)
    // The terminal stretches as well as anybody here, and gets fewer bytes.
    let enough = min(most, picture.area)
    guard isStretched, whole.area > enough else { return (used, whole) }
    let part = (Double(enough) / Double(whole.area)).squareRoot()
    return (
      used,
      PixelSize(
        width: max(1, Int(Double(whole.width) * part)),
        height: max(1, Int(Double(whole.height) * part)))
    )
  }
}
