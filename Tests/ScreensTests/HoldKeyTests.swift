import Recording
import Screens
import Testing

@Suite struct `the hold key` {
  @Test func `is what its name says, in either case`() throws {
    let names: [(String, Key)] = [
      ("space", .character(" ")), ("b", .character("b")), ("b", .character("B")),
      ("PageDown", .pageDown), ("F1", .function(1)), ("f12", .function(12)), ("é", .character("É")),
    ]
    for (name, key) in names {
      #expect(try #require(HoldKey(parsing: name)).is(key), "\(name)")
    }
    for name in ["", "  ", " ", "spacebar", "f0", "f13", "ab", "\u{7}"] {
      #expect(HoldKey(parsing: name) == nil, "'\(name)'")
    }
  }

  @Test func `is no other key`() {
    for key in HoldKey.Name.allCases.map(HoldKey.named) + [.space, .character("b")] {
      let same = Self.keys.filter(key.is)
      #expect(same.count == 1, "\(key.label) is \(same)")
    }
  }

  private static let keys: [Key] =
    [
      .character(" "), .character("b"), .character("c"), .control("b"), .enter, .escape,
      .backspace, .tab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .delete,
    ] + (1...12).map(Key.function)
}
