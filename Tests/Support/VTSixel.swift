/// Reads sixel graphics as a terminal does: `P … q " 1 ; 1 ; width ; height`, colours, bands of six
/// rows.
package struct VTSixel: Sendable {
  /// Red, green and blue of each pixel, row by row; black where nothing was drawn.
  package private(set) var pixels: [UInt8]
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// Colours that were defined.
  package private(set) var colours: [Int: [UInt8]] = [:]

  private var (x, band, colour) = (0, 0, 0)

  /// Reads what stands in a device control string; nil when it is no picture with a size.
  package init?(_ string: [UInt8]) {
    let head = String(decoding: string.prefix(60), as: UTF8.self)
    guard let match = head.firstMatch(of: /^[0-9;]*q"[0-9]+;[0-9]+;([0-9]+);([0-9]+)/),
      let width = Int(match.1), let height = Int(match.2)
    else { return nil }
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: 0, count: width * height * 3)
    draw(string.dropFirst(match.0.utf8.count))
  }

  private mutating func draw(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    func numbers() -> [Int] {
      let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x3b }
      rest = rest.dropFirst(digits.count)
      return String(decoding: digits, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "#"): choose(numbers())
      case UInt8(ascii: "!"):
        let count = numbers().first ?? 1
        if let sixel = rest.popFirst() { put(sixel, count) }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, band) = (0, band + 1)
      case 0x3f...0x7e: put(byte, 1)
      default: break
      }
    }
  }

  /// A colour's number, and in per cent what it is.
  private mutating func choose(_ numbers: [Int]) {
    colour = numbers.first ?? 0
    guard numbers.count == 5, numbers[1] == 2 else { return }
    colours[colour] = numbers[2...].map { UInt8(($0 * 255 + 50) / 100) }
  }

  private mutating func put(_ sixel: UInt8, _ count: Int) {
    let paint = colours[colour] ?? [0, 0, 0]
    for column in x..<min(width, x + count) {
      for bit in 0..<6 where (sixel - 0x3f) >> bit & 1 == 1 && band * 6 + bit < height {
        let pixel = 3 * ((band * 6 + bit) * width + column)
        for part in 0..<3 { pixels[pixel + part] = paint[part] }
      }
    }
    x += count
  }
}
