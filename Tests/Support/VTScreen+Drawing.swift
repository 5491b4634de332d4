extension VTScreen {
  mutating func move(column: Int, row: Int) {
    cursor = (min(max(0, column), columns - 1), min(max(0, row), rows - 1))
    isWrapPending = false
  }

  mutating func put(_ character: Character) {
    let width = Self.width(of: character)
    if isWrapPending || cursor.column + width > columns {
      move(column: 0, row: cursor.row)
      lineFeed()
    }
    if modes.insertsCharacters { insertBlanks(width) }
    cells[cursor.row][cursor.column] = VTCell(character: character, colours: colours)
    graphics.cover(column: cursor.column, row: cursor.row)
    if width == 2 {
      cells[cursor.row][cursor.column + 1] = VTCell(
        character: Self.continuation, colours: colours)
    }
    lastCharacter = character
    if cursor.column + width >= columns {
      cursor.column = columns - 1
      isWrapPending = true
    } else {
      cursor.column += width
    }
  }

  mutating func lineFeed() {
    isWrapPending = false
    if cursor.row == region.upperBound - 1 {
      scrollUp(1)
    } else {
      move(column: cursor.column, row: cursor.row + 1)
    }
  }

  mutating func reverseLineFeed() {
    isWrapPending = false
    if cursor.row == region.lowerBound {
      scrollDown(1)
    } else {
      move(column: cursor.column, row: cursor.row - 1)
    }
  }

  /// Draws what is neither a mode nor a question; unknown sequences do nothing.
  mutating func draw(_ sequence: VTSequence) {
    guard sequence.marker == nil, sequence.intermediates.isEmpty else { return }
    let count = max(1, sequence.number(0) ?? 1)
    let (column, row) = cursor
    switch sequence.final {
    case "A": move(column: column, row: row - count)
    case "B", "e": move(column: column, row: row + count)
    case "C", "a": move(column: column + count, row: row)
    case "D": move(column: column - count, row: row)
    case "E": move(column: 0, row: row + count)
    case "F": move(column: 0, row: row - count)
    case "G", "`": move(column: count - 1, row: row)
    case "d": move(column: column, row: count - 1)
    case "H", "f": move(column: (sequence.number(1) ?? 1) - 1, row: count - 1)
    case "I": move(column: (column / 8 + count) * 8, row: row)
    case "Z": move(column: ((column + 7) / 8 - count) * 8, row: row)
    case "J": eraseDisplay(sequence.number(0) ?? 0)
    case "K": eraseLine(sequence.number(0) ?? 0)
    case "X": erase(row, column..<min(columns, column + count))
    case "@": insertBlanks(count)
    case "P": deleteCharacters(count)
    case "L": withRegionFromCursor { $0.scrollDown(count) }
    case "M": withRegionFromCursor { $0.scrollUp(count) }
    case "S": scrollUp(count)
    case "T": scrollDown(count)
    case "b": for _ in 0..<count { put(lastCharacter) }
    case "m": colours.apply(sequence)
    case "r": setRegion(sequence)
    case "s": savedCursor = cursor
    case "u": move(column: savedCursor.column, row: savedCursor.row)
    default: break
    }
  }

  /// What is erased takes the background in force (bce).
  private var blank: VTCell {
    VTCell(character: " ", colours: VTColours(background: colours.background))
  }

  private mutating func erase(_ row: Int, _ columns: Range<Int>) {
    for column in columns { cells[row][column] = blank }
    isWrapPending = false
  }

  private mutating func eraseLine(_ part: Int) {
    switch part {
    case 0: erase(cursor.row, cursor.column..<columns)
    case 1: erase(cursor.row, 0..<cursor.column + 1)
    default: erase(cursor.row, 0..<columns)
    }
  }

  private mutating func eraseDisplay(_ part: Int) {
    switch part {
    case 0:
      eraseLine(0)
      for row in cursor.row + 1..<max(cursor.row + 1, rows) { erase(row, 0..<columns) }
    case 1:
      eraseLine(1)
      for row in 0..<cursor.row { erase(row, 0..<columns) }
    default:
      graphics.clear()
      for row in 0..<rows { erase(row, 0..<columns) }
    }
  }

  private mutating func insertBlanks(_ count: Int) {
    let blanks = Array(repeating: blank, count: min(count, columns - cursor.column))
    cells[cursor.row].insert(contentsOf: blanks, at: cursor.column)
    cells[cursor.row].removeLast(blanks.count)
  }

  private mutating func deleteCharacters(_ count: Int) {
    let count = min(count, columns - cursor.column)
    cells[cursor.row].removeSubrange(cursor.column..<cursor.column + count)
    cells[cursor.row] += Array(repeating: blank, count: count)
  }

  /// Inserting and deleting lines moves only what is below the cursor, and only inside the region.
  private mutating func withRegionFromCursor(_ scroll: (inout VTScreen) -> Void) {
    guard region.contains(cursor.row) else { return }
    let whole = region
    region = cursor.row..<whole.upperBound
    scroll(&self)
    region = whole
    cursor.column = 0
  }

  private mutating func scrollUp(_ count: Int) {
    let count = min(count, region.count)
    cells.removeSubrange(region.lowerBound..<region.lowerBound + count)
    cells.insert(contentsOf: Self.blank(columns, count, colours), at: region.upperBound - count)
  }

  private mutating func scrollDown(_ count: Int) {
    let count = min(count, region.count)
    cells.removeSubrange(region.upperBound - count..<region.upperBound)
    cells.insert(contentsOf: Self.blank(columns, count, colours), at: region.lowerBound)
  }

  private mutating func setRegion(_ sequence: VTSequence) {
    let top = max(1, sequence.number(0) ?? 1) - 1
    let bottom = min(rows, sequence.number(1) ?? rows)
    guard top + 1 < bottom else { return }
    region = top..<bottom
    move(column: 0, row: 0)
  }

  /// Two cells for East Asian wide characters and emoji, as in the C library's wcwidth.
  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 1 }
    let wide: [ClosedRange<UInt32>] = [
      0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff,
      0x20000...0x3fffd,
    ]
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}
