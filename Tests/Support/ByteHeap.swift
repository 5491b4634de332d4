import Glibc

/// Collects bytes by plain memory copies: appending to an array piece by piece takes a microsecond
/// a byte in debug builds.
struct ByteHeap {
  private var pieces: [[UInt8]] = []
  private var count = 0

  /// Appends a copy of `bytes`.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    pieces.append(
      [UInt8](unsafeUninitializedCapacity: bytes.count) { piece, used in
        used = bytes.count
        copy(bytes, to: UnsafeMutableRawBufferPointer(piece), at: 0)
      })
    count += bytes.count
  }

  /// All bytes in order.
  var bytes: [UInt8] {
    // An empty array made this way writes to the one that all empty arrays share.
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { whole, used in
      for piece in pieces {
        piece.withUnsafeBytes { copy($0, to: UnsafeMutableRawBufferPointer(whole), at: used) }
        used += piece.count
      }
    }
  }
}

/// Copies `source` into `target` from byte `offset` on, where it has to fit (memcpy).
func copy(
  _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, at offset: Int
) {
  precondition(offset + source.count <= target.count)
  guard let from = source.baseAddress, let to = target.baseAddress else { return }
  memcpy(to + offset, from, source.count)
}
