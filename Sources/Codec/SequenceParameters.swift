import Units

/// What a sequence parameter set says of plain pictures: 8-bit 4:2:0, progressive, square pixels
/// (ITU-T H.264, 7.3.2.1.1 and annex E).
///
/// Of such a stream nothing more has to be decoded to describe it.
struct SequenceParameters: Equatable {
  /// What is shown of the coded picture.
  let size: PixelSize
  /// What the numbers mean; a set that leaves it to guessing is not plain.
  let colour: ColourCode

  /// Reads the set of an `avcC` record; see the other initializer.
  init?(record: [UInt8], otherwise: ColourCode? = nil) {
    guard let set = ParameterSets.all(in: record)?.first else { return nil }
    self.init(set, otherwise: otherwise)
  }

  /// Reads a unit with its header; nil when it is damaged, or describes anything but plain
  /// pictures.
  ///
  /// With `otherwise`, which stands for what a set does not say of its colours, full range and sets
  /// that leave something open are plain as well.
  init?(_ unit: [UInt8], otherwise: ColourCode? = nil) {
    guard unit.count > 4, unit[0] & 31 == 7 else { return nil }
    var bits = BitReader(unit[4...])
    _ = bits.number()
    switch unit[1] {
    case 66, 77, 88: break
    case 100:
      // Chroma, both depths, lossless coding, scaling lists.
      guard bits.number() == 1, bits.number() == 0, bits.number() == 0, bits.take(2) == 0 else {
        return nil
      }
    default: return nil
    }
    guard Self.passOrder(&bits), let size = Self.size(&bits),
      let colour = Self.colour(&bits, otherwise)
    else { return nil }
    self.size = size
    self.colour = colour
  }

  /// Reads past how frames are counted and ordered.
  private static func passOrder(_ bits: inout BitReader) -> Bool {
    guard bits.number() != nil, let kind = bits.number() else { return false }
    switch kind {
    case 0: _ = bits.number()
    case 2: break
    // Nobody uses the third way.
    default: return false
    }
    return bits.number() != nil && bits.take(1) != nil
  }

  /// The size without what is cropped; nil for fields.
  private static func size(_ bits: inout BitReader) -> PixelSize? {
    guard let columns = bits.number(), let rows = bits.number(), bits.take(1) == 1,
      bits.take(1) != nil, let isCropped = bits.take(1)
    else { return nil }
    var (width, height) = (16 * (columns + 1), 16 * (rows + 1))
    if isCropped == 1 {
      guard let left = bits.number(), let right = bits.number(), let top = bits.number(),
        let bottom = bits.number()
      else { return nil }
      // In samples of colour.
      width -= 2 * (left + right)
      height -= 2 * (top + bottom)
    }
    return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
  }

  /// Reads the beginning of the VUI; nil for another shape of pixels, and for what is not plain.
  private static func colour(_ bits: inout BitReader, _ otherwise: ColourCode?) -> ColourCode? {
    guard let hasMore = bits.take(1) else { return nil }
    if hasMore == 0 { return otherwise }
    // Shape: 0 is unspecified, 1 is square.
    if bits.take(1) == 1, bits.take(8).map({ $0 > 1 }) ?? true { return nil }
    if bits.take(1) == 1 { _ = bits.take(1) }
    guard let isDescribed = bits.take(1) else { return nil }
    if isDescribed == 0 { return otherwise }
    guard bits.take(3) != nil, let isFull = bits.take(1), isFull == 0 || otherwise != nil,
      let hasCodes = bits.take(1)
    else { return nil }
    let range = isFull + 1
    guard hasCodes == 1 else {
      return otherwise.map {
        ColourCode(
          primaries: $0.primaries, transfer: $0.transfer, matrix: $0.matrix, range: range)
      }
    }
    guard let primaries = bits.take(8), let transfer = bits.take(8), let matrix = bits.take(8)
    else { return nil }
    // 2 is unspecified.
    func known(_ code: Int, _ part: KeyPath<ColourCode, Int>) -> Int {
      code == 2 ? otherwise?[keyPath: part] ?? 2 : code
    }
    return ColourCode(
      primaries: known(primaries, \.primaries), transfer: known(transfer, \.transfer),
      matrix: known(matrix, \.matrix), range: range)
  }
}

/// Reads the bits of a unit (RBSP), past the bytes that keep start codes out (7.4.1).
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ unit: ArraySlice<UInt8>) {
    var (bytes, zeros) = ([UInt8](), 0)
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// The next `count` bits as a number; nil behind the end.
  mutating func take(_ count: Int) -> Int? {
    guard position + count <= 8 * bytes.count else { return nil }
    defer { position += count }
    var number = 0
    for place in position..<position + count {
      let bit = bytes[place / 8] >> UInt8(7 - place % 8) & 1
      number = 2 * number + Int(bit)
    }
    return number
  }

  /// The next number of variable length (Exp-Golomb, 9.1); nil behind the end.
  mutating func number() -> Int? {
    var zeros = 0
    while let bit = take(1) {
      if bit == 1 { return take(zeros).map { 1 << zeros - 1 + $0 } }
      zeros += 1
      // Longer ones do not occur (7.2).
      if zeros > 31 { return nil }
    }
    return nil
  }
}
