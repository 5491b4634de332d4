import Foundation
import Screens
import Testing

@Suite struct `the theme` {
  /// Red, green and blue of xterm's first eight colours.
  private static let xterm: [(Double, Double, Double)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229),
  ]

  /// Relative luminance of a colour (WCAG 2).
  private static func luminance(of colour: UInt8) -> Double {
    let known = Palette.components(of: colour)
    let parts =
      colour < 8 ? xterm[Int(colour)] : (Double(known.red), Double(known.green), Double(known.blue))
    func linear(_ part: Double) -> Double {
      part <= 10 ? part / 255 / 12.92 : pow((part / 255 + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(parts.0) + 0.7152 * linear(parts.1) + 0.0722 * linear(parts.2)
  }

  @Test(arguments: [true, false])
  func `has no colour that cannot be read on a light background`(hasManyColours: Bool) {
    var theme = Theme.colour
    (theme.ground, theme.hasManyColours) = (.light, hasManyColours)
    for style in Style.allCases {
      let look = theme.look(of: style)
      guard let colour = look.colour else { continue }
      let contrast = 1.05 / (Self.luminance(of: theme.number(of: colour)) + 0.05)
      #expect(contrast > 4.5, "\(style): \(contrast)")
      // Bold ones of the first eight are bright ones on most terminals.
      #expect(hasManyColours || !look.isBold || look.isReversed, "\(style)")
    }
  }

  @Test func `has the old colours on a dark one, but never yellow`() {
    for colour in Theme.Colour.allCases {
      #expect(Theme.colour.number(of: colour) == UInt8(colour.rawValue))
      #expect(colour.rawValue != 3)
    }
  }

  @Test func `needs no colour`() {
    let looks = Style.allCases.map { Theme.monochrome.look(of: $0) }
    #expect(looks.allSatisfy { $0.colour == nil })
  }

  @Test(
    arguments: [
      ("0;15", Ground.light), ("15;0", .dark), ("0;default;15", .light), ("12;8", .dark),
      ("7;7", .light),
      ("", nil), ("15;default", nil), ("0;231", nil),
    ] as [(String, Ground?)])
  func `is chosen by what the environment says of the background`(text: String, ground: Ground?) {
    #expect(Ground(variable: text) == ground)
  }
}
