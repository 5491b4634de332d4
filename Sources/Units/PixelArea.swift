/// A rectangle of pixels inside a picture.
package struct PixelArea: Sendable, Hashable {
  /// Columns left of it.
  package let left: Int
  /// Rows above it.
  package let top: Int
  /// Its own columns and rows.
  package let size: PixelSize

  /// Makes a rectangle; nothing is checked, since it belongs to no picture yet.
  package init(left: Int, top: Int, size: PixelSize) {
    self.left = left
    self.top = top
    self.size = size
  }

  /// All of a picture.
  package init(whole size: PixelSize) { self.init(left: 0, top: 0, size: size) }

  /// The first column right of it.
  package var right: Int { left + size.width }

  /// The first row below it.
  package var bottom: Int { top + size.height }

  /// True when no pixel of `other` lies outside.
  package func contains(_ other: PixelArea) -> Bool {
    left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom
  }
}

extension PixelArea: CustomStringConvertible {
  package var description: String { "\(size)+\(left)+\(top)" }

  /// Reads `640x480+16+8`: size, then columns left of it and rows above it; nil when it is anything
  /// else.
  package init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count == 3, let size = PixelSize(parsing: parts[0]),
      let left = Int(parts[1]), let top = Int(parts[2]),
      (0...16_384).contains(left), (0...16_384).contains(top)
    else { return nil }
    self.init(left: left, top: top, size: size)
  }
}
