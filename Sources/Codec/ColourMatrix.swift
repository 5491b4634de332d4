import Frames

/// Brings the numbers of a 4:2:0 picture from another matrix or range to BT.709, limited range.
///
/// The whole way from YCbCr over RGB to YCbCr is one 3x3 matrix whose chroma rows do not depend on
/// luma, so it is applied in place, without the clipping that a stop at 8-bit RGB would bring.
/// libswscale does make that stop, which took 9 ms instead of 1 for a 1280x720 picture.
struct ColourMatrix {
  /// 2.14 fixed point: products of 8-bit values and all coefficients fit 32 bits.
  private static let bits: Int32 = 14

  private let lumaOfLuma: Int32
  private let lumaOfBlue: Int32
  private let lumaOfRed: Int32
  private let blueOfBlue: Int32
  private let blueOfRed: Int32
  private let redOfBlue: Int32
  private let redOfRed: Int32
  private let lumaFloor: Int32

  /// Works out the coefficients; nil when the numbers are right already.
  init?(from tags: ColourTags) {
    self.init(
      from: tags.matrix == .bt601 ? .bt601 : .bt709, isFullRange: tags.isFullRange)
  }

  /// The same from the weights of any matrix.
  init?(from weights: LumaWeights, isFullRange: Bool) {
    guard weights != .bt709 || isFullRange else { return nil }
    let (sourceRed, sourceBlue) = (weights.red, weights.blue)
    let (red, blue) = (LumaWeights.bt709.red, LumaWeights.bt709.blue)
    let (sourceGreen, green) = (1 - sourceRed - sourceBlue, 1 - red - blue)
    // Red is y + r·Cr, blue is y + b·Cb, green is y less what the weights leave of both.
    let (r, b) = (2 * (1 - sourceRed), 2 * (1 - sourceBlue))
    let yOfBlue = (blue - green * sourceBlue / sourceGreen) * b
    let yOfRed = (red - green * sourceRed / sourceGreen) * r
    let lumaScale = isFullRange ? 219.0 / 255 : 1
    let chromaScale = isFullRange ? 224.0 / 255 : 1
    // Chroma samples become shares of luma: from their own range to that of limited luma.
    let chromaToLuma = 219.0 / (isFullRange ? 255 : 224)
    func fixed(_ value: Double) -> Int32 { Int32((value * Double(1 << Self.bits)).rounded()) }
    lumaOfLuma = fixed(lumaScale)
    lumaOfBlue = fixed(chromaToLuma * yOfBlue)
    lumaOfRed = fixed(chromaToLuma * yOfRed)
    blueOfBlue = fixed(chromaScale * (b - yOfBlue) / (2 * (1 - blue)))
    blueOfRed = fixed(chromaScale * -yOfRed / (2 * (1 - blue)))
    redOfBlue = fixed(chromaScale * -yOfBlue / (2 * (1 - red)))
    redOfRed = fixed(chromaScale * (r - yOfRed) / (2 * (1 - red)))
    lumaFloor = isFullRange ? 0 : 16
  }

  /// Converts `rows` rows of `columns` luma samples, both even, in place.
  func apply(to area: PlaneArea) {
    for row in 0..<area.rows / 2 {
      let upper = area.luma + 2 * row * area.lumaStride
      convert(
        upper, upper + area.lumaStride, area.blue + row * area.chromaStride,
        area.red + row * area.chromaStride, pairs: area.columns / 2)
    }
  }

  /// Converts two rows of luma and the row of chroma between them.
  private func convert(
    _ upper: UnsafeMutablePointer<UInt8>, _ lower: UnsafeMutablePointer<UInt8>,
    _ blues: UnsafeMutablePointer<UInt8>, _ reds: UnsafeMutablePointer<UInt8>, pairs: Int
  ) {
    let half: Int32 = 1 << (Self.bits - 1)
    func clamped(_ value: Int32) -> UInt8 { UInt8(min(255, max(0, value >> Self.bits))) }
    for index in 0..<pairs {
      let blue = Int32(blues[index]) &- 128
      let red = Int32(reds[index]) &- 128
      let middle = 128 << Self.bits &+ half
      blues[index] = clamped(blue &* blueOfBlue &+ red &* blueOfRed &+ middle)
      reds[index] = clamped(blue &* redOfBlue &+ red &* redOfRed &+ middle)
      let shift =
        blue &* lumaOfBlue &+ red &* lumaOfRed &+ 16 << Self.bits &+ half
        &- lumaFloor &* lumaOfLuma
      for luma in [upper + 2 * index, lower + 2 * index] {
        luma[0] = clamped(Int32(luma[0]) &* lumaOfLuma &+ shift)
        luma[1] = clamped(Int32(luma[1]) &* lumaOfLuma &+ shift)
      }
    }
  }
}

/// The shares of red and blue in luma, which make a matrix between RGB and YCbCr.
struct LumaWeights: Hashable {
  var red: Double
  var blue: Double

  /// ITU-R BT.601-7: standard definition and JPEG.
  static let bt601 = LumaWeights(red: 0.299, blue: 0.114)
  /// ITU-R BT.709-6: high definition.
  static let bt709 = LumaWeights(red: 0.2126, blue: 0.0722)
  /// ITU-R BT.2020-2, non-constant luminance: ultra high definition.
  static let bt2020 = LumaWeights(red: 0.2627, blue: 0.0593)
  /// SMPTE 240M: early high definition.
  static let smpte240 = LumaWeights(red: 0.212, blue: 0.087)
  /// FCC Title 47 (2003) 73.682: early NTSC.
  static let fcc = LumaWeights(red: 0.30, blue: 0.11)
}

/// A part of a planar 4:2:0 picture that may be written.
struct PlaneArea {
  var luma: UnsafeMutablePointer<UInt8>
  var blue: UnsafeMutablePointer<UInt8>
  var red: UnsafeMutablePointer<UInt8>
  var lumaStride: Int
  var chromaStride: Int
  var columns: Int
  var rows: Int
}
