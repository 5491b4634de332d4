package import Units

/// What the numbers of a picture mean, so that it is converted once and tagged truly.
package struct ColourTags: Sendable, Hashable {
  /// Matrix between RGB and YCbCr.
  package enum Matrix: Sendable, Hashable {
    /// ITU-R BT.601: cameras and JPEG.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// RGB or grey: no matrix.
    case none
  }

  /// The matrix in force.
  package var matrix: Matrix
  /// True when luminance uses 0…255, false for 16…235.
  package var isFullRange: Bool

  /// Makes tags of a matrix and a range.
  package init(matrix: Matrix, isFullRange: Bool) {
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// The tags of a stream of H.264 whose matrix is one of these two.
  package init(_ code: ColourCode) {
    self.init(matrix: code.matrix == 1 ? .bt709 : .bt601, isFullRange: code.range == 2)
  }

  /// What takes and movies hold: BT.709, limited range.
  package static let take = ColourTags(matrix: .bt709, isFullRange: false)
}
