/// Draws digits and the few letters of the test picture from upright strokes, crisp at any size.
///
/// A glyph is seven strokes high and its strokes are one thick; one stroke stays free between
/// glyphs.
struct Lettering {
  /// Thickness of a stroke in pixels.
  let stroke: Int

  /// Rows of a line, in strokes.
  static let height = 7

  /// The largest lettering in which a line of `width` strokes fits into `box`; nil when a stroke
  /// would be thinner than a pixel, which nobody could read.
  init?(fitting width: Int, into box: Box) {
    stroke = min(box.columns.count / max(1, width), box.rows.count / Self.height)
    if stroke < 1 { return nil }
  }

  /// Width of `text` in strokes.
  static func width(of text: String) -> Int {
    text.reduce(-1) { $0 + glyph($1).width + 1 }
  }

  /// Draws `text` into the middle of `box`.
  func draw(_ text: String, in box: Box, on canvas: Canvas, with value: UInt8) {
    let width = Self.width(of: text) * stroke
    var left = (box.columns.lowerBound + box.columns.upperBound - width) / 2
    let top = (box.rows.lowerBound + box.rows.upperBound - Self.height * stroke) / 2
    for character in text {
      let glyph = Self.glyph(character)
      for bar in glyph.bars {
        let columns =
          left + bar.columns.lowerBound * stroke..<left + bar.columns.upperBound * stroke
        let rows = top + bar.rows.lowerBound * stroke..<top + bar.rows.upperBound * stroke
        canvas.fill(Box(columns: columns, rows: rows), with: value)
      }
      left += (glyph.width + 1) * stroke
    }
  }

  private struct Glyph {
    var width: Int
    var bars: [Box]
  }

  /// The strokes of a character; what the test picture never writes is a blank.
  private static func glyph(_ character: Character) -> Glyph {
    switch character {
    case "T": wide(bar(0..<5, 0..<1), bar(2..<3, 0..<7))
    case "E": wide(bar(0..<1, 0..<7), bar(0..<5, 0..<1), bar(0..<4, 3..<4), bar(0..<5, 6..<7))
    case "S":
      wide(
        bar(0..<5, 0..<1), bar(0..<1, 0..<4), bar(0..<5, 3..<4), bar(4..<5, 3..<7),
        bar(0..<5, 6..<7))
    case "1": Glyph(width: 4, bars: [bar(1..<3, 0..<1), bar(2..<3, 0..<7), bar(1..<4, 6..<7)])
    case ":": Glyph(width: 1, bars: [bar(0..<1, 2..<3), bar(0..<1, 4..<5)])
    case ".": Glyph(width: 1, bars: [bar(0..<1, 6..<7)])
    default: Glyph(width: 4, bars: character.wholeNumberValue.map(digit) ?? [])
    }
  }

  private static func wide(_ bars: Box...) -> Glyph { Glyph(width: 5, bars: bars) }

  private static func bar(_ columns: Range<Int>, _ rows: Range<Int>) -> Box {
    Box(columns: columns, rows: rows)
  }

  /// The seven segments of a digit: top, upper right, lower right, bottom, lower left, upper left,
  /// middle; bit 0 of a mask is the top one.
  private static let segments = [
    bar(0..<4, 0..<1), bar(3..<4, 0..<4), bar(3..<4, 3..<7), bar(0..<4, 6..<7),
    bar(0..<1, 3..<7), bar(0..<1, 0..<4), bar(0..<4, 3..<4),
  ]
  private static let masks = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]

  private static func digit(_ value: Int) -> [Box] {
    segments.indices.filter { masks[value] >> $0 & 1 == 1 }.map { segments[$0] }
  }
}
