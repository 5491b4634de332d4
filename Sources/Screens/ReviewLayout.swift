package import Units

/// Which rows of a review's screen show what; nil where there is no room for it.
///
/// As the window shrinks things leave in the order of how little they are missed: the picture, the
/// note, chapter numbers, the times, the position bar, the keys. The state line is always there.
package struct ReviewLayout: Sendable, Hashable {
  /// The state line and the rows around it.
  let banner: Range<Int>
  /// The picture with the frame around it.
  let picture: CellArea?
  /// The bar of the position.
  let bar: Int?
  /// Chapter numbers under the bar.
  let numbers: Int?
  /// Position, length and frame.
  let times: Int?
  /// What the user should know.
  let note: Int?
  /// The keys.
  let foot: Int?
  /// Columns inside the margins.
  let content: Range<Int>

  /// Divides a screen of `size`; a picture of at most `widestPicture` columns gets a place where it
  /// is worth it.
  package init(size: CellSize, widestPicture: Int? = nil) {
    let (rows, columns) = (max(0, size.rows), max(0, size.columns))
    let margin = columns >= 60 ? 2 : columns >= 30 ? 1 : 0
    content = margin..<max(margin, columns - margin)
    let top = min(rows, rows >= 20 ? 3 : 1)
    banner = 0..<top
    var bottom = rows
    func give(_ isThere: Bool) -> Int? {
      guard isThere else { return nil }
      bottom -= 1
      return bottom
    }
    foot = give(rows >= 2)
    note = give(rows >= 6)
    times = give(rows >= 4)
    numbers = give(rows >= 7)
    bar = give(rows >= 3)
    let room = bottom - top
    guard let widestPicture, room >= 8, content.count >= 30 else {
      picture = nil
      return
    }
    let width = min(content.count, widestPicture + 2)
    let left = content.lowerBound + (content.count - width) / 2
    picture = CellArea(columns: left..<left + width, rows: top..<bottom)
  }

  /// Cells that the picture may cover inside its frame; nil where there is no place for it.
  package var pictureRoom: CellSize? {
    picture.map { CellSize(columns: $0.columns.count - 2, rows: $0.rows.count - 2) }
  }
}
