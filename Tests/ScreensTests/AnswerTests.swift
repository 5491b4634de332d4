import Screens
import Testing
import Units

@Suite struct `what a terminal tells` {
  static let cases: [(bytes: String, events: [InputEvent])] = [
    // The mouse: press, release anywhere, with Shift and Ctrl, side buttons.
    (
      "\u{1b}[<0;10;5M\u{1b}[<0;1;1m",
      [
        .mouse(Mouse(.press, button: 0, column: 9, row: 4)),
        .mouse(Mouse(.release, button: 0, column: 0, row: 0)),
      ]
    ),
    (
      "\u{1b}[<22;300;200M\u{1b}[<128;2;3m",
      [
        .mouse(Mouse(.press, button: 2, column: 299, row: 199)),
        .mouse(Mouse(.release, button: 8, column: 1, row: 2)),
      ]
    ),
    // Movement and the wheel are no presses.
    (
      "\u{1b}[<32;2;2M\u{1b}[<35;2;2M\u{1b}[<64;2;2M\u{1b}[<65;2;2M",
      [
        .mouse(Mouse(.move, button: 0, column: 1, row: 1)),
        .mouse(Mouse(.move, button: 3, column: 1, row: 1)),
        .mouse(Mouse(.wheel, button: 0, column: 1, row: 1)),
        .mouse(Mouse(.wheel, button: 1, column: 1, row: 1)),
      ]
    ),
    ("\u{1b}[<0;0;5M\u{1b}[<0;5M\u{1b}[<M\u{1b}[<1u", []),
    // DECRQM: unknown, set, reset, for good; nonsense.
    (
      "\u{1b}[?9001;0$y\u{1b}[?2026;1$y\u{1b}[?2026;2$y\u{1b}[?9001;4$y\u{1b}[?1;9$y\u{1b}[?1;2y",
      [
        .modeReport(mode: 9001, .unknown), .modeReport(mode: 2026, .set),
        .modeReport(mode: 2026, .reset), .modeReport(mode: 9001, .alwaysReset),
      ]
    ),
    // Kitty graphics: good, refused with a sentence, of nothing; another APC.
    (
      "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}_Gi=32,p=1;ENOENT:no; such file\u{1b}\\\u{1b}_G;OK\u{1b}\\"
        + "\u{1b}_Xi=31;OK\u{1b}\\\u{1b}_Gi=33\u{1b}\\",
      [.graphics(picture: 31, isGood: true), .graphics(picture: 32, isGood: false)]
    ),
    // Pixels of a cell, of the window, of nothing; colours of sixel graphics, refused.
    (
      "\u{1b}[6;20;10t\u{1b}[4;700;1000t\u{1b}[6;0;10t\u{1b}[6t\u{1b}[?1;0;256S\u{1b}[?1;3;0S",
      [.cellPixels(PixelSize(width: 10, height: 20)), .sixelColours(256)]
    ),
    // XTVERSION, DA1, DSR.
    (
      "\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}P>|tmux 3.3a\u{1b}\\\u{1b}P>|\u{1b}\\",
      [.terminalName("XTerm(379)"), .terminalName("tmux 3.3a"), .terminalName("")]
    ),
    (
      "\u{1b}[?64;1;2;4;22c\u{1b}[?6c\u{1b}[0n",
      [.deviceAttributes([1, 2, 4, 22]), .deviceAttributes([]), .statusReport]
    ),
    // The background, with as many digits as the terminal likes, ended by ST or BEL.
    (
      "\u{1b}]11;rgb:ffff/ffff/dddd\u{1b}\\\u{1b}]11;rgb:1e/1e/1e\u{7}\u{1b}]11;rgba:f/8/f/0\u{7}",
      [.ground(.light), .ground(.dark), .ground(.light)]
    ),
    (
      "\u{1b}]10;rgb:ffff/ffff/ffff\u{7}\u{1b}]11;rgb:ff/ff\u{7}\u{1b}]11;#ffffff\u{7}"
        + "\u{1b}]11;rgb:ff/ff/fg\u{7}\u{1b}]11;rgb:fffff/ff/ff\u{7}\u{1b}]11;rgb:\u{1b}\\", []
    ),
    // Ended by what does not end it.
    ("\u{1b}P>|foot\u{7}\u{1b}]>|foot\u{1b}\\", []),
  ]

  @Test(arguments: cases)
  func `is understood, split anywhere`(bytes: String, expected: [InputEvent]) {
    let bytes = Array(bytes.utf8)
    for split in 0...bytes.count {
      var parser = InputParser()
      #expect(parser.feed(bytes[..<split]) + parser.feed(bytes[split...]) == expected)
    }
  }
}
