import Glibc

/// Looks at the outermost boxes of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2).
enum BoxOrder {
  /// True when the index (`moov`) comes before the media (`mdat`).
  static func hasIndexFirst(path: String) throws(CodecError) -> Bool {
    let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw CodecError(.open, AVCode(errno: errno), path) }
    defer { close(descriptor) }
    var offset: Int64 = 0
    while let box = try header(descriptor, at: offset, of: path) {
      if box.type == "moov" { return true }
      if box.type == "mdat" { return false }
      offset += box.length
    }
    throw CodecError(.read, .invalidData, path)
  }

  /// The type and length of the box at `offset`; nil at the end of the file.
  private static func header(
    _ descriptor: Int32, at offset: Int64, of path: String
  ) throws(CodecError) -> (type: String, length: Int64)? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = uninterrupted { pread(descriptor, &bytes, 16, off_t(offset)) }
    if count < 0 { throw CodecError(.read, AVCode(errno: errno), path) }
    guard count >= 8 else { return nil }
    func number(_ range: Range<Int>) -> Int64 {
      bytes[range].reduce(0) { $0 << 8 | Int64($1) }
    }
    // A length of 1 says that the real one follows in 64 bits; anything else below 8 is damage.
    let short = number(0..<4)
    let length = short == 1 && bytes[8] < 0x80 ? number(8..<16) : short
    guard length >= 8 else { return nil }
    return (String(decoding: bytes[4..<8], as: UTF8.self), length)
  }
}
