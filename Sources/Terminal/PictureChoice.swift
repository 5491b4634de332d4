package import Screens
package import Units

/// What the user wants of the live picture.
package enum PreviewWish: Sendable, Hashable {
  /// The best the terminal has.
  case best
  case blocks, kitty, iterm, sixel
}

/// How the live picture comes to a terminal, or why not as it was asked for.
package struct PictureChoice: Sendable, Hashable {
  /// What is known about a terminal besides its answers.
  package struct Facts: Sendable, Hashable {
    /// Colours of its type; 0 when none are wanted.
    package var colours: Int
    /// True for a locale with half blocks and lines to frame a picture.
    package var isUnicode: Bool
    /// Pixels of a cell, as the kernel or the terminal tells; nil where neither does.
    package var grain: PixelSize?
    /// The type's name.
    package var type: String
    /// True when the terminal is known to have 24-bit colours.
    package var hasTrueColour: Bool

    /// Puts facts together.
    package init(
      colours: Int, isUnicode: Bool, grain: PixelSize?, type: String, hasTrueColour: Bool = false
    ) {
      (self.colours, self.isUnicode, self.grain, self.type) = (colours, isUnicode, grain, type)
      self.hasTrueColour = hasTrueColour
    }
  }

  /// The way; nil when there is none.
  package let carrier: PictureCarrier?
  /// Why it is not the one asked for or the best there could be, and what to do, in a sentence.
  package let obstacle: String?

  /// Terminals with iTerm2's images, by the beginning of their answer to XTVERSION.
  private static let imageTerminals = ["iTerm2", "WezTerm", "mintty"]
  /// What half blocks need.
  private static let fewestColours = 256
  /// A VT340's.
  private static let fewestRegisters = 16

  /// Chooses by what the terminal has answered.
  package init(_ wish: PreviewWish, _ answers: TerminalAnswers, _ facts: Facts, isRemote: Bool) {
    guard facts.isUnicode, facts.colours > 0 || wish != .best else {
      self.init(nil, Self.obstacle(facts))
      return
    }
    let found = Self.found(answers, facts, isRemote: isRemote)
    switch wish {
    case .best:
      self.init(found.first, found.isEmpty ? Self.obstacle(facts) : nil)
    case .blocks:
      let way = found.first(where: \.isText)
      self.init(way, way == nil ? Self.obstacle(facts) : nil)
    case .kitty:
      let way = found.first { if case .kitty = $0 { true } else { false } }
      self.init(way, way == nil ? Self.refusal("kitty graphics", answers) : nil)
    case .iterm:
      let way = found.first { $0 == .iterm }
      self.init(way, way == nil ? Self.refusal("iTerm2's images", answers) : nil)
    case .sixel:
      let way = found.first { if case .sixel = $0 { true } else { false } }
      self.init(way, way == nil ? Self.refusal("sixel graphics", answers) : nil)
    }
  }

  private init(_ carrier: PictureCarrier?, _ obstacle: String?) {
    (self.carrier, self.obstacle) = (carrier, obstacle)
  }

  /// All ways there are, the best first: JPEG on the line is a fifth of the same as PNG.
  private static func found(
    _ answers: TerminalAnswers, _ facts: Facts, isRemote: Bool
  ) -> [PictureCarrier] {
    var blocks: [PictureCarrier] = facts.colours >= fewestColours ? [.blocks] : []
    // Twice to three times the bytes: nothing for a network, and for what a multiplexer has to hold.
    if facts.hasTrueColour, facts.colours > 0, !isRemote, answers.multiplexer == nil {
      blocks.insert(.trueColour, at: 0)
    }
    // Inside of a multiplexer pixels go astray: it moves and clears text alone.
    guard answers.multiplexer == nil, let pictures = answers.pictures else { return blocks }
    var found: [PictureCarrier] = []
    let isKitty = pictures.hasKittyGraphics
    if isKitty, pictures.sharesMemory { found.append(.kitty(sharesMemory: true)) }
    if let name = answers.name, imageTerminals.contains(where: { name.hasPrefix($0) }) {
      found.append(.iterm)
    }
    if isKitty, !pictures.sharesMemory { found.append(.kitty(sharesMemory: false)) }
    let registers = pictures.sixelColours ?? 256
    if answers.hasSixel, facts.grain != nil, registers >= fewestRegisters {
      found.append(
        .sixel(
          colours: PictureCarrier.sixelColours(registers: registers, isRemote: isRemote)))
    }
    return found + blocks
  }

  private static func refusal(_ what: String, _ answers: TerminalAnswers) -> String {
    if let multiplexer = answers.multiplexer {
      return "Inside \(multiplexer) there are no pictures in pixels: '--preview blocks' shows half "
        + "blocks."
    }
    return "The terminal has no \(what): '--preview auto' takes the best it has."
  }

  private static func obstacle(_ facts: Facts) -> String {
    let lead = "The terminal shows no picture: it needs"
    guard facts.isUnicode else {
      return "\(lead) a UTF-8 locale, such as LC_ALL=C.UTF-8."
    }
    guard facts.colours > 0 else { return "\(lead) colours." }
    return "\(lead) 256 colours, and TERM=\(facts.type) has \(facts.colours); most terminals have "
      + "them with TERM=xterm-256color."
  }
}
