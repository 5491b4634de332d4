import CLibAV

/// A running checksum over coded pictures in order, to compare what was written with what is read.
package struct PacketChecksum: Sendable, Hashable {
  private var crc: UInt32 = 0
  private var length: Int64 = 0

  /// Begins with no picture.
  package init() {}

  /// Adds the next coded picture, shown as frame `frame`.
  package mutating func add(_ bytes: [UInt8], frame: Int64) {
    bytes.withUnsafeBytes { add($0, frame: frame) }
  }

  /// Adds the next coded picture: CRC-32 of IEEE 802.3 (av_crc) of its number and its bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer, frame: Int64) {
    withUnsafeBytes(of: frame.littleEndian) { add($0) }
    add(bytes)
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    crc = av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), crc, start, bytes.count)
    length += Int64(bytes.count)
  }
}
