import Units

/// Where the parts of the test picture lie at one size.
///
/// Everything hangs on one grid, so that a central crop or a change of size moves nothing against
/// the centre: a *cell* is 1/32 of the shorter side, and positions are whole cells from the
/// picture's centre. Edges are kept in 1/32 pixel, where a cell is exactly `side` units long.
struct CardLayout: Sendable, Hashable {
  /// The whole picture, both sides even.
  let size: PixelSize
  /// The shorter side in pixels.
  let side: Int

  /// Lays out a picture of `size`.
  init(size: PixelSize) {
    self.size = size
    side = min(size.width, size.height)
  }

  /// The pixels whose centres lie between edges given in cells from the centre.
  func box(columns: Range<Int>, rows: Range<Int>) -> Box {
    Box(
      columns: pixels(columns, centre: 16 * size.width),
      rows: pixels(rows, centre: 16 * size.height))
  }

  private func pixels(_ cells: Range<Int>, centre: Int) -> Range<Int> {
    // Pixel p has its centre at 32p + 16; the first one at or after an edge is its ceiling.
    func first(after edge: Int) -> Int { (edge + 15) >> 5 }
    return first(
      after: centre + cells.lowerBound * side)..<first(after: centre + cells.upperBound * side)
  }

  /// Cell `bit` of the frame counter, 0 being the leftmost and most significant one.
  func counterCell(_ bit: Int) -> Box { box(columns: bit - 8..<bit - 7, rows: -1..<1) }

  /// The whole frame counter.
  var counter: Box { box(columns: -8..<8, rows: -1..<1) }

  /// The square that turns white when the picture flashes.
  var flash: Box { box(columns: -2..<2, rows: -10..<(-6)) }

  /// The dark panel behind counter, flash and lettering; its edges are even.
  ///
  /// 18 cells are 9/16 of the shorter side: the panel just fills a portrait 9:16 crop of a
  /// landscape picture.
  var panel: Box {
    let exact = box(columns: -9..<9, rows: -11..<9)
    func evenly(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound & ~1..<(range.upperBound + 1) & ~1
    }
    return Box(columns: evenly(exact.columns), rows: evenly(exact.rows))
  }

  /// The place of the label above the counter.
  var label: Box { box(columns: -8..<8, rows: -5..<(-2)) }

  /// The place of the running time below the counter.
  var clock: Box { box(columns: -8..<8, rows: 2..<6) }

  /// The place of the frame number below the running time.
  var number: Box { box(columns: -5..<5, rows: 6..<8) }

  /// The dark strip along which the sweep runs: cells 4 to 2 from the bottom.
  var sweep: Box { strip(from: 4, to: 2) }

  /// The grey ramp below it.
  var ramp: Box { strip(from: 2, to: 0) }

  private func strip(from top: Int, to bottom: Int) -> Box {
    func edge(_ cells: Int) -> Int { size.height - (cells * side / 32) & ~1 }
    return Box(columns: 0..<size.width, rows: edge(top)..<edge(bottom))
  }
}
