/// The help text, made from the tables of commands and options.
package enum HelpText {
  /// The program's version.
  package static let version = "0.1.0"

  /// What `--help` prints.
  package static var text: String {
    var lines = [
      "rushes: hold SPACE to record a take, let go to pause, save them as one movie.", "",
    ]
    let width = Command.allCases.map(\.usage.count).max() ?? 0
    for command in Command.allCases {
      lines.append("  \(padded(command.usage, width))  \(command.summary)")
    }
    let groups: [(String, [OptionRow])] = [
      ("Sources", OptionTable.sources), ("Movie", OptionTable.movie),
      ("Without a terminal", OptionTable.unattended), ("Recorder", OptionTable.recorder),
      ("General", OptionTable.output),
    ]
    for (title, rows) in groups {
      lines += ["", "\(title):"]
      for row in rows { lines.append("  \(padded(written(row), 22))  \(row.summary)") }
    }
    lines.append("  \(padded("-h, --help", 22))  this text")
    lines.append("  \(padded("-V, --version", 22))  the version")
    lines += [
      "", "Examples:",
      "  rushes --limit 60s",
      "  rushes --camera /dev/video2 --mic none --size 1920x1080 -o demo.mp4",
      "  rushes record --take 2s --take 1s --gap 0.5s -o two.mov --json",
      "", "Exit codes: 0 done, 1 failed, 2 usage, 3 no such device or no access,",
      "4 no terminal, 5 no space, 130 interrupted.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func written(_ row: OptionRow) -> String {
    let letter = row.letter.map { "-\($0), " } ?? "    "
    return letter + "--\(row.name)" + (row.argument.map { " \($0)" } ?? "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
