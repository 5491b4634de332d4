import Recording
import Testing

@testable import Settings

@Suite struct `the help text` {
  private let lines = HelpText.text.split(separator: "\n", omittingEmptySubsequences: false)

  @Test func `looks as agreed`() { expectGolden(HelpText.text, "help.txt") }

  @Test func `fits into eighty columns`() {
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test func `explains every command and option in one column`() throws {
    // Behind the widest entry two spaces, then what it does; all others begin there too.
    let column = try #require(lines.first { $0.contains("rushes devices") }?.column(of: "cameras"))
    let summaries =
      Command.allCases.map { ($0.usage, $0.summary) }
      + OptionTable.rows.map { ("--\($0.name)", $0.summary) }
      + [("--help", "this text"), ("--version", "the version")]
    for (entry, summary) in summaries {
      let line = try #require(
        lines.first { $0.dropFirst(column) == summary && $0.contains(entry) },
        "\(entry) is not explained in column \(column)")
      #expect(line.prefix(column).hasSuffix("  "), "no room behind \(entry)")
    }
  }

  @Test func `lists every transition`() {
    let words = Set(HelpText.text.split { $0.isWhitespace }.map(String.init))
    #expect(Transition.Kind.allCases.filter { !words.contains($0.name) } == [])
  }

  @Test func `shows every letter`() {
    for row in OptionTable.rows {
      guard let letter = row.letter else { continue }
      #expect(lines.contains { $0.hasPrefix("  -\(letter), --\(row.name)") })
    }
  }

  @Test func `gives no two options the same letter or name`() {
    let letters = OptionTable.rows.compactMap(\.letter) + ["h", "V"]
    let names = OptionTable.rows.map(\.name) + ["help", "version"]
    #expect(Set(letters).count == letters.count)
    #expect(Set(names).count == names.count)
  }
}

extension Substring {
  /// Characters before the first `text`; nil when it is not there.
  fileprivate func column(of text: String) -> Int? {
    firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
  }
}
