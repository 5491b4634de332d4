/// Measures and fits text in terminal cells.
package enum TextWidth {
  /// Cells that `character` takes: 0 for a lone combining mark, 2 for East Asian wide characters
  /// and emoji (Unicode Standard Annex 11, W and F), otherwise 1.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isEmoji = first.properties.isEmojiPresentation || hasEmojiSelector(character)
    return isEmoji || isWide(first.value) ? 2 : 1
  }

  /// Cells that `text` takes.
  package static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// `text` shortened to `width` cells; the cut shows as `mark`.
  package static func fitted(_ text: String, to width: Int, mark: String) -> String {
    guard of(text) > width else { return text }
    let room = width - of(mark)
    guard room > 0 else { return prefix(of: text, width: width) }
    return prefix(of: text, width: room) + mark
  }

  /// `text` in lines of at most `width` cells, broken at spaces where there are any.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var rest = Substring(text)
    while of(rest) > width {
      let head = prefix(of: rest, width: width)
      // A character wider than the whole line would never go away.
      guard !head.isEmpty else { return lines }
      let breaksAtSpace = rest.dropFirst(head.count).first == " "
      let line = breaksAtSpace ? head : head.lastIndex(of: " ").map { String(head[..<$0]) } ?? head
      lines.append(line)
      rest = rest.dropFirst(line.count)
      while rest.first == " " { rest.removeFirst() }
    }
    return rest.isEmpty ? lines : lines + [String(rest)]
  }

  /// `text` with blanks before it, so that columns of numbers line up.
  package static func rightAligned(_ text: String, in width: Int) -> String {
    String(repeating: " ", count: max(0, width - of(text))) + text
  }

  private static func prefix(of text: some StringProtocol, width: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += of(character)
        return used <= width
      })
  }

  private static func hasEmojiSelector(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.value == 0xfe0f }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xa000...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff,
      0x20000...0x3fffd:
      true
    default: false
    }
  }
}
