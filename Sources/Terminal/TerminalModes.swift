import Screens

/// The modes of a terminal that a session switches on, and the one text that switches all of them
/// off, whatever was on.
enum TerminalModes {
  /// Focus reports (1004), bracketed paste (2004), and with `mouse` presses and releases of its
  /// buttons (1000) in SGR form (1006).
  static func on(mouse: Bool) -> String {
    "\u{1b}[?1004h\u{1b}[?2004h" + (mouse ? "\u{1b}[?1000h\u{1b}[?1006h" : "")
  }

  /// The same off.
  static let off = "\u{1b}[?1006l\u{1b}[?1000l\u{1b}[?2004l\u{1b}[?1004l"

  /// DECRQM of the focus reports: a question that nothing else here asks.
  static let focusQuestion = "\u{1b}[?1004$p"

  /// Everything off that a session may have switched on, and the main screen: for a program that
  /// was killed, of which nobody knows how far it had come.
  ///
  /// It begins on the alternate screen, even if that was left already: that one has a stack of
  /// keyboard flags of its own, and what a shell has pushed on the main one stays. Popping an empty
  /// stack does nothing. ST ends a sequence that was cut off, and 4l and ?7h end what ncurses does
  /// within an update. An update that
  /// was broken off (2026) must end; kitty complains of the end of one that never began, so a
  /// program that leaves in order does not say it.
  /// With `picture` a picture of the kitty protocol as well, which clearing the screen leaves in
  /// memory; others would show that sequence.
  static func everythingOff(through multiplexer: Multiplexer? = nil, picture: Bool = false)
    -> String
  {
    let flags = "\u{1b}[<u"
    return "\u{1b}\\\u{1b}[4l\u{1b}[?7h\u{1b}[?1049h" + (picture ? KittyGraphics.delete : "")
      + (multiplexer?.wrap(flags) ?? "") + flags
      + "\u{1b}[?2026l\u{1b}[?9001l" + off
      + "\u{1b}[?1049l\u{1b}[?25h\u{1b}[m\r\n"
  }
}
