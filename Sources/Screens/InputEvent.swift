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

/// What came out of the terminal's byte stream.
package enum InputEvent: Sendable, Hashable {
  /// A key went down, or repeats where the terminal cannot tell the two apart.
  case press(Key)
  /// The terminal says that the key repeats (kitty event type 2).
  case repeated(Key)
  /// The terminal says that the key was let go (kitty event type 3).
  case release(Key)
  /// The terminal window got (true) or lost (false) the keyboard.
  case focus(Bool)
  /// Answer to `CSI ? u`: the kitty keyboard flags in force.
  case keyboardFlags(Int)
  /// Answer to `CSI c` (DA1): every question asked before it is answered by now.
  case deviceAttributes
  /// Text pasted in brackets; the recorder ignores it.
  case paste
}
