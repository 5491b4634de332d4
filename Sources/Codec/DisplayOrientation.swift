/// How a stored picture has to be turned to stand upright.
struct DisplayOrientation: Hashable {
  /// True when left and right are exchanged first.
  var isMirrored = false
  /// Degrees clockwise by which it is turned then: 0, 90, 180 or 270.
  var rotation = 0

  /// Lies as it is to be shown.
  static let upright = DisplayOrientation()

  /// True when width and height change places.
  var isQuarterTurn: Bool { rotation % 180 != 0 }
}

extension DisplayOrientation {
  /// Reads a display matrix of ISO/IEC 14496-12: nine numbers, of which the first two of the first
  /// two rows turn and mirror; anything between quarter turns goes to the nearest one.
  init(displayMatrix matrix: UnsafePointer<Int32>?) {
    guard let matrix else { return }
    // A point goes to (ax + cy, bx + dy). Mirroring first and turning by t clockwise then leaves c
    // as -sin t and d as cos t, mirrored or not.
    let (a, b, c, d) = (
      Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4])
    )
    isMirrored = a * d < b * c
    if abs(d) >= abs(c) {
      rotation = d < 0 ? 180 : 0
    } else {
      rotation = c < 0 ? 90 : 270
    }
  }
}
