import Foundation
import Support

/// What a screen showed over time, as script(1) keeps it with `-T`: what was written, and how long
/// after the piece before.
struct Typescript {
  /// The screen's text after each piece, and when that came, in Unix seconds.
  private(set) var screens: [(instant: Double, text: String)] = []

  /// Reads `NAME.screen` and `NAME.times`; the first line that was written is the clock's.
  init(_ name: String, in folder: TempFolder, columns: Int, rows: Int) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("\(name).screen")))
    let times = try String(contentsOfFile: folder.file("\(name).times"), encoding: .utf8)
    // Before it stands a line of script's own.
    var rest = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    var screen = VTScreen(columns: columns, rows: rows)
    var (passed, began): (Double, Double?) = (0, nil)
    for line in times.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 2 else { continue }
      passed += numbers[0]
      screen.feed(rest.prefix(Int(numbers[1])))
      rest = rest.dropFirst(Int(numbers[1]))
      began = began ?? screen.lines.lazy.compactMap { Double($0) }.first.map { $0 - passed }
      if let began { screens.append((began + passed, screen.text)) }
    }
  }

  /// The text at an instant, in Unix seconds.
  func text(at instant: Double) -> String? { screens.last { $0.instant <= instant }?.text }
}
