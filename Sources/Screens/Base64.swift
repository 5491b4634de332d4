/// Bytes as letters (RFC 4648), which is how pictures travel inside control sequences.
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let filling = UInt8(ascii: "=")

  /// Four letters for every three bytes, the last four filled up with `=`.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { text, used in
      bytes.withUnsafeBufferPointer { bytes in
        letters.withUnsafeBufferPointer { letters in
          var to = 0
          for from in stride(from: 0, to: bytes.count, by: 3) {
            let second = from + 1 < bytes.count ? UInt32(bytes[from + 1]) : 0
            let third = from + 2 < bytes.count ? UInt32(bytes[from + 2]) : 0
            let group = UInt32(bytes[from]) << 16 | second << 8 | third
            for place in 0..<4 {
              text[to + place] = letters[Int(group >> (18 - 6 * UInt32(place)) & 63)]
            }
            to += 4
          }
          for place in 0..<(3 - bytes.count % 3) % 3 { text[count - 1 - place] = filling }
        }
      }
      used = count
    }
  }
}
