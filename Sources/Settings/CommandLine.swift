import Recording
import Units

/// Reads the command line into an invocation, by the option table alone.
package struct CommandLineReader: Sendable {
  private let words: [String]
  /// Long options that are answered at once and so have no row in the table.
  private static let answers = ["help", "version"]

  /// Takes the words behind the program's name.
  package init(_ words: [String]) { self.words = words }

  /// Reads all words over `defaults`, which a configuration file may have changed.
  package func read(over defaults: Options = Options()) throws(UsageError) -> Invocation {
    var options = defaults
    // Kept apart, because the command line's replace them and may change takes on disk.
    options.usualTransitions = options.transitions
    options.transitions = []
    options.framing = FramingWish()
    var command: Command?
    var session: String?
    var files: [MergeFile] = []
    var control: ControlCommand?
    var given: [OptionRow] = []
    var rest = words[...]
    var endOfOptions = false
    while let word = rest.popFirst() {
      if word == "--", !endOfOptions {
        endOfOptions = true
      } else if !endOfOptions, word.hasPrefix("-"), word != "-" {
        switch word {
        case "--help", "-h": return Invocation(task: .help, options: options)
        case "--version", "-V": return Invocation(task: .version, options: options)
        default: given.append(try option(word, &rest, &options))
        }
      } else if command == nil, let named = Command(rawValue: word) {
        command = named
      } else if word == "help", command == nil {
        return Invocation(task: .help, options: options)
      } else if let command, command.takesSession, session == nil {
        session = word
      } else if let command, command.takesFiles {
        files.append(try MergeFile(word))
      } else if let command, command.takesFile, files.isEmpty {
        files.append(MergeFile(path: word))
      } else if let command, command.takesControl, control == nil {
        control = try Values.control(word)
      } else if let command {
        throw UsageError(
          "'rushes \(command.rawValue)' has no use for '\(word)'; see rushes --help.")
      } else {
        throw UsageError("'\(word)' is no command of rushes; see rushes --help.")
      }
    }
    let named = command ?? .record
    for row in given where !row.commands.contains(named) {
      throw UsageError("--\(row.name) does not go with 'rushes \(named.rawValue)'.")
    }
    if options.gap > .zero, options.takes.isEmpty {
      throw UsageError("--gap goes with --take.")
    }
    if named.takesFiles, files.isEmpty {
      throw UsageError("'rushes merge' needs a file: rushes merge a.mp4 b.mov@2s-5s -o both.mp4.")
    }
    if named.takesFile, files.first?.path.isEmpty != false {
      throw UsageError("'rushes play' needs a file: rushes play movie.mp4.")
    }
    if named.takesControl { try checkControl(control, options) }
    // A session has a framing of its own, which only the command line changes afterwards.
    if named == .record { options.framing = options.framing.over(defaults.framing) }
    if named == .live {
      options.framing = options.framing.over(defaults.framing)
      try checkPhotos(options)
    } else if let output = options.output, Values.ending(of: output) == "jpg" {
      throw Values.noMovie(output)
    }
    if Command.recorders.contains(named) { try checkCopying(options) }
    if named == .record { try checkVariableRate(options) }
    return Invocation(
      task: .run(named), session: session, files: files, control: control, options: options)
  }

  private func checkControl(
    _ command: ControlCommand?, _ options: Options
  ) throws(UsageError) {
    guard let command else {
      throw UsageError("'rushes ctl' needs a command: \(Values.controlWords).")
    }
    if options.printsJSON, command != .status {
      throw UsageError("--json goes with 'rushes ctl status', not with 'rushes ctl \(command)'.")
    }
  }

  private func checkVariableRate(_ options: Options) throws(UsageError) {
    guard options.isVariable else { return }
    if options.transitionsInForce.contains(where: { $0 != nil }) {
      throw UsageError(VariableRate.refusal(of: "--transition"))
    }
    if options.keepsFull { throw UsageError(VariableRate.refusal(of: "--keep-full")) }
    if options.preroll > .zero { throw UsageError(VariableRate.refusal(of: "--preroll")) }
  }

  private func checkPhotos(_ options: Options) throws(UsageError) {
    if options.isMotionPhoto, options.videoCodec == .copy {
      throw UsageError(
        "--motion-photo keeps the movie as an MP4, in which few players show JPEG pictures: leave "
          + "--video-codec copy out.")
    }
    guard let output = options.output else { return }
    let endings = options.isMotionPhoto ? ["jpg"] : ["mov", "mp4"]
    guard endings.contains(Values.ending(of: output) ?? "") else {
      throw UsageError(
        options.isMotionPhoto
          ? "A Motion Photo ends in .jpg, not as '\(output)' does."
          : "-o takes the movie of a live photo, which ends in .mov or .mp4, not '\(output)'.")
    }
  }

  private func checkCopying(_ options: Options) throws(UsageError) {
    guard options.videoCodec == .copy, options.framing != FramingWish() else { return }
    throw UsageError(
      "--video-codec copy keeps the camera's pictures as they are: leave --crop, --rotate and "
        + "--mirror out.")
  }

  /// The file named by `--config`, looked up before anything else is read.
  package var configuration: String? {
    for (index, word) in words.enumerated() {
      if word == "--" { return nil }
      // An empty name is refused with the other options.
      if word == "--config=" { return nil }
      if word.hasPrefix("--config=") { return String(word.dropFirst("--config=".count)) }
      if word == "--config", index + 1 < words.count { return words[index + 1] }
    }
    return nil
  }

  private func option(
    _ word: String, _ rest: inout ArraySlice<String>, _ options: inout Options
  ) throws(UsageError) -> OptionRow {
    let (row, attached) = try lookUp(word)
    guard row.argument != nil else {
      guard attached == nil else { throw UsageError("--\(row.name) takes no value.") }
      try row.apply("", &options)
      return row
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("--\(row.name) needs a value: \(row.argument ?? "").")
    }
    try row.apply(value, &options)
    return row
  }

  private func lookUp(_ word: String) throws(UsageError) -> (OptionRow, value: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if let row = OptionTable.row(named: name) {
        return (row, parts.count > 1 ? String(parts[1]) : nil)
      }
      guard !Self.answers.contains(name) else {
        throw UsageError("--\(name) takes no value.")
      }
      throw UsageError(
        unknown("--\(name)", nearest: OptionTable.nearest(to: name, besides: Self.answers)))
    }
    let letter = word.dropFirst().first ?? " "
    guard let row = OptionTable.row(lettered: letter) else {
      throw UsageError(unknown(word, nearest: nil))
    }
    let attached = word.dropFirst(2)
    return (row, attached.isEmpty ? nil : String(attached))
  }

  private func unknown(_ word: String, nearest: String?) -> String {
    if let nearest { return "There is no option \(word); did you mean --\(nearest)?" }
    return "There is no option \(word); see rushes --help."
  }
}
