import Frames

/// The way from YCbCr to red, green and blue from 0 to 255, in 16.16 fixed point.
struct RGBMatrix {
  private let luma: (floor: Int32, scale: Int32)
  private let redOfRed: Int32
  private let greenOfRed: Int32
  private let greenOfBlue: Int32
  private let blueOfBlue: Int32

  /// Works out the coefficients from the meaning of a picture's numbers.
  init(from tags: ColourTags) {
    let weights = tags.matrix == .bt601 ? LumaWeights.bt601 : .bt709
    let (red, blue) = (Double(weights.red), Double(weights.blue))
    let chroma = tags.isFullRange ? 1 : 255.0 / 224
    func fixed(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }
    luma = tags.isFullRange ? (0, fixed(1)) : (16, fixed(255.0 / 219))
    let (ofRed, ofBlue) = (2 * (1 - red) * chroma, 2 * (1 - blue) * chroma)
    redOfRed = fixed(ofRed)
    blueOfBlue = fixed(ofBlue)
    greenOfRed = fixed(-ofRed * red / (1 - red - blue))
    greenOfBlue = fixed(-ofBlue * blue / (1 - red - blue))
  }

  /// Converts one pixel; nothing in it can overflow.
  func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (UInt8, UInt8, UInt8) {
    // With half a step, for what is shifted out is to be rounded.
    let grey = (Int32(y) &- luma.floor) &* luma.scale &+ 1 << 15
    let (blue, red) = (Int32(cb) &- 128, Int32(cr) &- 128)
    return (
      UInt8(clamping: (grey &+ redOfRed &* red) >> 16),
      UInt8(clamping: (grey &+ greenOfRed &* red &+ greenOfBlue &* blue) >> 16),
      UInt8(clamping: (grey &+ blueOfBlue &* blue) >> 16)
    )
  }
}
