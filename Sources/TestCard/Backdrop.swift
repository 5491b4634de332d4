import Units

/// The parts of the test picture that never change, drawn once: colour bars, panel, label, ramp.
struct Backdrop {
  private let layout: CardLayout

  /// Luminance of black in limited range.
  static let black: UInt8 = 16
  /// Luminance of white in limited range.
  static let white: UInt8 = 235
  /// Luminance of panel and sweep strip: dark, yet light enough to tell the black cells and the
  /// resting flash square apart from it.
  static let dark: UInt8 = 30

  /// Y, Cb, Cr of the 75 % bars in BT.709 limited range: grey, yellow, cyan, green, magenta, red,
  /// blue (the 8-bit values of SMPTE RP 219).
  private static let bars: [(UInt8, UInt8, UInt8)] = [
    (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52), (63, 193, 204), (51, 109, 212),
    (28, 212, 120),
  ]

  /// Draws for one layout.
  init(layout: CardLayout) { self.layout = layout }

  /// Draws all three planes, one behind the other, into a new block of bytes.
  func drawn() -> [UInt8] {
    let (width, height) = (layout.size.width, layout.size.height)
    let count = width * height * 3 / 2
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
      used = count
      guard let start = bytes.baseAddress else { return }
      let origin = UnsafeMutableRawPointer(start)
      let luma = Canvas(origin: origin, width: width, height: height)
      let blue = Canvas(origin: origin + width * height, width: width / 2, height: height / 2)
      let red = Canvas(
        origin: origin + width * height * 5 / 4, width: width / 2, height: height / 2)
      drawBars(luma, blue, red)
      drawPanel(luma, blue, red)
      drawRamp(luma)
    }
  }

  private func drawBars(_ luma: Canvas, _ blue: Canvas, _ red: Canvas) {
    let rows = 0..<layout.sweep.rows.lowerBound
    let strips = Box(columns: 0..<blue.width, rows: rows.upperBound / 2..<blue.height)
    for (index, (y, cb, cr)) in Self.bars.enumerated() {
      // Edges lie between chroma samples, so that no column mixes two colours.
      let edges = [index, index + 1].map { $0 * blue.width / Self.bars.count }
      luma.fill(Box(columns: edges[0] * 2..<edges[1] * 2, rows: rows), with: y)
      let half = Box(columns: edges[0]..<edges[1], rows: 0..<rows.upperBound / 2)
      blue.fill(half, with: cb)
      red.fill(half, with: cr)
    }
    blue.fill(strips, with: 128)
    red.fill(strips, with: 128)
    luma.fill(layout.sweep, with: Self.dark)
  }

  private func drawPanel(_ luma: Canvas, _ blue: Canvas, _ red: Canvas) {
    let panel = layout.panel
    let half = Box(
      columns: panel.columns.lowerBound / 2..<panel.columns.upperBound / 2,
      rows: panel.rows.lowerBound / 2..<panel.rows.upperBound / 2)
    luma.fill(panel, with: Self.dark)
    blue.fill(half, with: 128)
    red.fill(half, with: 128)
    luma.fill(layout.flash, with: Self.black)
    Lettering(fitting: Lettering.width(of: "TEST"), into: layout.label)?
      .draw("TEST", in: layout.label, on: luma, with: Self.white)
  }

  private func drawRamp(_ luma: Canvas) {
    let ramp = layout.ramp
    for column in ramp.columns {
      let value = 16 + 219 * column / max(1, ramp.columns.count - 1)
      luma.fill(
        Box(columns: column..<column + 1, rows: ramp.rows.prefix(1)), with: UInt8(value))
    }
    luma.repeatFirstRow(of: ramp)
  }
}
