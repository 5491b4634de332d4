import Frames

/// The way from YCbCr to red, green and blue from 0 to 255, for a picture so small that speed does
/// not matter.
struct RGBMatrix {
  private let luma: (floor: Float, scale: Float)
  private let redOfRed: Float
  private let greenOfRed: Float
  private let greenOfBlue: Float
  private let blueOfBlue: Float

  /// Works out the coefficients from the meaning of a picture's numbers.
  init(from tags: ColourTags) {
    let weights = tags.matrix == .bt601 ? LumaWeights.bt601 : .bt709
    let (red, blue) = (Float(weights.red), Float(weights.blue))
    let chroma: Float = tags.isFullRange ? 1 : 255.0 / 224
    luma = tags.isFullRange ? (0, 1) : (16, 255.0 / 219)
    redOfRed = 2 * (1 - red) * chroma
    blueOfBlue = 2 * (1 - blue) * chroma
    greenOfRed = -redOfRed * red / (1 - red - blue)
    greenOfBlue = -blueOfBlue * blue / (1 - red - blue)
  }

  /// Converts one pixel.
  func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (UInt8, UInt8, UInt8) {
    let grey = (Float(y) - luma.floor) * luma.scale
    let (blue, red) = (Float(cb) - 128, Float(cr) - 128)
    func byte(_ value: Float) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
    return (
      byte(grey + redOfRed * red), byte(grey + greenOfRed * red + greenOfBlue * blue),
      byte(grey + blueOfBlue * blue)
    )
  }
}
