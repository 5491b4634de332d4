/// A pixel format's four-character code as V4L2 spells it, such as YUYV or MJPG.
package struct FourCC: Sendable, Hashable, RawRepresentable {
  /// The four bytes, first one lowest, as in `v4l2_fourcc`.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reads a code of one to four ASCII characters, padded with spaces; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else {
      return nil
    }
    var raw: UInt32 = 0
    for index in 0..<4 {
      raw |= UInt32(index < bytes.count ? bytes[index] : 0x20) << UInt32(8 * index)
    }
    rawValue = raw
  }
}

extension FourCC: CustomStringConvertible {
  package var description: String {
    var text = ""
    for index in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * index)) & 0x7f
      text.append(byte >= 0x20 && byte < 0x7f ? Character(Unicode.Scalar(byte)) : "?")
    }
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
