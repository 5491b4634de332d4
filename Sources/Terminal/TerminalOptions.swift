import Glibc
package import Screens

/// What is known about the terminal before it is opened.
package struct TerminalOptions: Sendable, Hashable {
  /// The type by its name in the terminfo database (TERM); empty when nothing is known.
  package var type: String
  /// False for `NO_COLOR`, `--no-color` and `TERM=dumb`: bold and reverse are left.
  package var allowsColour: Bool
  /// Name of the locale for setlocale; the empty one is what the environment says.
  package var locale = ""
  /// False leaves the mouse to the terminal, for selecting text.
  package var usesMouse = true
  /// False asks nothing about pictures: nobody wants any.
  package var wantsPictures = true
  /// True when the held key is Enter, Tab or Backspace, whose releases the kitty protocol tells
  /// only when all keys come as sequences.
  package var asksForAllKeys = false
  /// True when the environment promises 24-bit colours (COLORTERM); terminfo knows of none on the
  /// usual types.
  package var hasTrueColour = false
  /// What lies between the program and the terminal, as far as the environment says.
  package var multiplexer: Multiplexer?
  /// What the environment says of the background; the terminal may know better.
  package var ground = Ground.dark
  /// The program's own pane in tmux (TMUX_PANE).
  package var pane: String?

  /// Puts options together by hand.
  package init(type: String, allowsColour: Bool = true, locale: String = "") {
    self.type = type
    self.allowsColour = allowsColour && type != "dumb"
    self.locale = locale
  }

  /// Reads TERM, NO_COLOR (which counts when it is set and not empty, see no-color.org), and what
  /// multiplexers leave for the programs in them.
  package static func fromEnvironment(noColour: Bool = false) -> TerminalOptions {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    var options = TerminalOptions(
      type: variable("TERM"), allowsColour: !noColour && variable("NO_COLOR").isEmpty)
    options.multiplexer = Multiplexer(
      tmux: variable("TMUX"), sty: variable("STY"), type: options.type)
    options.hasTrueColour = ["truecolor", "24bit"].contains(variable("COLORTERM"))
    options.ground = Ground(variable: variable("COLORFGBG")) ?? .dark
    let pane = variable("TMUX_PANE")
    if options.multiplexer == .tmux, !pane.isEmpty { options.pane = pane }
    return options
  }

  /// Puts the locale's characters in force and says which signs they allow.
  ///
  /// LC_CTYPE alone: with LC_NUMERIC other libraries would write numbers with a comma.
  func adoptLocale() -> Glyphs {
    setlocale(LC_CTYPE, locale)
    guard let name = nl_langinfo(nl_item(CODESET)) else { return .ascii }
    guard String(cString: name) == "UTF-8" else { return .ascii }
    return isConsole ? .console : .unicode
  }

  /// True for the Linux console: "linux", "linux-16color" and the like.
  var isConsole: Bool { type == "linux" || type.hasPrefix("linux-") }
}
