package import Screens
package import Units

/// What the terminal tells the recorder.
package enum TerminalEvent: Sendable, Hashable {
  /// A key, a focus change or an answer, with the instant at which its bytes were read.
  case input(InputEvent, at: MediaTime)
  /// The screen must be drawn again, at this size; it may be the same as before.
  case resized(CellSize)
  /// The terminal has shown all that was drawn before `askWhetherShown`.
  case caughtUp(at: MediaTime)
  /// The window was closed or the link is gone: no key will ever come again. Told once.
  case hungUp
}
