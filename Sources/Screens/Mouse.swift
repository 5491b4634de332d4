/// What a mouse did, told by the terminal in SGR form (xterm's mode 1006).
package struct Mouse: Sendable, Hashable {
  /// What was done.
  package enum Act: Sendable, Hashable {
    /// A button went down.
    case press
    /// A button came up; told wherever the pointer is by then, clamped to the window.
    case release
    /// The pointer moved, with a button held or without.
    case move
    /// The wheel turned by one step; terminals report it as a press of buttons 64 to 67.
    case wheel
  }

  /// What was done.
  package var act: Act
  /// Which button: 0 left, 1 middle, 2 right, 8 and above for those at the side; 3 is none.
  package var button: Int
  /// Column of the pointer, from 0.
  package var column: Int
  /// Row of the pointer, from 0.
  package var row: Int

  /// Puts an act together.
  package init(_ act: Act, button: Int, column: Int, row: Int) {
    self.act = act
    self.button = button
    self.column = column
    self.row = row
  }

  /// Reads `CSI < code ; column ; row M` (a press) or `m` (a release).
  ///
  /// In `code` the two lowest bits are the button, 4, 8 and 16 are Shift, Alt and Ctrl, 32 is
  /// movement, 64 the wheel, and 128 begins the buttons from 8 on.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard code >= 0, column >= 1, row >= 1 else { return nil }
    button = code & 3 + (code & 128 == 0 ? 0 : 8)
    if code & 64 != 0 {
      act = .wheel
    } else if code & 32 != 0 {
      act = .move
    } else {
      act = isRelease ? .release : .press
    }
    self.column = column - 1
    self.row = row - 1
  }
}
