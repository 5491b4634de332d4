/// How the styles look: a few of the eight oldest colours on the terminal's own background.
///
/// Yellow, the usual one for warnings, is not among them, and on a light background neither are
/// green and cyan, which cannot be read there: darker ones take their place. Every state is also told
/// by a word or a shape, so the monochrome theme loses nothing.
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
  /// The terminal's own background.
  package var ground = Ground.dark
  /// True when there are 256 colours to choose from.
  package var hasManyColours = false

  /// With colours or without.
  private init(hasColour: Bool) { self.hasColour = hasColour }

  /// With colours.
  package static let colour = Theme(hasColour: true)
  /// For `NO_COLOR`, `--no-color` and terminals without colours.
  package static let monochrome = Theme(hasColour: false)

  /// How `style` looks.
  package func look(of style: Style) -> Look {
    var look = Self.fullLook(of: style)
    if !hasColour { look.colour = nil }
    // Where there are few, bold ones are bright ones.
    if ground == .light, !hasManyColours, look.colour != nil, !look.isReversed {
      look.isBold = false
    }
    return look
  }

  /// The number, among the terminal's 8, 16 or 256 colours, of one of the theme's.
  ///
  /// On white all have a contrast of 4.5 to 1 and more (WCAG 2, level AA), with xterm's own eight.
  package func number(of colour: Colour) -> UInt8 {
    switch (ground, hasManyColours) {
    case (.dark, _): UInt8(colour.rawValue)
    case (.light, true):
      switch colour {
      case .red: 124
      case .green: 22
      case .blue: 19
      case .magenta: 90
      case .cyan: 24
      }
    case (.light, false):
      switch colour {
      case .red: 1
      case .green, .blue: 4
      case .magenta, .cyan: 5
      }
    }
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
