/// A character on the terminal, and its colours.
struct VTCell: Sendable, Hashable {
  var character: Character
  var colours: VTColours
}

/// Colours by their numbers among 256, those of 24 bits as `trueColour` numbers them; nil for the
/// terminal's own.
package struct VTColours: Sendable, Hashable {
  /// Of the character.
  package var foreground: Int?
  /// Behind it.
  package var background: Int?

  /// The number of a colour by its red, green and blue.
  package static func trueColour(_ parts: some Collection<Int>) -> Int {
    parts.reduce(1) { $0 << 8 | $1 }
  }

  /// Follows SGR: resets, the 16 old colours, 38;5 and 48;5, 38;2 and 48;2.
  mutating func apply(_ sequence: VTSequence) {
    var numbers = (sequence.numbers.isEmpty ? [0] : sequence.numbers).map { $0 ?? 0 }[...]
    while let number = numbers.popFirst() {
      switch number {
      case 0: self = VTColours()
      case 30...37: foreground = number - 30
      case 40...47: background = number - 40
      case 90...97: foreground = number - 90 + 8
      case 100...107: background = number - 100 + 8
      case 39: foreground = nil
      case 49: background = nil
      case 38, 48:
        let isTrue = numbers.popFirst() == 2
        let colour = isTrue ? Self.trueColour(numbers.prefix(3)) : numbers.first
        numbers = numbers.dropFirst(isTrue ? 3 : 1)
        if number == 38 { foreground = colour } else { background = colour }
      default: break
      }
    }
  }
}

extension VTScreen {
  /// What stands in a cell.
  package func character(column: Int, row: Int) -> Character { cells[row][column].character }

  /// Colours of a cell.
  package func colours(column: Int, row: Int) -> VTColours { cells[row][column].colours }

  /// The two colours that a cell shows one above the other; nil for what is no piece of a picture.
  package func pixels(column: Int, row: Int) -> (upper: Int, lower: Int)? {
    let cell = cells[row][column]
    guard let background = cell.colours.background else { return nil }
    switch (cell.character, cell.colours.foreground) {
    case (" ", _): return (background, background)
    case ("▀", let colour?): return (colour, background)
    case ("▄", let colour?): return (background, colour)
    default: return nil
    }
  }
}
