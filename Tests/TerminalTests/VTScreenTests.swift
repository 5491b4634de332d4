import Support
import Testing

private func screen(_ bytes: String, columns: Int = 10, rows: Int = 4) -> VTScreen {
  var screen = VTScreen(columns: columns, rows: rows)
  screen.feed(bytes.utf8)
  return screen
}

@Suite struct `the model of a terminal` {
  @Test(arguments: [
    ("ab\r\ncd", ["ab", "cd", "", ""]),
    ("0123456789X", ["0123456789", "X", "", ""]),
    ("0123456789\rX", ["X123456789", "", "", ""]),
    ("\u{1b}[3;2Hx\u{1b}[dy\u{1b}[6Gz", ["  y  z", "", " x", ""]),
    ("abcdef\u{1b}[3G\u{1b}[2Pg", ["abgf", "", "", ""]),
    ("abcdef\u{1b}[3G\u{1b}[2@g", ["abg cdef", "", "", ""]),
    ("abcdef\u{1b}[3G\u{1b}[2X", ["ab  ef", "", "", ""]),
    ("abcdef\u{1b}[3G\u{1b}[K", ["ab", "", "", ""]),
    ("abcdef\u{1b}[3G\u{1b}[1K", ["   def", "", "", ""]),
    ("a\u{1b}[5bc", ["aaaaaac", "", "", ""]),
    ("1\r\n2\r\n3\r\n4\u{1b}[2;3r\u{1b}[3H\n5", ["1", "3", "5", "4"]),
    ("1\r\n2\r\n3\r\n4\u{1b}[2H\u{1b}[L5", ["1", "5", "2", "3"]),
    ("1\r\n2\r\n3\r\n4\u{1b}[2H\u{1b}[M5", ["1", "5", "4", ""]),
    ("1\r\n2\u{1b}[H\u{1b}M0", ["0", "1", "2", ""]),
    ("1\r\n2\r\n3\r\n4\u{1b}[2;1H\u{1b}[J", ["1", "", "", ""]),
    ("漢字x\u{1b}[1;31;48;5;9m!", ["漢字x!", "", "", ""]),
    ("ab\u{1b}(B\u{1b}]0;title\u{7}\u{1b}P+q\u{1b}\\c", ["abc", "", "", ""]),
    ("main\u{1b}[?1049h\u{1b}[Hother\u{1b}[?1049l!", ["main!", "", "", ""]),
  ])
  func `draws as xterm does`(bytes: String, lines: [String]) {
    #expect(screen(bytes).lines == lines)
  }

  @Test func `keeps the questions and the modes`() {
    let screen = screen("\u{1b}[?1049h\u{1b}[>3u\u{1b}[?u\u{1b}[c\u{1b}[?1004h\u{1b}[?25l")
    #expect(screen.questions == [.keyboardFlags(3), .deviceAttributes])
    #expect(screen.modes.reportsFocus && !screen.modes.isCursorVisible)
    #expect(screen.modes.isAlternateScreen && screen.sawAlternateScreen)
  }
}
