/// One CSI sequence a program wrote.
package struct VTSequence: Sendable, Hashable {
  /// `<`, `=`, `>` or `?`.
  package var marker: Character?
  /// The numbers; nil where one is left out.
  package var numbers: [Int?] = []
  /// Bytes between the numbers and the final one, such as `!` and `$`.
  package var intermediates = ""
  /// What it does.
  package var final: Character = "m"

  /// The number at `index`, nil when it is left out.
  package func number(_ index: Int) -> Int? {
    index < numbers.count ? numbers[index] : nil
  }
}

/// Cuts what a program writes to a terminal into characters and commands.
struct VTParser: Sendable {
  enum Token: Sendable {
    case print(Character)
    case control(UInt8)
    case escape([UInt8])
    case sequence(VTSequence)
    /// What stands in a device control string.
    case deviceControl([UInt8])
    /// What stands in an operating system command, and in an application program command.
    case systemCommand([UInt8]), application([UInt8])
  }

  private enum State: Sendable {
    case ground, escape, sequence, string
    case character(missing: Int)
  }

  private var state = State.ground
  private var collected: [UInt8] = []
  /// The byte behind ESC that began a string.
  private var kind: UInt8 = 0

  /// Takes a byte; returns what it completes.
  mutating func take(_ byte: UInt8) -> Token? {
    switch state {
    case .ground: return ground(byte)
    case .character(let missing): return character(byte, missing: missing)
    case .escape: return escape(byte)
    case .sequence: return sequence(byte)
    case .string: return string(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Token? {
    collected = [byte]
    switch byte {
    case 0x1b:
      collected = []
      state = .escape
    case 0..<0x20, 0x7f: return .control(byte)
    case 0xc0..<0xe0: state = .character(missing: 1)
    case 0xe0..<0xf0: state = .character(missing: 2)
    case 0xf0..<0xf8: state = .character(missing: 3)
    default: return .print(Character(Unicode.Scalar(byte)))
    }
    return nil
  }

  private mutating func character(_ byte: UInt8, missing: Int) -> Token? {
    collected.append(byte)
    guard missing == 1 else {
      state = .character(missing: missing - 1)
      return nil
    }
    state = .ground
    return .print(String(decoding: collected, as: UTF8.self).first ?? "?")
  }

  private mutating func escape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"):
      state = .string
      kind = byte
    // ESC ( B and its like have one byte more.
    case 0x20..<0x30: collected.append(byte)
    default:
      state = .ground
      return .escape(collected + [byte])
    }
    return nil
  }

  private mutating func sequence(_ byte: UInt8) -> Token? {
    guard byte >= 0x40 else {
      collected.append(byte)
      return nil
    }
    state = .ground
    var sequence = VTSequence(final: Character(Unicode.Scalar(byte)))
    var numbers = ""
    for byte in collected {
      switch byte {
      case 0x30...0x3b: numbers.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x3c...0x3f: sequence.marker = Character(Unicode.Scalar(byte))
      default: sequence.intermediates.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    sequence.numbers = numbers.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) }
    return .sequence(sequence)
  }

  private mutating func string(_ byte: UInt8) -> Token? {
    // BEL, or the backslash of ST.
    guard byte == 0x07 || (byte == UInt8(ascii: "\\") && collected.last == 0x1b) else {
      collected.append(byte)
      return nil
    }
    state = .ground
    if byte != 0x07 { collected.removeLast() }
    switch kind {
    case UInt8(ascii: "P"): return .deviceControl(collected)
    case UInt8(ascii: "]"): return .systemCommand(collected)
    default: return .application(collected)
    }
  }
}
