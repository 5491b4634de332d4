import Screens
import Testing

private func events(_ text: String) -> [InputEvent] {
  var parser = InputParser()
  return parser.feed(text.utf8)
}

@Suite struct `the input parser` {
  /// Everything terminals were seen to send, with what it means.
  static let cases: [(bytes: String, events: [InputEvent])] = [
    (" ", [.press(.character(" "))]),
    ("sé", [.press(.character("s")), .press(.character("é"))]),
    ("録🎬", [.press(.character("録")), .press(.character("🎬"))]),
    ("\r\t\u{7f}\u{8}", [.press(.enter), .press(.tab), .press(.backspace), .press(.backspace)]),
    ("\u{3}\u{1a}", [.press(.control("c")), .press(.control("z"))]),
    // Cursor keys: plain, application mode, with modifiers, repeated and released.
    (
      "\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D",
      [.press(.up), .press(.down), .press(.right), .press(.left)]
    ),
    ("\u{1b}OA\u{1b}OH", [.press(.up), .press(.home)]),
    ("\u{1b}[1;5A\u{1b}[1;1:2B\u{1b}[1;129:3A", [.press(.up), .repeated(.down), .release(.up)]),
    (
      "\u{1b}[3~\u{1b}[5~\u{1b}[6;2~\u{1b}[1~",
      [.press(.delete), .press(.pageUp), .press(.pageDown), .press(.home)]
    ),
    // SPACE as kitty and foot send it, with locks on, with empty modifiers and text.
    ("\u{1b}[32u", [.press(.character(" "))]),
    (
      "\u{1b}[32;1:1u\u{1b}[32;1:2u\u{1b}[32;1:3u",
      [.press(.character(" ")), .repeated(.character(" ")), .release(.character(" "))]
    ),
    ("\u{1b}[32;129u\u{1b}[32;193:3u", [.press(.character(" ")), .release(.character(" "))]),
    ("\u{1b}[32;;32u", [.press(.character(" "))]),
    // The release comes while Alt is held.
    ("\u{1b}[32;3:3u", [.release(.character(" "))]),
    (
      "\u{1b}[99;5u\u{1b}[122;5u\u{1b}[99;133u",
      [.press(.control("c")), .press(.control("z")), .press(.control("c"))]
    ),
    (
      "\u{1b}[27u\u{1b}[13;1:3u\u{1b}[9u\u{1b}[127u",
      [.press(.escape), .release(.enter), .press(.tab), .press(.backspace)]
    ),
    (
      "\u{1b}[106:74;2u\u{1b}[106;2u\u{1b}[47:63;2:1u",
      [.press(.character("J")), .press(.character("J")), .press(.character("?"))]
    ),
    ("\u{1b}[57441;2u\u{1b}[57442;5:3u\u{1b}[57413u", [.press(.character("+"))]),
    ("\u{1b}[27;5;99~", [.press(.control("c"))]),
    // Answers and reports.
    (
      "\u{1b}[?0u\u{1b}[?62;c\u{1b}[?11u",
      [.keyboardFlags(0), .deviceAttributes([]), .keyboardFlags(11)]
    ),
    ("\u{1b}[I\u{1b}[O", [.focus(true), .focus(false)]),
    ("\u{1b}[O\u{1b}[32;1:3u", [.focus(false), .release(.character(" "))]),
    ("\u{1b}[200~s\u{1b}q\nd\u{1b}[201\u{1b}[201~u", [.paste, .press(.character("u"))]),
    // Swallowed whole.
    ("\u{1b}[>41;354;0c\u{1b}[12;40R\u{1b}[3n\u{1b}[?1$p\u{1b}[2$u", []),
    (
      "\u{1b}P1$r0m\u{1b}\\\u{1b}]10;rgb:0/0/0\u{7}\u{1b}]10;rgb:0/0/0\u{1b}\\\u{1b}_Xi=1;OK\u{1b}\\q",
      [.press(.character("q"))]
    ),
    // Mouse reports of older kinds; function keys, those of the Linux console as well.
    (
      "\u{1b}[M !!\u{1b}[32;10;5M\u{1b}[[Aq",
      [.press(.function(1)), .press(.character("q"))]
    ),
    ("\u{1b}[15~\u{1b}OP\u{1b}[Z\u{1b}[2~", [.press(.function(5)), .press(.function(1))]),
    (
      "\u{1b}OR\u{1b}[1;1:3S\u{1b}[24;1:2~\u{1b}[22~\u{1b}[[E\u{1b}[[Fq",
      [
        .press(.function(3)), .release(.function(4)), .repeated(.function(12)),
        .press(.function(5)), .press(.character("q")),
      ]
    ),
    ("\u{1b}s\u{1b}ü", []),
    // What gets lost on the way must not lock the keys.
    ("\u{1b}[32 ", [.press(.character(" "))]),
    ("\u{1b}P1$r\u{3}", [.press(.control("c"))]),
    ("\u{1b}[200~pasted\u{3}", [.paste, .press(.control("c"))]),
    ("\u{1b}[200~pasted\u{1b}[99;69u", [.paste, .press(.control("c"))]),
    ("\u{1b}[200~pasted\u{1b}[67;46;3;1;40;1_", [.paste, .press(.control("c"))]),
    ("\u{1b}[M\u{3}", [.press(.control("c"))]),
    ("\u{1b}\u{1b}[A", [.press(.escape), .press(.up)]),
    ("\u{1b}[99999999999999999999u\u{1b}[;;;u\u{1b}[:u", []),
  ]

  @Test(arguments: cases)
  func `understands what terminals send`(bytes: String, expected: [InputEvent]) {
    #expect(events(bytes) == expected)
  }

  @Test(arguments: cases)
  func `does not care where the bytes were split`(bytes: String, expected: [InputEvent]) {
    let bytes = Array(bytes.utf8)
    for split in 0...bytes.count {
      var parser = InputParser()
      #expect(parser.feed(bytes[..<split]) + parser.feed(bytes[split...]) == expected)
    }
    var parser = InputParser()
    #expect(bytes.flatMap { parser.feed([$0]) } == expected)
  }

  @Test func `gives ESC as a key once nothing follows`() {
    var parser = InputParser()
    #expect(parser.feed([0x1b]) == [])
    #expect(parser.needsFlush)
    #expect(parser.flush() == [.press(.escape)])
    #expect(!parser.needsFlush)
    #expect(parser.flush() == [])
    #expect(parser.feed("s".utf8) == [.press(.character("s"))])
  }

  @Test func `knows a release whose ESC came long before the rest`() {
    var parser = InputParser()
    _ = parser.feed([0x1b])
    _ = parser.flush()
    #expect(parser.feed("[32;1:3u".utf8) == [.release(.character(" "))])
  }

  @Test func `keeps waiting for the end of a sequence`() {
    var parser = InputParser()
    #expect(parser.feed("\u{1b}[32;1:".utf8) == [])
    #expect(!parser.needsFlush)
    #expect(parser.flush() == [])
    #expect(parser.feed("3u".utf8) == [.release(.character(" "))])
  }

  @Test func `is not held up by Alt-P`() {
    var parser = InputParser()
    #expect(parser.feed("\u{1b}P".utf8) == [])
    #expect(parser.needsFlush)
    #expect(parser.flush() == [])
    #expect(parser.feed(" ".utf8) == [.press(.character(" "))])
  }

  @Test func `refuses broken UTF-8 and goes on`() {
    var parser = InputParser()
    let bytes: [UInt8] = [0xff, 0xc3, 0x73, 0xed, 0xa0, 0x80, 0xe2, 0x82, 0x1b, 0x5b, 0x41, 0x80]
    #expect(parser.feed(bytes) == [.press(.character("s")), .press(.up)])
  }
}
