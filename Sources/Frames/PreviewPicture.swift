package import Units

/// A picture small enough to be shown in a terminal.
package struct PreviewPicture: Sendable, Hashable {
  /// Columns and rows of character cells that it fills.
  package let cells: CellSize
  /// Width and height in pixels.
  package let size: PixelSize
  /// Red, green and blue (sRGB) of each pixel, row by row without padding.
  package let pixels: [UInt8]

  /// Takes over the bytes of a picture, three a pixel.
  package init(cells: CellSize, size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.area * 3, "not a small picture")
    (self.cells, self.size, self.pixels) = (cells, size, pixels)
  }

  /// Takes over the bytes of a picture for half blocks, two of its rows to a row of cells.
  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(size.height % 2 == 0, "half a cell")
    self.init(
      cells: CellSize(columns: size.width, rows: size.height / 2), size: size, pixels: pixels)
  }
}
