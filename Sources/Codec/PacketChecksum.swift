/// A running checksum over coded pictures in order, to compare what was written with what is read.
///
/// Every eight bytes are mixed in by steps that can be undone, so a change within eight bytes always
/// shows, and of all others one in 2^64 does not. A table-driven CRC takes several times as long, a
/// tenth of a merge that only copies.
package struct PacketChecksum: Sendable, Hashable {
  private var state: UInt64 = 0
  private var length: Int64 = 0

  /// Begins with no picture.
  package init() {}

  /// Adds the next coded picture, shown as frame `frame`.
  package mutating func add(_ bytes: [UInt8], frame: Int64) {
    bytes.withUnsafeBytes { add($0, frame: frame) }
  }

  /// Adds the next coded picture: its number and its bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer, frame: Int64) {
    var (state, other) = (Self.mixed(state, UInt64(bitPattern: frame)), UInt64(0))
    func word(_ place: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    // Two at a time, for a step waits for the one before it.
    var place = 0
    while place + 16 <= bytes.count {
      state = Self.mixed(state, word(place))
      other = Self.mixed(other, word(place + 8))
      place += 16
    }
    if place + 8 <= bytes.count {
      state = Self.mixed(state, word(place))
      place += 8
    }
    let rest = bytes[place...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Without the count, zeros at the end would go unnoticed.
    state = Self.mixed(Self.mixed(state, other), rest)
    self.state = Self.mixed(state, UInt64(bytes.count))
    length += Int64(bytes.count)
  }

  /// An odd factor carries every bit upwards, the shift brings them down again; the factor is that
  /// of Knuth's generator.
  private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* 6_364_136_223_846_793_005
    return product ^ product >> 32
  }
}
