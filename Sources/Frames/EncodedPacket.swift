/// One coded picture, ready for a container.
package struct EncodedPacket: Sendable, Hashable {
  /// The bytes: for H.264, NAL units each behind a four-byte big-endian length.
  package let bytes: [UInt8]
  /// Which frame of its take it is, counted from 0; decode order is the same (no B-frames).
  package let frame: Int64
  /// Frames of its take that it fills: one, or more where pictures keep their own times.
  package var count: Int64
  /// True when decoding can begin here.
  package let isKey: Bool

  /// Makes a packet for frame `frame` of its take, and those behind it when `count` is not one.
  package init(bytes: [UInt8], frame: Int64, count: Int64 = 1, isKey: Bool) {
    self.bytes = bytes
    self.frame = frame
    self.count = count
    self.isKey = isKey
  }
}
