package import Units

extension Framing {
  /// What is cut out of the camera's picture.
  package enum Crop: Sendable, Hashable {
    /// Nothing: all of the picture.
    case native
    /// The largest central rectangle of this shape, in lowest terms.
    case ratio(width: Int, height: Int)
    /// This rectangle of the camera's picture.
    case exact(PixelArea)

    /// A square.
    package static let square = Crop.ratio(width: 1, height: 1)

    /// What a key goes through; behind anything else comes the first.
    private static let cycle: [Crop] = [
      .native, .square, .ratio(width: 16, height: 9), .ratio(width: 9, height: 16),
      .ratio(width: 4, height: 3), .ratio(width: 4, height: 5),
    ]

    /// The one after this one when a key goes through them.
    package var next: Crop {
      let index = Self.cycle.firstIndex(of: self) ?? -1
      return Self.cycle[(index + 1) % Self.cycle.count]
    }

    /// The rectangle in the pictures of a camera that gives `camera`.
    package func area(in camera: PixelSize) -> PixelArea { area(in: camera, of: camera) }

    /// The rectangle in a picture of `size` from a camera that gives `camera`.
    ///
    /// All four edges are even, as 4:2:0 wants them, and lie inside the picture. A shape is cut out
    /// of the picture that is there; an exact rectangle shrinks to even edges, so that nothing
    /// from outside it is shown, and is scaled when the picture has another size than the camera's.
    package func area(in size: PixelSize, of camera: PixelSize) -> PixelArea {
      let whole = size.roundedToEven
      switch self {
      case .native:
        return PixelArea(whole: whole)
      case .ratio(let width, let height):
        return Self.centre(of: whole, width, height)
      case .exact(let area):
        let from = camera.roundedToEven
        let columns = Self.evenly(area.left..<area.right, scaled: (whole.width, from.width))
        let rows = Self.evenly(area.top..<area.bottom, scaled: (whole.height, from.height))
        guard !columns.isEmpty, !rows.isEmpty else { return PixelArea(whole: whole) }
        return PixelArea(
          left: columns.lowerBound, top: rows.lowerBound,
          size: PixelSize(width: columns.count, height: rows.count))
      }
    }

    /// Why this cannot be cut out of a camera's picture, as a sentence; nil when it can.
    package func obstacle(in camera: PixelSize) -> String? {
      guard case .exact(let area) = self, !PixelArea(whole: camera).contains(area) else {
        return nil
      }
      return "The crop \(area) reaches out of the picture, which is \(camera)."
    }

    private static func centre(of whole: PixelSize, _ width: Int, _ height: Int) -> PixelArea {
      /// `length` × `a` / `b` to the nearest even number, the lower one in doubt; extreme shapes
      /// keep one block of the coder.
      func side(_ length: Int, _ a: Int, _ b: Int, most: Int) -> Int {
        min(most, max(16, 2 * ((length * a + b - 1) / (2 * b))))
      }
      let isWide = whole.width * height >= whole.height * width
      let size =
        isWide
        ? PixelSize(
          width: side(whole.height, width, height, most: whole.width), height: whole.height)
        : PixelSize(
          width: whole.width, height: side(whole.width, height, width, most: whole.height))
      return PixelArea(
        left: (whole.width - size.width) / 2 & ~1, top: (whole.height - size.height) / 2 & ~1,
        size: size)
    }

    private static func evenly(
      _ range: Range<Int>, scaled scale: (to: Int, from: Int)
    ) -> Range<Int> {
      guard scale.from > 0 else { return 0..<0 }
      let first = (range.lowerBound * scale.to + scale.from - 1) / scale.from
      let begin = (min(max(0, first), scale.to) + 1) & ~1
      let end = min(range.upperBound * scale.to / scale.from, scale.to) & ~1
      return begin..<max(begin, end)
    }
  }
}

extension Framing.Crop: CustomStringConvertible {
  package var description: String {
    switch self {
    case .native: "native"
    case .square: "square"
    case .ratio(let width, let height): "\(width):\(height)"
    case .exact(let area): area.description
    }
  }

  /// Reads `native`, `square`, a shape such as `4:5`, or a rectangle such as `640x480+16+8`.
  ///
  /// Nil for anything else, for shapes narrower than 1:10 or 10:1, and for rectangles under 16x16.
  package init?(parsing text: String) {
    switch text {
    case "native": self = .native
    case "square": self = .square
    default:
      if let area = PixelArea(parsing: text) {
        guard min(area.size.width, area.size.height) >= 16 else { return nil }
        self = .exact(area)
        return
      }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
        (1...1000).contains(width), (1...1000).contains(height),
        max(width, height) <= 10 * min(width, height)
      else { return nil }
      let divisor = Self.commonDivisor(width, height)
      self = .ratio(width: width / divisor, height: height / divisor)
    }
  }

  private static func commonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : commonDivisor(b, a % b)
  }
}

extension Framing.Crop: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let crop = Self(parsing: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no crop: \(text)")
    }
    self = crop
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
