import Foundation
import Testing

@Suite struct `a golden file` {
  static let paths = SourceTree.paths(in: "Tests").filter { $0.contains("/Golden/") }

  /// Its name stands in a test, or a test makes it of parts that stand there.
  @Test(arguments: paths)
  func `is asked for by some test`(path: String) throws {
    let parts = path.split(separator: "/")
    let name = try #require(parts.last)
    let texts = SourceTree.tests.filter { $0.module == parts[1] }.map(\.text)
    let literals = texts.flatMap { $0.matches(of: /"([^"\n]*\.\w+)"/).map(\.output.1) }
    #expect(try literals.contains { try isMade(name, of: $0, words: texts) }, "\(path) is dead")
  }

  /// True when `name` fits the literal, and what fits its `\(…)` is a number or a word of the tests.
  private func isMade(
    _ name: Substring, of literal: Substring, words texts: [String]
  ) throws -> Bool {
    let pieces = literal.split(separator: /\\\([^)]*\)/, omittingEmptySubsequences: false)
    let pattern = pieces.map { NSRegularExpression.escapedPattern(for: String($0)) }
    guard let match = try name.wholeMatch(of: Regex(pattern.joined(separator: "(.+)"))) else {
      return false
    }
    return match.output.dropFirst().allSatisfy { part in
      let word = part.substring ?? ""
      return Int(word) != nil || texts.contains { $0.contains("\"\(word)\"") }
    }
  }

  @Test func `is told from a dead one`() throws {
    let texts = [#"("no-microphone", 1), ("ready", 2)"#]
    let literal = Substring(#"\(scene)-\(size.columns)x\(size.rows).txt"#)
    #expect(try isMade("ready-80x24.txt", of: literal, words: texts))
    #expect(try !isMade("gone-80x24.txt", of: literal, words: texts))
    #expect(try !isMade("ready-80xtwo.txt", of: literal, words: texts))
    #expect(try isMade("help.txt", of: "help.txt", words: texts))
    #expect(try !isMade("helps.txt", of: "help.txt", words: texts))
    #expect(try isMade("ascii-ready-80x24.txt", of: #"ascii-\(scene)-80x24.txt"#, words: texts))
  }
}
