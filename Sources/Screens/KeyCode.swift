/// The numbers and letters by which terminals name keys.
enum KeyCode {
  /// Keys held together with another one, as the kitty protocol and xterm number them.
  struct Modifiers: OptionSet, Sendable {
    let rawValue: Int
    /// Shift.
    static let shift = Modifiers(rawValue: 1)
    /// Alt, the Option key of some keyboards.
    static let alt = Modifiers(rawValue: 2)
    /// Ctrl.
    static let control = Modifiers(rawValue: 4)
    /// Super, hyper and meta.
    static let others = Modifiers(rawValue: 8 | 16 | 32)

    /// Reads the parameter, which is one more than the bits.
    ///
    /// Caps lock (64) and num lock (128) have no name here: a lock that is on changes no key.
    init(parameter: Int) { rawValue = max(0, parameter - 1) }

    init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The key that a C0 control byte or DEL stands for.
  static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0d, 0x0a: .enter
    case 0x09: .tab
    case 0x08, 0x7f: .backspace
    case 0x1b: .escape
    case 0x01...0x1a: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// The key of `CSI letter` and `SS3 letter`.
  static func letter(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "S"): .function(4)
    // The keypad in application mode, by SS3 alone.
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "k"): .character("+")
    case UInt8(ascii: "m"): .character("-")
    default: nil
    }
  }

  /// The key of `CSI number ~`.
  static func tilde(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// The key of a kitty key code; nil for bare modifiers, function keys and foreign combinations.
  static func key(_ code: Int, shifted: Int?, modifiers: Modifiers) -> Key? {
    // SPACE is SPACE whatever else is held: its release may come with other modifiers than its
    // press, and must never be missed.
    if code == 32 { return .character(" ") }
    if let named = named(code) { return named }
    guard !(57_344...63_743).contains(code), modifiers.isDisjoint(with: [.alt, .others]),
      let plain = character(code)
    else { return nil }
    if modifiers.contains(.control) { return .control(plain) }
    guard modifiers.contains(.shift) else { return .character(plain) }
    let upper = plain.uppercased()
    return .character(shifted.flatMap(character) ?? (upper.count == 1 ? Character(upper) : plain))
  }

  private static func character(_ code: Int) -> Character? {
    guard code >= 0x20, let scalar = Unicode.Scalar(UInt32(code)),
      scalar.properties.generalCategory != .control
    else { return nil }
    return Character(scalar)
  }

  private static func named(_ code: Int) -> Key? {
    switch code {
    case 13, 57_414: .enter
    case 27: .escape
    case 9: .tab
    case 127: .backspace
    // The keypad.
    case 57_412: .character("-")
    case 57_413: .character("+")
    case 57_417: .left
    case 57_418: .right
    case 57_419: .up
    case 57_420: .down
    case 57_421: .pageUp
    case 57_422: .pageDown
    case 57_423: .home
    case 57_424: .end
    case 57_426: .delete
    default: nil
    }
  }
}
