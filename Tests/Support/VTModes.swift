/// What a program has set on the terminal and must put back.
package struct VTModes: Sendable, Hashable {
  /// Modes of `CSI ? n h` that are on, except the two below.
  package var on: Set<Int> = []
  /// True while the cursor shows.
  package var isCursorVisible = true
  /// True while a full line goes on in the next one (mode 7).
  package var wrapsLines = true
  /// True in insert mode (IRM).
  package var insertsCharacters = false
  /// Kitty keyboard flags of the main screen, the last one in force.
  package var mainFlags: [Int] = []
  /// The same of the alternate screen, which has a stack of its own.
  package var alternateFlags: [Int] = []

  /// True on the alternate screen.
  package var isAlternateScreen: Bool { !on.isDisjoint(with: [47, 1047, 1049]) }
  /// True when focus changes are reported.
  package var reportsFocus: Bool { on.contains(1004) }
  /// True when pasted text comes in brackets.
  package var bracketsPaste: Bool { on.contains(2004) }
  /// Kitty keyboard flags in force.
  package var keyboardFlags: Int { (isAlternateScreen ? alternateFlags : mainFlags).last ?? 0 }

  mutating func apply(_ change: VTModeChange) {
    switch change {
    case .set(let mode, let isOn):
      if mode == 25 {
        isCursorVisible = isOn
      } else if mode == 7 {
        wrapsLines = isOn
      } else if isOn {
        on.insert(mode)
      } else {
        on.remove(mode)
      }
    case .insert(let isOn): insertsCharacters = isOn
    case .pushFlags(let flags): withFlags { $0.append(flags) }
    case .popFlags(let count): withFlags { $0.removeLast(min(count, $0.count)) }
    }
  }

  private mutating func withFlags(_ change: (inout [Int]) -> Void) {
    if isAlternateScreen { change(&alternateFlags) } else { change(&mainFlags) }
  }
}

/// A sequence that changes a mode.
enum VTModeChange {
  /// `CSI ? n h` and `l`.
  case set(Int, Bool)
  /// `CSI 4 h` and `l` (IRM).
  case insert(Bool)
  /// `CSI > flags u`.
  case pushFlags(Int)
  /// `CSI < n u`.
  case popFlags(Int)

  init?(_ sequence: VTSequence) {
    switch (sequence.marker, sequence.final) {
    case ("?", "h"), ("?", "l"):
      guard let mode = sequence.number(0) else { return nil }
      self = .set(mode, sequence.final == "h")
    case (nil, "h") where sequence.number(0) == 4: self = .insert(true)
    case (nil, "l") where sequence.number(0) == 4: self = .insert(false)
    case (">", "u"): self = .pushFlags(sequence.number(0) ?? 0)
    case ("<", "u"): self = .popFlags(sequence.number(0) ?? 1)
    default: return nil
    }
  }
}

/// A question to the terminal.
package enum VTQuestion: Sendable, Hashable {
  /// `CSI c` (DA1).
  case deviceAttributes
  /// `CSI ? u`, with the flags in force when it was asked.
  case keyboardFlags(Int)
  /// `CSI ? mode $ p` (DECRQM), and whether the mode is on.
  case mode(Int, isOn: Bool)
  /// `CSI > q` (XTVERSION).
  case name
  /// `CSI 5 n`: still there?
  case status
  /// `CSI 6 n`, with the place of the cursor counted from 1.
  case cursorPosition(column: Int, row: Int)
  /// `CSI 16 t`: pixels of a cell.
  case cellPixels
  /// `CSI ? 1 ; 1 ; 0 S` (XTSMGRAPHICS): colours of sixel graphics.
  case sixelColours
  /// Kitty graphics, `a=q`: can the picture of this number be shown?
  case graphics(Int, isReadable: Bool)

  init?(_ sequence: VTSequence, modes: VTModes, cursor: (column: Int, row: Int)) {
    switch (sequence.marker, sequence.final, sequence.number(0) ?? 0) {
    case ("?", "p", let mode) where sequence.intermediates == "$":
      self = .mode(mode, isOn: modes.on.contains(mode))
    case (">", "q", _): self = .name
    case (nil, "c", 0): self = .deviceAttributes
    case ("?", "u", _): self = .keyboardFlags(modes.keyboardFlags)
    case (nil, "t", 16): self = .cellPixels
    case ("?", "S", 1): self = .sixelColours
    case (nil, "n", 5): self = .status
    case (nil, "n", 6): self = .cursorPosition(column: cursor.column + 1, row: cursor.row + 1)
    default: return nil
    }
  }
}
