import Recording

/// The help text, made from the tables of commands and options.
package enum HelpText {
  /// The program's version.
  package static let version = "0.1.0"

  /// What `--help` prints.
  package static var text: String {
    var lines = [
      "rushes: hold SPACE to record a take, let go to pause, save them as one movie.", "",
    ]
    let groups: [(title: String, rows: [(String, String)])] = [
      ("", Command.allCases.map { ($0.usage, $0.summary) }),
      ("Sources:", OptionTable.sources.map(line(for:))),
      ("Movie (.mp4, .mov or .mkv):", OptionTable.movie.map(line(for:))),
      ("Live photos (NAME.mov or .mp4 with NAME.jpg):", OptionTable.live.map(line(for:))),
      ("Without a terminal:", OptionTable.unattended.map(line(for:))),
      ("Recorder:", OptionTable.recorder.map(line(for:))),
      (
        "Commands for a running recorder (rushes ctl):",
        ControlCommand.allCases.map { ("    \($0.rawValue)", $0.summary) }
          + OptionTable.control.map(line(for:))
      ),
      (
        "General:",
        OptionTable.output.map(line(for:)) + [
          ("-h, --help", "this text"), ("-V, --version", "the version"),
        ]
      ),
    ]
    let width = groups.flatMap(\.rows).map(\.0.count).max() ?? 0
    for (title, rows) in groups {
      if !title.isEmpty { lines += ["", title] }
      for (left, right) in rows { lines.append("  \(padded(left, width))  \(right)") }
    }
    lines += ["", "Transitions: one for all joins, or one for each in order, 1s long unless said:"]
    lines += wrapped(["none"] + Transition.Kind.allCases.map(\.name))
    lines += [
      "", "Examples:",
      "  rushes --limit 60s",
      "  rushes --camera /dev/video2 --mic none --size 1920x1080 -o demo.mp4",
      "  rushes record --take 2s --take 1s --gap 0.5s -o two.mov --json",
      "  rushes live --shoot 2s --shoot 5s -o cat.mov",
      "  rushes play demo.mp4",
      "  rushes ctl toggle",
      "", "Exit codes: 0 done, 1 failed, 2 usage, 3 no such device or no access,",
      "4 no terminal, 5 no space, 130 interrupted.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// How an option is written, and what it does.
  private static func line(for row: OptionRow) -> (String, String) {
    let letter = row.letter.map { "-\($0), " } ?? "    "
    return (letter + "--\(row.name)" + (row.argument.map { " \($0)" } ?? ""), row.summary)
  }

  /// Words in lines of at most 80 columns.
  private static func wrapped(_ words: [String]) -> [String] {
    words.reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append("  " + word)
      }
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension ControlCommand {
  /// What it does, for the help.
  fileprivate var summary: String {
    switch self {
    case .press: "begin a take, as a key that goes down"
    case .release: "end it, as the same key that comes up"
    case .toggle: "begin a take that runs on, or end any"
    case .save: "save the movie and print its name"
    case .undo: "take back the last take"
    case .shutter: "take a live photo and print its movie's name"
    case .status: "what the recorder is doing"
    case .quit: "leave the recorder; takes are kept"
    }
  }
}
