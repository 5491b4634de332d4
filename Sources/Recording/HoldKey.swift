/// The key that is held to record, as the user names it.
package enum HoldKey: Sendable, Hashable {
  /// A key without a character of its own, spelled as the option's values are.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case enter, tab, backspace, delete, home, end, pageup, pagedown, up, down, left, right
    case f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
  }

  /// A key that types this character; letters count in both cases.
  case character(Character)
  /// A key by its name.
  case named(Name)

  /// The usual one.
  package static let space = HoldKey.character(" ")

  /// Reads `space`, a single character, or a name such as `f8` or `pagedown`.
  package init?(parsing text: String) {
    let lowercased = text.lowercased()
    if lowercased == "space" {
      self = .space
    } else if let name = Name(rawValue: lowercased) {
      self = .named(name)
    } else if text.count == 1, let character = text.first, character.isPrinted {
      self = .character(character)
    } else {
      return nil
    }
  }

  /// How screens write it: `SPACE`, `F8`, `PAGEDOWN`, or the character.
  package var label: String {
    switch self {
    case .space: "SPACE"
    case .character(let character): String(character)
    case .named(let name): name.rawValue.uppercased()
    }
  }
}

extension Character {
  /// True for what a key can type and a screen can show; blanks are not.
  fileprivate var isPrinted: Bool {
    !isWhitespace && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
