package import Units

/// A key as the recorder knows it.
package enum Key: Sendable, Hashable {
  /// A printed character, SPACE included.
  case character(Character)
  /// A control key by its letter in lower case: Ctrl-C is `control("c")`.
  case control(Character)
  case enter, escape, backspace, tab, up, down, left, right, home, end, pageUp, pageDown, delete
  /// F1 to F12 by their numbers.
  case function(Int)
}

/// A terminal's answer to the question for one of its modes (DECRQM).
package enum ModeState: Int, Sendable, Hashable {
  /// It has no such mode.
  case unknown = 0
  case set, reset
  /// It has the mode, and it cannot be changed.
  case alwaysSet, alwaysReset

  /// True when the mode can be switched on, or is on.
  package var isUsable: Bool { self != .unknown && self != .alwaysReset }
}

/// What came out of the terminal's byte stream.
package enum InputEvent: Sendable, Hashable {
  /// A key went down, or repeats where the terminal cannot tell the two apart.
  case press(Key)
  /// The terminal says that the key repeats (kitty event type 2, win32 a second key-down).
  case repeated(Key)
  /// The terminal says that the key was let go (kitty event type 3, win32 key-up).
  case release(Key)
  /// The mouse did something.
  case mouse(Mouse)
  /// The terminal window got (true) or lost (false) the keyboard.
  case focus(Bool)
  /// Answer to `CSI ? u`: the kitty keyboard flags in force.
  case keyboardFlags(Int)
  /// Answer to `CSI c` (DA1), with the attributes behind the first number: every question asked
  /// before it is answered by now.
  case deviceAttributes([Int])
  /// Answer to `CSI ? mode $ p` (DECRQM).
  case modeReport(mode: Int, ModeState)
  /// Answer to `CSI > q` (XTVERSION): name and version of the terminal, as it writes them.
  case terminalName(String)
  /// Answer to `CSI 5 n` (DSR): it is there, and has read everything sent before.
  case statusReport
  /// Answer to `Ground.question`: what the background is like.
  case ground(Ground)
  /// Answer to `CSI 16 t`: the pixels of a cell.
  case cellPixels(PixelSize)
  /// Answer to `CSI ? 1 ; 1 ; 0 S` (XTSMGRAPHICS): colours that sixel graphics may have.
  case sixelColours(Int)
  /// Answer of the kitty graphics protocol about the picture of this number.
  case graphics(picture: Int, isGood: Bool)
  /// Text pasted in brackets; the recorder ignores it.
  case paste
}
