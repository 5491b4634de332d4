package import Units

/// The bar of the budget: one block per take with a seam at its end, measured in eighths of a
/// cell.
///
/// What two takes share is drawn once, at the beginning of the second one's block.
package struct BudgetBar: Sendable, Hashable {
  /// Eighths in a cell; Unicode has a sign for each.
  package static let eighthsPerCell = 8

  /// Where each take lies, in eighths of a cell from the left, without gaps.
  ///
  /// Every take but the last ends on a whole cell, and none is shorter than one cell, so that each
  /// can be seen, unless there are more takes than cells.
  package let blocks: [Range<Int>]
  /// Whole cells at the beginning of each block that its take shares with the one before.
  package let shared: [Int]

  /// Lays out takes of these lengths, each overlapping the one before it, on `width` cells that
  /// stand for `budget`; without a budget the takes fill the bar, and it shows the share of each.
  package init(
    takes: [MediaTime], overlaps: [MediaTime] = [], budget: MediaTime?, width: Int
  ) {
    let overlaps = takes.indices.map { overlaps.indices.contains($0) ? overlaps[$0] : .zero }
    // A block ends where the next take comes in.
    let ends = takes.indices.reduce(into: [Int64]()) { ends, index in
      let next = index + 1 < takes.count ? overlaps[index + 1] : .zero
      let shown = max(0, takes[index].nanoseconds) - max(0, next.nanoseconds)
      ends.append((ends.last ?? 0) + max(0, shown))
    }
    let whole = max(1, budget?.nanoseconds ?? ends.last ?? 0)
    var blocks: [Range<Int>] = []
    var start = 0
    for (index, end) in ends.enumerated() {
      let following = takes.count - 1 - index
      let exact = Int(
        min(Int64(width), roundedQuotient(end, times: Int64(width), by: whole)))
      let cell = Self.eighthsPerCell
      let latest = max(start / cell, width - following)
      let stop =
        following > 0
        ? min(latest, max(exact, start / cell + 1)) * cell
        : Self.lastEnd(of: end, whole: whole, start: start, width: width)
      blocks.append(start..<max(start, stop))
      start = max(start, stop)
    }
    self.blocks = blocks
    shared = zip(blocks, overlaps).map { block, overlap in
      guard overlap > .zero else { return 0 }
      let cells = roundedQuotient(overlap.nanoseconds, times: Int64(width), by: whole)
      return min(max(1, Int(min(cells, Int64(width)))), block.count / Self.eighthsPerCell)
    }
  }

  /// The last take grows by eighths, and shows from its first moment on.
  private static func lastEnd(of end: Int64, whole: Int64, start: Int, width: Int) -> Int {
    let limit = width * eighthsPerCell
    let exact = min(Int128(limit), Int128(end) * Int128(limit) / Int128(whole))
    return min(limit, max(Int(exact), start + 1))
  }
}

extension Grid {
  /// Draws the budget bar from `columns.lowerBound` on.
  mutating func put(
    _ bar: BudgetBar, styles: [Style], row: Int, columns: Range<Int>, glyphs: Glyphs
  ) {
    put(
      String(repeating: glyphs.empty, count: columns.count), column: columns.lowerBound, row: row,
      style: .barEmpty)
    for (index, block) in bar.blocks.enumerated() where !block.isEmpty {
      let cell = BudgetBar.eighthsPerCell
      var text = String(repeating: glyphs.shared, count: bar.shared[index])
      text += String(repeating: glyphs.full, count: block.count / cell - bar.shared[index])
      if index < bar.blocks.count - 1 {
        text = text.dropLast() + glyphs.seam
      } else if block.count % cell > 0 {
        // A take of less than a cell shows also where there are no signs for eighths.
        let isFirstCell = glyphs.isASCII && text.isEmpty
        text += isFirstCell ? glyphs.full : glyphs.eighths[block.count % cell - 1]
      }
      put(
        text, column: columns.lowerBound + block.lowerBound / cell, row: row, style: styles[index])
    }
  }

  /// Draws a bar filled to `fraction`.
  mutating func put(fraction: Double, row: Int, columns: Range<Int>, glyphs: Glyphs) {
    let share = fraction > 0 ? min(1, fraction) : 0
    let filled = Int(share * Double(columns.count))
    let end = put(
      String(repeating: glyphs.full, count: filled), column: columns.lowerBound, row: row,
      style: .barFilled)
    put(
      String(repeating: glyphs.empty, count: columns.count - filled), column: end, row: row,
      style: .barEmpty)
  }
}
