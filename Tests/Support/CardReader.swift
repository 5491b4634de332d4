/// How the test picture lies in a movie that was cropped, scaled or turned.
package struct CardView: Sendable {
  /// The shorter side of the whole test picture in the movie's pixels; nil for the movie's own.
  ///
  /// A 404x720 crop of a 1280x720 picture has 720.
  package var side: Double?
  /// Degrees clockwise by which the picture was turned, after mirroring: 0, 90, 180 or 270.
  package var rotated: Int
  /// True when left and right are exchanged.
  package var mirrored: Bool

  /// An upright picture unless said otherwise.
  package init(side: Double? = nil, rotated: Int = 0, mirrored: Bool = false) {
    self.side = side
    self.rotated = rotated
    self.mirrored = mirrored
  }

  /// A picture that was rotated first and then mirrored: `h` exchanges left and right, `v` top and
  /// bottom, as the viewer sees them.
  package init(side: Double? = nil, rotated: Int, thenMirrored mirror: String) {
    switch mirror {
    case "h": self.init(side: side, rotated: (360 - rotated) % 360, mirrored: true)
    case "v": self.init(side: side, rotated: (540 - rotated) % 360, mirrored: true)
    default: self.init(side: side, rotated: rotated)
    }
  }
}

/// Reads counter and flash from grey pixels by the written formula alone.
///
/// With m the shorter side: 16 cells in a row in the picture's middle, m/2 wide and m/16 high,
/// most significant first; the flash square has side m/8, its centre m/4 above the middle. Lengths
/// below are in cells of m/32, counted from the middle.
package struct CardReader {
  private let width: Int
  private let height: Int
  private let view: CardView
  private let cell: Double

  /// Reads pictures of `width` times `height` bytes, row after row.
  package init(width: Int, height: Int, view: CardView = CardView()) {
    self.width = width
    self.height = height
    self.view = view
    cell = (view.side ?? Double(min(width, height))) / 32
  }

  /// The number shown; nil when a cell is neither black nor white or the dark margin is missing.
  package func counter(in grey: UnsafeRawBufferPointer) -> Int? {
    let margin = [(-8.5, 0.0), (8.5, 0.0), (0.0, -1.5), (0.0, 1.5)]
    guard margin.allSatisfy({ isWhite(grey, x: $0.0, y: $0.1, reach: 0.25) == false }) else {
      return nil
    }
    var number = 0
    for bit in 0..<16 {
      guard let isSet = isWhite(grey, x: Double(bit) - 7.5, y: 0, reach: 0.25) else { return nil }
      number = number << 1 | (isSet ? 1 : 0)
    }
    return number
  }

  /// True when the square is white and what is above and beside it is not.
  package func isFlashing(in grey: UnsafeRawBufferPointer) -> Bool {
    guard isWhite(grey, x: 0, y: -8, reach: 1) == true else { return false }
    let around = [(0.0, -10.5), (-2.5, -8.0), (2.5, -8.0)]
    return around.allSatisfy { isWhite(grey, x: $0.0, y: $0.1, reach: 0.25) == false }
  }

  /// Mean of 5x5 points of a square as white, black or neither (nil); black outside the picture.
  private func isWhite(
    _ grey: UnsafeRawBufferPointer, x: Double, y: Double, reach: Double
  ) -> Bool? {
    var sum = 0
    for row in -2...2 {
      for column in -2...2 {
        sum += value(
          grey, x: x + reach * Double(column) / 2, y: y + reach * Double(row) / 2)
      }
    }
    // Far from both levels, so that half a crossfade counts as neither.
    return sum >= 160 * 25 ? true : sum <= 96 * 25 ? false : nil
  }

  private func value(_ grey: UnsafeRawBufferPointer, x: Double, y: Double) -> Int {
    let across = (view.mirrored ? -x : x) * cell
    let down = y * cell
    let (dx, dy) =
      switch view.rotated {
      case 90: (-down, across)
      case 180: (-across, -down)
      case 270: (down, -across)
      default: (across, down)
      }
    let column = Int((Double(width) / 2 + dx).rounded(.down))
    let row = Int((Double(height) / 2 + dy).rounded(.down))
    guard (0..<width).contains(column), (0..<height).contains(row) else { return 0 }
    return Int(grey[row * width + column])
  }
}
