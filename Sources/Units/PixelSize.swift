/// Width and height of a picture in pixels.
package struct PixelSize: Sendable, Hashable {
  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int

  /// Makes a size; nothing is checked, since drivers give what they give.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Pixels in the picture.
  package var area: Int { width * height }

  /// The largest size inside this one that 4:2:0 pictures can have: both sides even.
  package var roundedToEven: PixelSize {
    PixelSize(width: width & ~1, height: height & ~1)
  }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width)x\(height)" }

  /// Reads `1280x720`; nil when it is anything else or a side is not positive.
  package init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      width > 0, height > 0, width <= 16_384, height <= 16_384
    else { return nil }
    self.init(width: width, height: height)
  }
}

/// Width and height of a terminal in character cells.
package struct CellSize: Sendable, Hashable {
  /// Columns.
  package let columns: Int
  /// Rows.
  package let rows: Int

  /// Makes a size of cells.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
