import Units

extension Grid {
  /// Draws the live picture with a frame close around it, at the top and in the middle of `area`.
  ///
  /// While frames flow into a take the frame is a heavy one, and in a review a double one, so that
  /// it shows without colours too.
  mutating func put(
    _ preview: ViewState.Preview, in area: CellArea, isRecording: Bool, isReview: Bool = false
  ) {
    guard let size = preview.room ?? preview.picture?.size, preview.word == nil,
      size.columns + 2 <= area.columns.count, size.rows + 2 <= area.rows.count
    else {
      let word = preview.word ?? "no picture yet"
      let column = area.columns.lowerBound + (area.columns.count - TextWidth.of(word)) / 2
      put(
        word, column: max(area.columns.lowerBound, column),
        row: area.rows.lowerBound + area.rows.count / 2, style: .dim, width: area.columns.count)
      return
    }
    let left = area.columns.lowerBound + (area.columns.count - size.columns - 2) / 2
    let top = area.rows.lowerBound
    let (right, bottom) = (left + size.columns + 1, top + size.rows + 1)
    let style: Style = isRecording ? .recording : .dim
    let signs = Array(isReview ? "╔═╗║╚╝" : isRecording ? "┏━┓┃┗┛" : "┌─┐│└┘").map(String.init)
    let edge = String(repeating: signs[1], count: size.columns)
    put(signs[0] + edge + signs[2], column: left, row: top, style: style)
    if let caption = preview.caption {
      put(
        " \(TextWidth.fitted(caption, to: size.columns - 4, mark: "…")) ", column: left + 2,
        row: top,
        style: .strong, width: size.columns - 2)
    }
    put(signs[4] + edge + signs[5], column: left, row: bottom, style: style)
    for row in 0..<size.rows {
      put(signs[3], column: left, row: top + 1 + row, style: style)
      put(signs[3], column: right, row: top + 1 + row, style: style)
    }
    let inside = CellArea(columns: left + 1..<right, rows: top + 1..<bottom)
    guard let picture = preview.picture, preview.room == nil else { return pictureArea = inside }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        put(picture.cell(column: column, row: row), column: left + 1 + column, row: top + 1 + row)
      }
    }
  }
}
