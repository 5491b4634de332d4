/// One character cell of the terminal.
package struct Cell: Sendable, Hashable {
  /// What stands in it.
  package var character: Character
  /// What it means.
  package var style: Style
  /// True for the right half of a wide character, where nothing is drawn.
  package var isContinuation = false
  /// Colours of a piece of a picture, which the style says nothing about; nil for text.
  package private(set) var colours: CellColours?

  /// A cell of text.
  package init(character: Character, style: Style, isContinuation: Bool = false) {
    self.character = character
    self.style = style
    self.isContinuation = isContinuation
  }

  /// Two pixels of a picture, one above the other, by their colours in `Palette`.
  ///
  /// Of a pair of colours the lower number is always that of the character: upper and lower half
  /// blocks tell which pixel that is. So a terminal has to hold half as many pairs, which are then
  /// fewer than any terminal with 256 colours has room for.
  package init(upper: UInt8, lower: UInt8) {
    self.init(character: upper == lower ? " " : upper < lower ? "▀" : "▄", style: .plain)
    colours = CellColours(upper, lower)
  }

  /// An empty cell.
  package static let blank = Cell(character: " ", style: .plain)
}

/// The colours of a cell that shows two pixels, as numbers in `Palette`.
package struct CellColours: Sendable, Hashable {
  /// How many pairs there are.
  package static let count = Palette.count * (Palette.count + 1) / 2

  /// Colour of the character, not above the background's.
  package let character: UInt8
  /// Colour around it.
  package let background: UInt8

  fileprivate init(_ one: UInt8, _ other: UInt8) {
    character = max(Palette.first, min(one, other))
    background = max(Palette.first, max(one, other))
  }

  /// The pair's place among all pairs, from 0.
  package var index: Int {
    let (low, high) = (Int(character - Palette.first), Int(background - Palette.first))
    return high * (high + 1) / 2 + low
  }
}
