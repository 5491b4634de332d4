package import Units

/// A rectangle of cells on the screen.
package struct CellArea: Sendable, Hashable {
  /// Its columns.
  package var columns: Range<Int>
  /// Its rows.
  package var rows: Range<Int>

  /// Puts a rectangle together.
  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Columns and rows it has.
  package var size: CellSize { CellSize(columns: columns.count, rows: rows.count) }

  /// True for a cell inside.
  package func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }
}
