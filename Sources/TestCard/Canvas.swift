import Glibc

/// A rectangle of whole pixels.
struct Box: Sendable, Hashable {
  /// Columns from the picture's left edge.
  var columns: Range<Int>
  /// Rows from its upper edge.
  var rows: Range<Int>
}

/// One plane of bytes that is drawn on with row fills, which are quick in debug builds too.
struct Canvas {
  /// First byte of the first row; rows follow each other without padding.
  let origin: UnsafeMutableRawPointer
  /// Bytes in a row.
  let width: Int
  /// Rows.
  let height: Int

  /// Fills the part of `box` that lies on the canvas with `value`.
  func fill(_ box: Box, with value: UInt8) {
    let columns = box.columns.clamped(to: 0..<width)
    guard !columns.isEmpty else { return }
    for row in box.rows.clamped(to: 0..<height) {
      memset(origin + row * width + columns.lowerBound, Int32(value), columns.count)
    }
  }

  /// Copies the columns of the first row of `box` into its other rows; `box` lies on the canvas.
  func repeatFirstRow(of box: Box) {
    let first = origin + box.rows.lowerBound * width + box.columns.lowerBound
    for row in box.rows.dropFirst() {
      memcpy(origin + row * width + box.columns.lowerBound, first, box.columns.count)
    }
  }

  /// Writes `bytes` into `row` from `column` on, going on at the left edge past the right one.
  func wrap(_ bytes: UnsafeRawBufferPointer, row: Int, from column: Int) {
    guard let source = bytes.baseAddress, bytes.count <= width else { return }
    let begin = (column % width + width) % width
    let straight = min(bytes.count, width - begin)
    memcpy(origin + row * width + begin, source, straight)
    memcpy(origin + row * width, source + straight, bytes.count - straight)
  }
}
