import CLibAV
package import Units

/// The size that pictures are wanted in.
package struct PictureWish: Sendable, Hashable {
  /// How a picture of another shape gets into the size.
  package enum Fit: Sendable, Hashable {
    /// The whole picture, with black bars.
    case fit
    /// Without bars: what is too much is cut off on both sides.
    case fill
    /// Drawn out of shape.
    case stretch
  }

  /// The size of every picture, rounded down to even sides; nil for each one's own.
  package var size: PixelSize?
  /// How other shapes get into it.
  package var fit: Fit

  /// Wishes for pictures as they are, unless said otherwise.
  package init(size: PixelSize? = nil, fit: Fit = .fit) {
    self.size = size
    self.fit = fit
  }
}

/// Where a stored picture's pixels go: sizes on the way to an upright one with square pixels.
struct PictureShape: Hashable {
  /// What is used of the stored picture; less than all of it where an odd column or row is left
  /// off, because 4:2:0 cannot hold it and scaling it away would blur the whole picture.
  let used: PixelSize
  /// The size it is brought to before it is turned.
  let scaled: PixelSize
  /// The same after turning.
  let turned: PixelSize
  /// The finished picture.
  let frame: PixelSize

  init(
    stored: PixelSize, aspect: AVRational, orientation: DisplayOrientation, wish: PictureWish
  ) {
    let isSquare = aspect.num <= 0 || aspect.den <= 0 || aspect.num == aspect.den
    let ratio = isSquare ? 1 : Double(aspect.num) / Double(aspect.den)
    // Never smaller than stored: nothing is lost that a player would show.
    let square = (
      width: Double(stored.width) * max(1, ratio), height: Double(stored.height) / min(1, ratio)
    )
    let upright =
      orientation.isQuarterTurn ? (width: square.height, height: square.width) : square
    if let size = wish.size?.roundedToEven {
      used = stored
      frame = size
      turned = Self.size(of: upright, in: size, wish.fit)
    } else {
      used = isSquare && stored.width > 1 && stored.height > 1 ? stored.roundedToEven : stored
      turned =
        isSquare && stored.width > 1 && stored.height > 1
        ? PixelSize(width: Int(upright.width), height: Int(upright.height)).roundedToEven
        : PixelSize(width: Self.even(upright.width), height: Self.even(upright.height))
      frame = turned
    }
    scaled =
      orientation.isQuarterTurn
      ? PixelSize(width: turned.height, height: turned.width) : turned
  }

  /// Where the turned picture lies in the frame; negative where it is cut off.
  ///
  /// Even, so that it begins between two chroma samples.
  var left: Int { (frame.width - turned.width) / 4 * 2 }
  /// See `left`.
  var top: Int { (frame.height - turned.height) / 4 * 2 }

  private static func size(
    of shape: (width: Double, height: Double), in frame: PixelSize, _ fit: PictureWish.Fit
  ) -> PixelSize {
    let (across, down) = (
      Double(frame.width) / shape.width, Double(frame.height) / shape.height
    )
    let scale = fit == .fit ? min(across, down) : max(across, down)
    let (width, height) = (even(shape.width * scale), even(shape.height * scale))
    switch fit {
    case .fit: return PixelSize(width: min(width, frame.width), height: min(height, frame.height))
    case .fill: return PixelSize(width: max(width, frame.width), height: max(height, frame.height))
    case .stretch: return frame
    }
  }

  /// The nearest even length.
  private static func even(_ length: Double) -> Int { max(2, Int((length / 2).rounded()) * 2) }
}
