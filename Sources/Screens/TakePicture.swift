package import Units

/// The small picture of a take in the list of takes.
package enum TakePicture {
  /// Cells it may have: 16:9 fits, and three rows of text stand beside it.
  package static let size = CellSize(columns: 11, rows: 3)
}

extension Grid {
  /// Draws a take's picture in the middle of its place; nothing where it is larger than that.
  mutating func put(thumbnail picture: CellPicture, column: Int, row: Int) {
    let place = TakePicture.size
    guard picture.size.columns <= place.columns, picture.size.rows <= place.rows else { return }
    let left = column + (place.columns - picture.size.columns) / 2
    let top = row + (place.rows - picture.size.rows) / 2
    for line in 0..<picture.size.rows {
      for place in 0..<picture.size.columns {
        put(picture.cell(column: place, row: line), column: left + place, row: top + line)
      }
    }
  }
}
