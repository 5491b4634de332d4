/// One whole CSI sequence: parameter bytes and the final byte.
struct ControlSequence {
  /// A first byte of `<`, `=`, `>` or `?`, which marks a private sequence.
  private let marker: UInt8?
  /// Parameters separated by `;`, each with sub-parameters separated by `:`; nil where empty.
  private let parameters: [[Int?]]
  private let final: UInt8

  /// Splits the bytes between CSI and `final`.
  init(parameters bytes: [UInt8], final: UInt8) {
    let hasMarker = bytes.first.map { (0x3c...0x3f).contains($0) } ?? false
    marker = hasMarker ? bytes.first : nil
    self.final = final
    parameters = bytes.dropFirst(hasMarker ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { part in
        part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map(Self.number)
      }
  }

  /// True for `CSI 200 ~`: text follows until `CSI 201 ~`.
  var beginsPaste: Bool { marker == nil && final == UInt8(ascii: "~") && number(0) == 200 }

  /// What it tells; nil when it tells nothing that matters here.
  var event: InputEvent? {
    if marker == UInt8(ascii: "?") { return answer }
    guard marker == nil else { return nil }
    switch final {
    case UInt8(ascii: "u"): return unicodeKey
    case UInt8(ascii: "~"): return tildeKey
    case UInt8(ascii: "I") where parameters == [[nil]] || parameters.isEmpty: return .focus(true)
    case UInt8(ascii: "O") where parameters == [[nil]] || parameters.isEmpty: return .focus(false)
    default: return KeyCode.letter(final).flatMap(keyEvent)
    }
  }

  private var answer: InputEvent? {
    switch final {
    case UInt8(ascii: "u"): number(0).map(InputEvent.keyboardFlags)
    case UInt8(ascii: "c"): .deviceAttributes
    default: nil
    }
  }

  /// `CSI code[:shifted[:base]] ; modifiers[:type] [; text] u`, the kitty keyboard protocol.
  private var unicodeKey: InputEvent? {
    guard let code = number(0) else { return nil }
    return KeyCode.key(code, shifted: number(0, 1), modifiers: modifiers).flatMap(keyEvent)
  }

  /// `CSI number ; modifiers[:type] ~`, and `CSI 27 ; modifiers ; code ~` of xterm.
  private var tildeKey: InputEvent? {
    if number(0) == 27, let code = number(2) {
      return KeyCode.key(code, shifted: nil, modifiers: modifiers).flatMap(keyEvent)
    }
    return number(0).flatMap(KeyCode.tilde).flatMap(keyEvent)
  }

  private var modifiers: KeyCode.Modifiers {
    KeyCode.Modifiers(parameter: number(1) ?? 1)
  }

  private func keyEvent(_ key: Key) -> InputEvent? {
    switch number(1, 1) ?? 1 {
    case 1: .press(key)
    case 2: .repeated(key)
    case 3: .release(key)
    default: nil
    }
  }

  private func number(_ index: Int, _ part: Int = 0) -> Int? {
    guard index < parameters.count, part < parameters[index].count else { return nil }
    return parameters[index][part]
  }

  /// Digits as a number; no code or flag is above a million, so longer ones mean nothing.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 7 else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit) - 0x30
    }
    return value
  }
}
