/// One key record of win32-input-mode, `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.
///
/// It is a Windows KEY_EVENT_RECORD written out. Missing numbers are 0, except the count, which
/// is 1 (Microsoft's Terminal, specification 4999).
struct KeyRecord: Hashable {
  /// Modifier keys held and locks that are on, as dwControlKeyState has them.
  struct Held: OptionSet, Hashable {
    let rawValue: Int
    /// Either Alt key; AltGr is the right one together with the left Ctrl.
    static let alt = Held(rawValue: 0x1 | 0x2)
    /// Either Ctrl key.
    static let control = Held(rawValue: 0x4 | 0x8)
    // Shift (0x10), num, scroll and caps lock (0x20, 0x40, 0x80) and the mark of grey keys (0x100)
    // have no name here: what they change is in the character already.

    /// True when a key of this kind is held, left or right.
    func includes(_ kind: Held) -> Bool { !isDisjoint(with: kind) }
  }

  /// Number of the key on the keyboard's layout (virtual-key code).
  var key: Int
  /// What it types, as a UTF-16 unit; 0 for keys that type nothing.
  var unit: UInt16
  /// False when the key came up.
  var isDown: Bool
  /// Modifiers.
  var held: Held
  /// How often it went down or repeated, at least 1.
  var count: Int

  /// Takes the numbers of the sequence; nil when one is out of range.
  init?(_ number: (Int) -> Int?) {
    guard let unit = UInt16(exactly: number(2) ?? 0), (0...0xff).contains(number(0) ?? 0)
    else { return nil }
    key = number(0) ?? 0
    self.unit = unit
    isDown = number(3) ?? 0 != 0
    held = Held(rawValue: number(4) ?? 0)
    count = max(1, number(5) ?? 1)
  }

  /// True for text that no key of the layout types: an emoji, an input method, some pastes.
  ///
  /// Its code is 0 or VK_PACKET.
  var isText: Bool { key == 0 || key == 231 }

  /// The key as the recorder knows it; nil for bare modifiers and combinations that
  /// mean nothing.
  ///
  /// `character` is what the record's unit completes.
  func meaning(character: Character?) -> Key? {
    // SPACE is SPACE whatever else is held: its release must never be missed.
    if key == 32 { return .character(" ") }
    if let named { return named }
    switch (held.includes(.alt), held.includes(.control)) {
    case (true, false): return nil
    case (false, true): return controlKey
    // Both together are AltGr, which counts where it types something.
    case (true, true), (false, false): break
    }
    guard let character, unit >= 0x20, unit != 0x7f else { return nil }
    return .character(character)
  }

  private var controlKey: Key? {
    if (65...90).contains(key) { return .control(Character(Unicode.Scalar(UInt8(key) + 0x20))) }
    return (1..<0x20).contains(unit) ? KeyCode.control(UInt8(unit)) : nil
  }

  /// Keys by their virtual-key code, whatever the layout.
  private var named: Key? {
    switch key {
    case 8: .backspace
    case 9: .tab
    case 13: .enter
    case 27: .escape
    case 33: .pageUp
    case 34: .pageDown
    case 35: .end
    case 36: .home
    case 37: .left
    case 38: .up
    case 39: .right
    case 40: .down
    case 46: .delete
    case 112...123: .function(key - 111)
    default: nil
    }
  }
}

/// Turns key records into events: a second key-down of a key that is held is a repeat.
struct KeyRecords: Sendable {
  /// What the keys that are down meant when they went down, by virtual-key code: Shift may be let
  /// go before the letter, which is another character then.
  private var down: [Int: Key] = [:]
  /// The first half of a character that takes two records.
  private var leading: UInt16?

  /// A count above this is nonsense; it would only keep the program busy.
  private static let mostRepeats = 32

  /// Takes the next record.
  mutating func take(_ record: KeyRecord) -> [InputEvent] {
    let character = character(of: record)
    guard record.isDown else {
      let pressed = record.isText ? nil : down.removeValue(forKey: record.key)
      return (pressed ?? record.meaning(character: character)).map { [.release($0)] } ?? []
    }
    guard let key = record.meaning(character: character) else { return [] }
    let isHeld = !record.isText && down.updateValue(key, forKey: record.key) != nil
    let repeats = min(record.count, Self.mostRepeats) - 1
    return [isHeld ? .repeated(key) : .press(key)]
      + Array(repeating: .repeated(key), count: repeats)
  }

  /// Puts the two halves of a surrogate pair together; the first half's own key-up may come
  /// between them.
  private mutating func character(of record: KeyRecord) -> Character? {
    if UTF16.isLeadSurrogate(record.unit) {
      leading = record.unit
      return nil
    }
    guard UTF16.isTrailSurrogate(record.unit) else {
      if record.unit != 0 { leading = nil }
      return Unicode.Scalar(record.unit).map(Character.init)
    }
    guard let lead = leading else { return nil }
    // The second half's key-up needs it as well.
    if !record.isDown { leading = nil }
    return String(decoding: [lead, record.unit], as: UTF16.self).first
  }
}
