import Units

/// One whole CSI sequence: parameter bytes and the final byte.
struct ControlSequence {
  /// A first byte of `<`, `=`, `>` or `?`, which marks a private sequence.
  private let marker: UInt8?
  /// Parameters separated by `;`, each with sub-parameters separated by `:`; nil where empty.
  private let parameters: [[Int?]]
  /// Bytes between the parameters and the final one, such as the `$` of DECRPM.
  private let intermediates: ArraySlice<UInt8>
  private let final: UInt8

  /// Splits the bytes between CSI and `final`.
  init(parameters bytes: [UInt8], final: UInt8) {
    let hasMarker = bytes.first.map { (0x3c...0x3f).contains($0) } ?? false
    marker = hasMarker ? bytes.first : nil
    self.final = final
    let end = bytes.lastIndex { $0 >= 0x30 }.map { $0 + 1 } ?? 0
    intermediates = bytes[end...]
    parameters = bytes[..<end].dropFirst(hasMarker ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { part in
        part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map(Self.number)
      }
  }

  /// True for `CSI 200 ~`: text follows until `CSI 201 ~`.
  var beginsPaste: Bool { isPlain && final == UInt8(ascii: "~") && number(0) == 200 }

  /// True for `CSI 201 ~`.
  var endsPaste: Bool { isPlain && final == UInt8(ascii: "~") && number(0) == 201 }

  /// A key record of win32-input-mode; nil for every other sequence.
  var keyRecord: KeyRecord? {
    guard isPlain, final == UInt8(ascii: "_") else { return nil }
    return KeyRecord { number($0) }
  }

  /// What it tells; nil when it tells nothing that matters here.
  var event: InputEvent? {
    switch marker {
    case UInt8(ascii: "?"): return answer
    case UInt8(ascii: "<"): return mouse
    case nil where intermediates.isEmpty: break
    default: return nil
    }
    switch final {
    case UInt8(ascii: "u"): return unicodeKey
    case UInt8(ascii: "~"): return tildeKey
    case UInt8(ascii: "I") where isBare: return .focus(true)
    case UInt8(ascii: "O") where isBare: return .focus(false)
    case UInt8(ascii: "n") where parameters == [[0]]: return .statusReport
    case UInt8(ascii: "t"): return cellPixels
    // Reports of the mouse in older forms, colours and the like: no keys.
    case UInt8(ascii: "M"), UInt8(ascii: "k"), UInt8(ascii: "m"): return nil
    default: return KeyCode.letter(final).flatMap(keyEvent)
    }
  }

  private var isPlain: Bool { marker == nil && intermediates.isEmpty }

  private var isBare: Bool { parameters == [[nil]] || parameters.isEmpty }

  /// `CSI < code ; column ; row M` or `m`.
  private var mouse: InputEvent? {
    guard intermediates.isEmpty, [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(final),
      let code = number(0), let column = number(1), let row = number(2)
    else { return nil }
    let isRelease = final == UInt8(ascii: "m")
    return Mouse(code: code, column: column, row: row, isRelease: isRelease)
      .map(InputEvent.mouse)
  }

  /// `CSI 6 ; height ; width t`; other reports about the window begin with other numbers.
  private var cellPixels: InputEvent? {
    guard number(0) == 6, let height = number(1), let width = number(2), width > 0, height > 0
    else { return nil }
    return .cellPixels(PixelSize(width: width, height: height))
  }

  private var answer: InputEvent? {
    switch (final, intermediates.first) {
    case (UInt8(ascii: "u"), nil): return number(0).map(InputEvent.keyboardFlags)
    case (UInt8(ascii: "c"), nil):
      return .deviceAttributes(parameters.dropFirst().compactMap { $0.first ?? nil })
    case (UInt8(ascii: "y"), UInt8(ascii: "$")):
      guard let mode = number(0), let state = ModeState(rawValue: number(1) ?? 0)
      else { return nil }
      return .modeReport(mode: mode, state)
    case (UInt8(ascii: "S"), nil):
      // What, whether it went well, and how many.
      guard number(0) == 1, number(1) == 0, let colours = number(2) else { return nil }
      return .sixelColours(colours)
    default: return nil
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
