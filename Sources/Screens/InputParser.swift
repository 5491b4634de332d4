/// Turns the bytes a terminal sends into events, one byte at a time, so that it does not matter
/// how the bytes were split on their way.
///
/// It knows UTF-8, the C0 control keys, CSI, SS3 and string sequences (ECMA-48), bracketed paste,
/// the kitty keyboard protocol, win32-input-mode, SGR mouse reports and the answers of terminals.
/// What it does not know it swallows whole: a half-eaten sequence would come out as letters, and
/// letters are commands here.
package struct InputParser: Sendable {
  private enum State: Sendable, Hashable {
    case ground
    /// A UTF-8 character with this many bytes missing.
    case character(missing: Int)
    /// After ESC: the key itself, or the begin of a sequence.
    case escape
    /// The ESC was given out as a key; should a `[` or `O` follow, it was a sequence after all.
    case lateEscape
    case control
    /// After ESC O.
    case singleShift
    /// After ESC [ [, which only the Linux console sends: F1 to F5 as A to E.
    case consoleFunction
    /// Inside the string that this byte behind ESC began: DCS, OSC, APC, PM or SOS; `escaped`
    /// after an ESC that may begin ST.
    case string(UInt8, escaped: Bool)
    /// Inside a bracketed paste.
    case paste(InPaste)
    /// Bytes that belong to something of no interest.
    case skip(Int)
  }

  /// Where in a paste: text, or a sequence that may be its end.
  private enum InPaste: Sendable, Hashable {
    case text, escape, control
  }

  private var state = State.ground
  /// Bytes of the sequence or character so far.
  private var collected: [UInt8] = []
  /// True after ESC and before the character it belongs to: Alt is held, which means nothing here.
  private var isAlternate = false
  private var records = KeyRecords()

  /// Answers of terminals are below 100 bytes; a longer run means that the end was lost.
  private static let longestControl = 256
  private static let longestString = 65_536

  /// Makes a parser that waits for the begin of something.
  package init() {}

  /// True when an ESC waits for what follows it: call `flush` after 50 ms without a byte.
  package var needsFlush: Bool {
    switch state {
    case .escape: true
    case .string: collected.isEmpty
    default: false
    }
  }

  /// No byte came for a while: a waiting ESC was the key of that name.
  package mutating func flush() -> [InputEvent] {
    switch state {
    case .escape:
      state = .lateEscape
      return [.press(.escape)]
    case .string where collected.isEmpty:
      // Alt-P and its like look like the begin of a string; no string will come.
      state = .ground
      return []
    default:
      return []
    }
  }

  /// Takes the next bytes and returns what they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: ground(byte, &events)
    case .character(let missing): continueCharacter(byte, missing: missing, &events)
    case .escape: afterEscape(byte, &events)
    case .lateEscape: afterLateEscape(byte, &events)
    case .control: inControl(byte, &events)
    case .singleShift: afterSingleShift(byte, &events)
    case .consoleFunction: afterConsolePrefix(byte, &events)
    case .string(let kind, let escaped): inString(byte, of: kind, escaped: escaped, &events)
    case .paste(let place): inPaste(byte, at: place, &events)
    // What is skipped has no control bytes in it.
    case .skip where byte < 0x20: ground(byte, &events)
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    }
  }

  private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
    state = .ground
    switch byte {
    case 0x1b:
      state = .escape
      isAlternate = false
    case 0..<0x20, 0x7f:
      isAlternate = false
      events.append(.press(KeyCode.control(byte)))
    case 0x20..<0x7f:
      press(Character(Unicode.Scalar(byte)), &events)
    case 0xc2..<0xe0: begin(byte, missing: 1)
    case 0xe0..<0xf0: begin(byte, missing: 2)
    case 0xf0..<0xf5: begin(byte, missing: 3)
    default: isAlternate = false
    }
  }

  private mutating func begin(_ byte: UInt8, missing: Int) {
    collected = [byte]
    state = .character(missing: missing)
  }

  private mutating func press(_ character: Character, _ events: inout [InputEvent]) {
    // SPACE counts whatever else is held: the hold must not depend on a stray Alt.
    if !isAlternate || character == " " { events.append(.press(.character(character))) }
    isAlternate = false
  }

  private mutating func continueCharacter(
    _ byte: UInt8, missing: Int, _ events: inout [InputEvent]
  ) {
    guard byte & 0xc0 == 0x80 else {
      isAlternate = false
      ground(byte, &events)
      return
    }
    collected.append(byte)
    guard missing == 1 else {
      state = .character(missing: missing - 1)
      return
    }
    state = .ground
    // Fails for surrogates and overlong forms.
    if let text = String(validating: collected, as: UTF8.self), let character = text.first {
      press(character, &events)
    }
    isAlternate = false
  }

  private mutating func afterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    collected = []
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .singleShift
    // DCS, OSC, APC, PM, SOS.
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string(byte, escaped: false)
    case 0x1b:
      events.append(.press(.escape))
    case 0..<0x20:
      events.append(.press(.escape))
      ground(byte, &events)
    default:
      isAlternate = true
      ground(byte, &events)
    }
  }

  private mutating func afterLateEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    collected = []
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .singleShift
    default: ground(byte, &events)
    }
  }

  private mutating func inControl(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty: state = .consoleFunction
    case UInt8(ascii: "M") where collected.isEmpty: state = .skip(3)  // X10 mouse report
    case 0x40...0x7e: finishControl(byte, &events)
    case 0x21..<0x40 where collected.count < Self.longestControl: collected.append(byte)
    case 0x21..<0x40: break
    // No answer has a blank in it; it is the key, and the end of the sequence was lost.
    default: ground(byte, &events)
    }
  }

  private mutating func finishControl(_ final: UInt8, _ events: inout [InputEvent]) {
    state = .ground
    guard collected.count < Self.longestControl else { return }
    let sequence = ControlSequence(parameters: collected, final: final)
    if sequence.beginsPaste {
      state = .paste(.text)
    } else {
      events += meaning(of: sequence)
    }
  }

  private mutating func meaning(of sequence: ControlSequence) -> [InputEvent] {
    if let record = sequence.keyRecord { return records.take(record) }
    return sequence.event.map { [$0] } ?? []
  }

  private mutating func afterSingleShift(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard (0x21...0x7e).contains(byte) else {
      ground(byte, &events)
      return
    }
    state = .ground
    // As `CSI R` it would be the cursor's place.
    let key = byte == UInt8(ascii: "R") ? .function(3) : KeyCode.letter(byte)
    if let key { events.append(.press(key)) }
  }

  private mutating func afterConsolePrefix(_ byte: UInt8, _ events: inout [InputEvent]) {
    state = .ground
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      events.append(.press(.function(Int(byte - UInt8(ascii: "A")) + 1)))
    case 0x21...0x7e: break
    default: ground(byte, &events)
    }
  }

  private mutating func inString(
    _ byte: UInt8, of kind: UInt8, escaped: Bool, _ events: inout [InputEvent]
  ) {
    switch byte {
    case UInt8(ascii: "\\") where escaped:
      state = .ground
      if let event = answer(of: kind) { events.append(event) }
    case 0x1b: state = .string(kind, escaped: true)
    // BEL ends OSC on many terminals.
    case 0x07:
      state = .ground
      if kind == UInt8(ascii: "]"), let event = answer(of: kind) { events.append(event) }
    case 0x09, 0x0a, 0x0d: state = .string(kind, escaped: false)
    // A control byte is not part of any string: the end was lost, and Ctrl-C must work.
    case 0..<0x20: ground(byte, &events)
    default:
      if escaped {
        // ESC and not ST: the string broke off and something new begins.
        afterEscape(byte, &events)
      } else if collected.count < Self.longestString {
        collected.append(byte)
      } else {
        state = .ground
      }
    }
  }

  /// What a string answers: a DCS of `> | name` is XTVERSION's, an OSC of 11 the background, an APC
  /// with `G` is about graphics.
  private func answer(of kind: UInt8) -> InputEvent? {
    guard collected.count <= Self.longestControl,
      let text = String(validating: collected, as: UTF8.self)
    else { return nil }
    switch kind {
    case UInt8(ascii: "P"):
      return text.hasPrefix(">|") ? .terminalName(String(text.dropFirst(2))) : nil
    case UInt8(ascii: "]"): return Ground(answer: text).map(InputEvent.ground)
    case UInt8(ascii: "_"): return graphicsAnswer(text)
    default: return nil
    }
  }

  /// `G i=number,… ; OK`, or an error in place of that.
  private func graphicsAnswer(_ text: String) -> InputEvent? {
    guard text.hasPrefix("G"), let end = text.firstIndex(of: ";") else { return nil }
    let keys = text[..<end].dropFirst().split(separator: ",")
    let number = keys.first { $0.hasPrefix("i=") }.flatMap { Int($0.dropFirst(2)) }
    return number.map { .graphics(picture: $0, isGood: text[end...] == ";OK") }
  }

  /// Throws text away until `CSI 201 ~` comes.
  ///
  /// Terminals take control bytes out of what is pasted, so a Ctrl-C, in whatever form, was typed:
  /// a way out should the end be lost.
  private mutating func inPaste(_ byte: UInt8, at place: InPaste, _ events: inout [InputEvent]) {
    switch (place, byte) {
    case (_, 0x03):
      events.append(.paste)
      ground(byte, &events)
    case (_, 0x1b):
      state = .paste(.escape)
    case (.escape, UInt8(ascii: "[")):
      collected = []
      state = .paste(.control)
    case (.control, 0x21..<0x40) where collected.count < Self.longestControl:
      collected.append(byte)
    case (.control, 0x40...0x7e):
      let sequence = ControlSequence(parameters: collected, final: byte)
      let found = meaning(of: sequence)
      if sequence.endsPaste {
        state = .ground
        events.append(.paste)
      } else if found.contains(.press(.control("c"))) || found.contains(.repeated(.control("c"))) {
        state = .ground
        events += [.paste] + found
      } else {
        state = .paste(.text)
      }
    default:
      state = .paste(.text)
    }
  }
}
