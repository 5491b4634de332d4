package import Units

/// A screenful of cells; everything put outside of it is cut off.
package struct Grid: Sendable, Hashable {
  /// Columns and rows, never negative.
  package let size: CellSize
  /// The cells row by row, `size.columns` in each.
  package private(set) var cells: [Cell]
  /// Cells that are left blank for a picture in pixels, which the terminal lays over them.
  package internal(set) var pictureArea: CellArea?
  private let isASCII: Bool

  /// Makes an empty screen; with `isASCII` foreign characters are shown as question marks.
  package init(size: CellSize, isASCII: Bool = false) {
    self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
    self.isASCII = isASCII
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// The cells of one row, left to right; empty outside the screen.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    guard (0..<size.rows).contains(row) else { return [] }
    return cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Puts `text` at a place, cut off after `width` cells and at the edge of the screen.
  ///
  /// Control characters become question marks: a file name must not command the terminal.
  /// Returns the column after the last character.
  @discardableResult
  package mutating func put(
    _ text: some StringProtocol, column: Int, row: Int, style: Style = .plain, width: Int = .max
  ) -> Int {
    guard (0..<size.rows).contains(row), column >= 0, width > 0 else { return column }
    let edge = width < size.columns - column ? column + width : size.columns
    cover(row, column..<max(column, edge))
    var column = column
    for character in text {
      let shown = printable(character)
      let width = TextWidth.of(shown)
      if width == 0 { continue }
      guard column + width <= edge else { break }
      let index = row * size.columns + column
      dissolveWideCharacters(at: index, count: width)
      cells[index] = Cell(character: shown, style: style)
      if width == 2 { cells[index + 1] = Cell(character: " ", style: style, isContinuation: true) }
      column += width
    }
    return column
  }

  /// Puts a piece of a picture at a place; nothing outside the screen.
  mutating func put(_ cell: Cell, column: Int, row: Int) {
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
    let index = row * size.columns + column
    dissolveWideCharacters(at: index, count: 1)
    cells[index] = cell
  }

  /// Puts `text` so that it ends before column `end`.
  package mutating func put(
    _ text: String, endingAt end: Int, row: Int, style: Style = .plain
  ) {
    put(text, column: max(0, end - TextWidth.of(text)), row: row, style: style)
  }

  /// Fills whole rows with blanks of one style.
  package mutating func fill(rows: Range<Int>, style: Style = .plain) {
    for row in rows.clamped(to: 0..<size.rows) {
      cover(row, 0..<size.columns)
      for column in 0..<size.columns {
        cells[row * size.columns + column] = Cell(character: " ", style: style)
      }
    }
  }

  /// The screen as text, one line a row without trailing blanks.
  package var text: String { lines { $0.isContinuation ? nil : $0.character } }

  /// The styles as text, one letter a cell, plain cells as blanks: `a` is the second style.
  package var styleText: String {
    lines { cell in
      guard cell.style != .plain else { return " " }
      return Character(Unicode.Scalar(UInt8(ascii: "a") + cell.style.rawValue - 1))
    }
  }

  private func lines(_ letter: (Cell) -> Character?) -> String {
    (0..<size.rows).map { index in
      var line = String(row(index).compactMap(letter))
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private func printable(_ character: Character) -> Character {
    if let byte = character.asciiValue { return 0x20..<0x7f ~= byte ? character : "?" }
    let isControl = character.unicodeScalars.first?.properties.generalCategory == .control
    return isASCII || isControl ? "?" : character
  }

  /// What is put over a picture in pixels is there instead of it.
  private mutating func cover(_ row: Int, _ columns: Range<Int>) {
    guard let area = pictureArea, area.rows.contains(row), area.columns.overlaps(columns)
    else { return }
    pictureArea = nil
  }

  /// Half a wide character cannot stay when the other half is overwritten.
  private mutating func dissolveWideCharacters(at index: Int, count: Int) {
    if cells[index].isContinuation, index > 0 { cells[index - 1].character = " " }
    let after = index + count
    if after < cells.count, cells[after].isContinuation { cells[after].isContinuation = false }
  }
}
