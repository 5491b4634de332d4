import CNcurses
import Screens

/// The pairs of colours that ncurses knows by number: those of the theme, then one for each
/// combination that a picture can have, made when it is first drawn.
///
/// There is room for all of them, so none is ever taken back and nothing on the screen changes its
/// colours.
struct ColourPairs {
  /// True when colours are numbered by their red, green and blue, as in terminal types that end in
  /// "-direct".
  private let isDirect: Bool
  private var isMade: [Bool]

  /// The theme's pairs have the numbers of its colours.
  private static let first = 8

  /// Looks what the terminal has room for; nil when that is less than a picture needs.
  init?() {
    guard ccurses_colours() >= 256,
      ccurses_colour_pairs() >= Self.first + CellColours.count
    else { return nil }
    isDirect = ccurses_colours() > 256
    isMade = Array(repeating: false, count: CellColours.count)
  }

  /// The number of a pair (init_extended_pair).
  mutating func number(of colours: CellColours) -> Int16 {
    let number = Self.first + colours.index
    if !isMade[colours.index] {
      init_extended_pair(
        Int32(number), colour(colours.character), colour(colours.background))
      isMade[colours.index] = true
    }
    return Int16(number)
  }

  /// What ncurses calls a colour of `Palette`, or one of the first eight.
  func colour(_ number: UInt8) -> Int32 {
    guard isDirect, number >= Palette.first else { return Int32(number) }
    let (red, green, blue) = Palette.components(of: number)
    return Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
  }
}
