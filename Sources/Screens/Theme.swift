/// How the styles look: a few of the eight oldest colours on the terminal's own background.
///
/// Only these colours are readable on light and dark backgrounds alike: yellow, the usual one for
/// warnings, is not on white. Every state is also told by a word or a shape, so the monochrome theme
/// loses nothing.
package struct Theme: Sendable, Hashable {
  /// One of the eight ANSI colours by its number in SGR 30…37, less 30.
  package enum Colour: Int16, Sendable, Hashable, CaseIterable {
    case red = 1
    case green = 2
    case blue = 4
    case magenta = 5
    case cyan = 6
  }

  /// The look of one style.
  package struct Look: Sendable, Hashable {
    /// Colour of the letters; nil is the terminal's own.
    package var colour: Colour?
    /// Bold.
    package var isBold = false
    /// Fainter than ordinary text.
    package var isDim = false
    /// Letters and background change places.
    package var isReversed = false
  }

  /// False when only bold, dim and reverse may be used.
  package let hasColour: Bool

  /// With colours.
  package static let colour = Theme(hasColour: true)
  /// For `NO_COLOR`, `--no-color` and terminals without colours.
  package static let monochrome = Theme(hasColour: false)

  /// How `style` looks.
  package func look(of style: Style) -> Look {
    var look = Self.fullLook(of: style)
    if !hasColour { look.colour = nil }
    return look
  }

  private static func fullLook(of style: Style) -> Look {
    switch style {
    case .plain: Look()
    case .dim, .barEmpty: Look(isDim: true)
    case .strong, .key: Look(isBold: true)
    case .recording, .barRunning, .bad: Look(colour: .red, isBold: true)
    case .banner: Look(colour: .red, isBold: true, isReversed: true)
    case .good: Look(colour: .green, isBold: true)
    case .warning: Look(colour: .magenta, isBold: true)
    case .barFilled: Look(colour: .green)
    case .barSelected: Look(colour: .cyan, isBold: true)
    // Without a colour of its own: in reverse only red and magenta can be read on every background,
    // and those mean something.
    case .button, .review: Look(isBold: true, isReversed: true)
    case .question: Look(colour: .magenta, isBold: true, isReversed: true)
    }
  }
}
