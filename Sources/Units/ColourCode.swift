/// What the numbers of a stream's pictures mean, in the code points of ISO/IEC 23091-2 (H.273).
package struct ColourCode: Sendable, Hashable {
  /// ColourPrimaries.
  package var primaries: Int
  /// TransferCharacteristics.
  package var transfer: Int
  /// MatrixCoefficients.
  package var matrix: Int
  /// 0 unknown, 1 limited, 2 full, as FFmpeg counts them (AVColorRange).
  package var range: Int

  /// Puts the codes together.
  package init(primaries: Int, transfer: Int, matrix: Int, range: Int) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.range = range
  }

  /// What takes and movies hold: BT.709, limited range.
  package static let take = ColourCode(primaries: 1, transfer: 1, matrix: 1, range: 1)
}
