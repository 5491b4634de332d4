/// The user's configuration: one `name = value` a line, the same names as the options.
package enum ConfigurationFile {
  /// Reads the text of a file over `options`; `path` names it in errors.
  ///
  /// Empty lines and lines that begin with `#` mean nothing; a switch takes `yes` or `no`.
  package static func read(
    _ text: String, path: String, over options: Options = Options()
  ) throws(UsageError) -> Options {
    var options = options
    var number = 0
    // Not by "\n": in a file from Windows the two characters of a line's end are one Character.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let words = trimmed(line)
      guard !words.isEmpty, !words.hasPrefix("#") else { continue }
      do throws(UsageError) {
        try read(line: words, &options)
      } catch {
        throw UsageError("\(path), line \(number): \(error.description)")
      }
    }
    return options
  }

  private static func read(line: Substring, _ options: inout Options) throws(UsageError) {
    guard let sign = line.firstIndex(of: "=") else {
      throw UsageError("a line is written NAME = VALUE, not '\(line)'.")
    }
    let name = trimmed(line[..<sign])
    let value = String(trimmed(line[line.index(after: sign)...]))
    guard let row = OptionTable.row(named: String(name)) else {
      let nearest = OptionTable.nearest(to: String(name)).map { "did you mean '\($0)'?" }
      throw UsageError("there is no option '\(name)'; \(nearest ?? "see rushes --help.")")
    }
    guard row.isConfigurable else {
      throw UsageError("'\(name)' can only be given on the command line.")
    }
    guard row.argument == nil else { return try row.apply(value, &options) }
    switch value {
    case "yes": try row.apply("", &options)
    case "no": break
    default: throw UsageError("'\(name)' is switched by yes or no, not '\(value)'.")
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
