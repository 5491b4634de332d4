package import Units

/// One of the eight ways to lay a picture down: its axes exchanged or not, then each of them kept
/// or reversed.
package struct Orientation: Sendable, Hashable {
  /// True when rows become columns.
  package let isTransposed: Bool
  /// True when, after that, left and right are exchanged.
  package let reversesColumns: Bool
  /// True when, after that, top and bottom are exchanged.
  package let reversesRows: Bool

  /// As it comes from the camera.
  package static let upright = Orientation(false, columns: false, rows: false)

  private init(_ isTransposed: Bool, columns: Bool, rows: Bool) {
    self.isTransposed = isTransposed
    reversesColumns = columns
    reversesRows = rows
  }

  /// Rotated clockwise, then mirrored.
  package init(rotation: Framing.Rotation, mirror: Framing.Mirror = .none) {
    let turned =
      switch rotation {
      case .upright: Self.upright
      case .quarter: Orientation(true, columns: true, rows: false)
      case .half: Orientation(false, columns: true, rows: true)
      case .threeQuarters: Orientation(true, columns: false, rows: true)
      }
    self.init(
      turned.isTransposed, columns: turned.reversesColumns != (mirror == .horizontal),
      rows: turned.reversesRows != (mirror == .vertical))
  }

  /// This one, and then `next`.
  package func then(_ next: Orientation) -> Orientation {
    // Reversing before the axes are exchanged is reversing the other axis after it.
    let (columns, rows) =
      next.isTransposed ? (reversesRows, reversesColumns) : (reversesColumns, reversesRows)
    return Orientation(
      isTransposed != next.isTransposed, columns: columns != next.reversesColumns,
      rows: rows != next.reversesRows)
  }

  /// What brings it back to upright.
  package var inverse: Orientation {
    isTransposed
      ? Orientation(true, columns: reversesRows, rows: reversesColumns) : self
  }

  /// The rotation that has the same effect; nil when it takes a mirror.
  package var rotation: Framing.Rotation? {
    Framing.Rotation.allCases.first { Orientation(rotation: $0) == self }
  }

  /// Size of a picture of `size` after it.
  package func size(of size: PixelSize) -> PixelSize {
    isTransposed ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where `area` of a picture of `size` lies after it.
  package func area(of area: PixelArea, in size: PixelSize) -> PixelArea {
    let target = self.size(of: size)
    let part = self.size(of: area.size)
    let (left, top) = isTransposed ? (area.top, area.left) : (area.left, area.top)
    return PixelArea(
      left: reversesColumns ? target.width - left - part.width : left,
      top: reversesRows ? target.height - top - part.height : top, size: part)
  }
}
