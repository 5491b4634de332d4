import Screens
import Testing

/// win32-input-mode writes `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.
@Suite struct `a key record of win32-input-mode` {
  private static let space = Key.character(" ")

  /// Records as Windows Terminal sends them, with what they mean.
  static let cases: [(bytes: String, events: [InputEvent])] = [
    // SPACE held, as a second and a third key-down, and let go.
    (
      "\u{1b}[32;57;32;1;0;1_\u{1b}[32;57;32;1;0;1_\u{1b}[32;57;32;1;0;1_\u{1b}[32;57;32;0;0;1_",
      [.press(space), .repeated(space), .repeated(space), .release(space)]
    ),
    // Numbers left out.
    ("\u{1b}[32;57;32;1_\u{1b}[32;;32_", [.press(space), .release(space)]),
    // Repeats in one record.
    (
      "\u{1b}[74;36;106;1;0;3_",
      [.press(.character("j")), .repeated(.character("j")), .repeated(.character("j"))]
    ),
    // Letters, shifted; Shift is let go first.
    (
      "\u{1b}[16;42;0;1;16;1_\u{1b}[74;36;74;1;16;1_\u{1b}[16;42;0;0;0;1_\u{1b}[74;36;106;0;0;1_",
      [.press(.character("J")), .release(.character("J"))]
    ),
    ("\u{1b}[191;53;63;1;16;1_", [.press(.character("?"))]),
    (
      "\u{1b}[107;78;43;1;32;1_\u{1b}[109;74;45;1;32;1_",
      [
        .press(.character("+")), .press(.character("-")),
      ]
    ),
    ("\u{1b}[222;40;228;1;0;1_", [.press(.character("ä"))]),
    // Control keys, left and right; a layout whose letters are not Latin.
    (
      "\u{1b}[17;29;0;1;8;1_\u{1b}[67;46;3;1;8;1_\u{1b}[90;44;26;1;4;1_\u{1b}[76;38;0;1;8;1_",
      [.press(.control("c")), .press(.control("z")), .press(.control("l"))]
    ),
    // AltGr is left Ctrl and right Alt: { on a German keyboard, € as well; nothing where it types
    // nothing.
    (
      "\u{1b}[17;29;0;1;8;1_\u{1b}[18;56;0;1;265;1_\u{1b}[55;8;123;1;9;1_\u{1b}[69;18;8364;1;9;1_",
      [.press(.character("{")), .press(.character("€"))]
    ),
    ("\u{1b}[65;30;0;1;9;1_\u{1b}[83;31;115;1;2;1_\u{1b}[83;31;115;0;2;1_", []),
    // Named keys, grey ones marked as such.
    (
      "\u{1b}[13;28;13;1;0;1_\u{1b}[27;1;27;1;0;1_\u{1b}[9;15;9;1;0;1_\u{1b}[8;14;8;1;0;1_",
      [.press(.enter), .press(.escape), .press(.tab), .press(.backspace)]
    ),
    (
      "\u{1b}[37;75;0;1;256;1_\u{1b}[38;72;0;1;256;1_\u{1b}[39;77;0;1;256;1_\u{1b}[40;80;0;1;256;1_",
      [.press(.left), .press(.up), .press(.right), .press(.down)]
    ),
    (
      "\u{1b}[36;71;0;1;256;1_\u{1b}[35;79;0;1;256;1_\u{1b}[33;73;0;1;256;1_\u{1b}[34;81;0;1;256;1_",
      [.press(.home), .press(.end), .press(.pageUp), .press(.pageDown)]
    ),
    ("\u{1b}[46;83;0;1;256;1_", [.press(.delete)]),
    // The Enter that started the program comes up.
    ("\u{1b}[13;28;13;0;0;1_", [.release(.enter)]),
    // Text that no key types: the halves of an emoji, each with its key-up.
    (
      "\u{1b}[231;0;55356;1;0;1_\u{1b}[231;0;55356;0;0;1_\u{1b}[231;0;57260;1;0;1_\u{1b}[231;0;57260;0;0;1_",
      [.press(.character("🎬")), .release(.character("🎬"))]
    ),
    ("\u{1b}[0;0;55356;1_\u{1b}[0;0;57260;1_", [.press(.character("🎬"))]),
    (
      "\u{1b}[0;0;57260;1_\u{1b}[0;0;55356;1_\u{1b}[83;31;115;1_\u{1b}[0;0;57260;1_",
      [
        .press(.character("s"))
      ]
    ),
    (
      "\u{1b}[112;59;0;1;0;1_\u{1b}[119;66;0;0;0;1_\u{1b}[123;88;0;1;32;1_",
      [.press(.function(1)), .release(.function(8)), .press(.function(12))]
    ),
    // Bare modifiers and locks; numbers that are none.
    (
      "\u{1b}[16;42;0;1;16;1_\u{1b}[17;29;0;1;8;1_\u{1b}[18;56;0;1;2;1_\u{1b}[20;58;0;1;128;1_",
      []
    ),
    ("\u{1b}[144;69;0;1;32;1_\u{1b}[145;70;0;1;64;1_\u{1b}[91;91;0;1;256;1_", []),
    ("\u{1b}[124;100;0;1;0;1_\u{1b}[999;0;97;1_\u{1b}[65;30;70000;1_\u{1b}[?65;30;97;1_", []),
  ]

  @Test(arguments: cases)
  func `means what the keyboard says`(bytes: String, expected: [InputEvent]) {
    var parser = InputParser()
    #expect(parser.feed(bytes.utf8) == expected)
  }

  @Test(arguments: cases)
  func `may be split anywhere`(bytes: String, expected: [InputEvent]) {
    let bytes = Array(bytes.utf8)
    for split in 0...bytes.count {
      var parser = InputParser()
      #expect(parser.feed(bytes[..<split]) + parser.feed(bytes[split...]) == expected)
    }
  }

  /// Num lock 32, scroll lock 64, caps lock 128, in every state.
  @Test(arguments: [0, 32, 64, 96, 128, 160, 192, 224])
  func `is read alike whatever locks are on`(locks: Int) {
    var parser = InputParser()
    let bytes =
      "\u{1b}[32;57;32;1;\(locks);1_\u{1b}[32;57;32;1;\(locks);1_\u{1b}[32;57;32;0;\(locks);1_"
      + "\u{1b}[67;46;3;1;\(locks + 8);1_\u{1b}[38;72;0;1;\(locks + 256);1_"
      + "\u{1b}[55;8;123;1;\(locks + 9);1_"
    #expect(
      parser.feed(bytes.utf8) == [
        .press(Self.space), .repeated(Self.space), .release(Self.space), .press(.control("c")),
        .press(.up), .press(.character("{")),
      ])
  }
}

extension `the input parser` {
  /// Caps lock 64, num lock 128; the parameter is one more than the bits.
  @Test(arguments: [0, 64, 128, 192])
  func `reads kitty's keys alike whatever locks are on`(locks: Int) {
    var parser = InputParser()
    let plain = 1 + locks
    let control = 1 + locks + 4
    let bytes =
      "\u{1b}[32;\(plain)u\u{1b}[32;\(plain):2u\u{1b}[32;\(plain):3u"
      + "\u{1b}[99;\(control)u\u{1b}[99;\(control):2u\u{1b}[99;\(control):3u"
      + "\u{1b}[115;\(plain):1u\u{1b}[1;\(plain):2A\u{1b}[3;\(plain):3~"
    let (space, c) = (Key.character(" "), Key.control("c"))
    #expect(
      parser.feed(bytes.utf8) == [
        .press(space), .repeated(space), .release(space), .press(c), .repeated(c), .release(c),
        .press(.character("s")), .repeated(.up), .release(.delete),
      ])
  }
}
