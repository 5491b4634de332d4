/// The colours that all terminals with 256 of them agree on: a cube of 6x6x6 (16 to 231) and a
/// ramp of 24 greys (232 to 255).
///
/// The first 16 are the user's own and never used for a picture.
package enum Palette {
  /// The first colour whose look is known.
  package static let first: UInt8 = 16
  /// How many there are from there on.
  package static let count = 240

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
  /// How much a difference in red, green and blue counts.
  ///
  /// The eye sees green best; blue counts more than it adds to brightness, or skies turn grey.
  private static let weights = (red: 2, green: 4, blue: 3)

  /// For every value the nearest step of the cube.
  private static let nearestLevel: [UInt8] = (0...255).map { value in
    let steps = levels.indices.map { (step: $0, distance: abs(Int(levels[$0]) - value)) }
    return UInt8(steps.min { $0.distance < $1.distance }?.step ?? 0)
  }

  /// Red, green and blue of a colour; black for those that are the user's.
  package static func components(of colour: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
    guard colour >= first else { return (0, 0, 0) }
    guard colour < 232 else {
      let grey = 8 + 10 * (colour - 232)
      return (grey, grey, grey)
    }
    let index = Int(colour - first)
    return (levels[index / 36], levels[index / 6 % 6], levels[index % 6])
  }

  /// The square of how different two colours look.
  package static func distance(
    _ a: (red: UInt8, green: UInt8, blue: UInt8), _ b: (red: UInt8, green: UInt8, blue: UInt8)
  ) -> Int {
    let (red, green, blue) = (
      Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue)
    )
    return weights.red * red * red + weights.green * green * green + weights.blue * blue * blue
  }

  /// The colour that looks most like this one.
  ///
  /// The weights make the metric a sum over the three components, so the nearest colour of the cube
  /// is that of each by itself, and the nearest grey is that of their weighted mean.
  package static func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let wanted = (red: red, green: green, blue: blue)
    let cube =
      first + 36 * nearestLevel[Int(red)] + 6 * nearestLevel[Int(green)] + nearestLevel[Int(blue)]
    let sum = weights.red * Int(red) + weights.green * Int(green) + weights.blue * Int(blue)
    let mean = Double(sum) / Double(weights.red + weights.green + weights.blue)
    let grey = 232 + UInt8(min(23, max(0, ((mean - 8) / 10).rounded())))
    let (ofCube, ofGrey) = (
      distance(wanted, components(of: cube)), distance(wanted, components(of: grey))
    )
    return ofGrey < ofCube ? grey : cube
  }
}
