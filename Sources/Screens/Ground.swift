/// What the terminal's own background is like.
package enum Ground: Sendable, Hashable {
  /// Dark, or unknown: most are.
  case dark
  /// Light, where bright colours cannot be read.
  case light

  /// Asks for the background (OSC 11); the answer is in the same form, with a colour for the `?`.
  package static let question = "\u{1b}]11;?\u{1b}\\"

  /// Reads an answer without what begins and ends it: `11;rgb:ffff/ffff/dddd`, as XParseColor
  /// writes colours, with one to four digits each; nil for anything else.
  init?(answer: some StringProtocol) {
    let parts = answer.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == "11;rgb" || parts[0] == "11;rgba" else { return nil }
    let shares = parts[1].split(separator: "/", omittingEmptySubsequences: false).map { digits in
      (1...4).contains(digits.utf8.count)
        ? Int(digits, radix: 16).map { Double($0) / Double((1 << (4 * digits.utf8.count)) - 1) }
        : nil
    }
    guard shares.count >= 3, let red = shares[0], let green = shares[1], let blue = shares[2] else {
      return nil
    }
    // How bright the eye finds each (ITU-R BT.709).
    self = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? .light : .dark
  }

  /// Reads COLORFGBG, which some terminals set: the number of the background's colour stands last.
  package init?(variable: String) {
    guard let number = variable.split(separator: ";").last.flatMap({ Int($0) }),
      (0...15).contains(number)
    else { return nil }
    self = number == 7 || number > 8 ? .light : .dark
  }
}
