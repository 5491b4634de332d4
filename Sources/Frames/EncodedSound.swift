/// One coded run of sound and where its samples lie in the movie.
package struct EncodedSound: Sendable, Hashable {
  /// The coded bytes (a raw AAC frame without ADTS).
  package let bytes: [UInt8]
  /// Position of its first sample; negative for the encoder's priming, which nobody hears.
  package let position: Int64
  /// Samples it stands for, fewer than a whole frame at the very end.
  package let count: Int64

  /// Places coded bytes.
  package init(bytes: [UInt8], position: Int64, count: Int64) {
    self.bytes = bytes
    self.position = position
    self.count = count
  }
}
