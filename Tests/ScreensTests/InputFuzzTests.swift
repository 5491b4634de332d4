import Screens
import Support
import Testing

extension `the input parser` {
  /// Pieces of everything terminals send, whole and broken off.
  private static let fragments: [[UInt8]] =
    [
      "\u{1b}", "\u{1b}[", "\u{1b}O", "\u{1b}P", "\u{1b}]", "\u{1b}_", "\u{1b}\\", "\u{7}", "\u{3}",
      "\u{1b}[200~", "\u{1b}[201~", "\u{1b}[201", "\u{1b}[<0;10;5M", "\u{1b}[<64;1;1M", "\u{1b}[<",
      "\u{1b}[M", "\u{1b}[[", "\u{1b}[32;1:3u", "\u{1b}[32;129:2u", "\u{1b}[99;5u", "\u{1b}[?3u",
      "\u{1b}[32;57;32;1;0;1_", "\u{1b}[32;57;32;0;128;1_", "\u{1b}[231;0;55356;1;0;1_",
      "\u{1b}[231;0;57260;1;0;1_", "\u{1b}[65;30;97;1;0;99999_", "\u{1b}[;;_", "\u{1b}[?9001;2$y",
      "\u{1b}P>|kitty(0.26.5)", "\u{1b}Ptmux;", "\u{1b}[?62;4;22c", "\u{1b}[0n", "\u{1b}[I", "32",
      "9999999999", ";", ":", "$", "<", "?", " ", "u", "~", "_", "y", "s", "é", "録", "🎬", "\r",
    ].map { Array($0.utf8) } + [[0xc3], [0xe2, 0x82], [0xf0, 0x9f], [0x80], [0xff]]

  private static func bytes(seed: UInt64) -> [UInt8] {
    var random = SeededNumbers(seed: seed)
    return (0..<Int(random.next() % 10 + 1)).flatMap { _ -> [UInt8] in
      random.next() % 12 == 0
        ? [UInt8(truncatingIfNeeded: random.next())]
        : fragments.randomElement(using: &random) ?? []
    }
  }

  /// Every form in which a terminal may send Ctrl-C.
  private static let waysOut = ["\u{3}", "\u{1b}[99;5u", "\u{1b}[67;46;3;1;8;1_"]

  @Test func `takes any bytes, split anywhere, and lets Ctrl-C through`() {
    var wrong: [UInt64] = []
    for seed in Torture.seeds(usual: 100_000) {
      let bytes = Self.bytes(seed: seed)
      var whole = InputParser()
      let expected = whole.feed(bytes)
      var random = SeededNumbers(seed: seed + 1)
      var pieces = InputParser()
      var found: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int(random.next() % 5) + 1
        found += pieces.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      if found != expected { wrong.append(seed) }
      // Whatever came before. Held down already, it repeats.
      let last = whole.feed(Self.waysOut[Int(seed) % Self.waysOut.count].utf8).last
      if last != .press(.control("c")), last != .repeated(.control("c")) { wrong.append(seed) }
      if whole.feed("s".utf8) != [.press(.character("s"))] { wrong.append(seed) }
    }
    #expect(wrong == [])
  }

  @Test func `is not filled up by a sequence without an end`() {
    var parser = InputParser()
    #expect(parser.feed(("\u{1b}[" + String(repeating: "9", count: 100_000)).utf8) == [])
    #expect(parser.feed("u \u{1b}P".utf8) == [.press(.character(" "))])
    #expect(parser.feed(String(repeating: "x", count: 65_537).utf8) == [])
    #expect(parser.feed("s".utf8) == [.press(.character("s"))])
  }
}
