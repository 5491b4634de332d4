package import Units

/// A picture small enough to be shown in character cells, two of its rows to a row of cells.
package struct PreviewPicture: Sendable, Hashable {
  /// Width and height; the height is even.
  package let size: PixelSize
  /// Red, green and blue (sRGB) of each pixel, row by row without padding.
  package let pixels: [UInt8]

  /// Takes over the bytes of a picture, three a pixel.
  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.area * 3 && size.height % 2 == 0, "not a small picture")
    self.size = size
    self.pixels = pixels
  }

  /// The largest size inside `room` that has the shape of `picture` and fills whole cells.
  ///
  /// Rounding to whole cells changes the shape by less than one row.
  package static func size(of picture: PixelSize, within room: PixelSize) -> PixelSize {
    guard picture.area > 0, room.width > 0, room.height > 1 else {
      return PixelSize(width: 0, height: 0)
    }
    let scale = min(
      Double(room.width) / Double(picture.width), Double(room.height) / Double(picture.height))
    let width = (Double(picture.width) * scale).rounded()
    let cells = (Double(picture.height) * scale / 2).rounded()
    return PixelSize(
      width: min(room.width, max(1, Int(width))),
      height: 2 * min(room.height / 2, max(1, Int(cells))))
  }
}
