/// What the user wants done in a review.
package enum ReviewIntent: Sendable, Hashable {
  /// Play, or stand still.
  case toggle
  /// Go so many seconds further, or back.
  case seek(Int64)
  /// Go so many frames further, or back, and stand there.
  case step(Int64)
  /// Twice as fast (1) or half as fast (-1).
  case speed(Int64)
  /// Go to the first frame.
  case begin
  /// Go to the last frame.
  case end
  /// End the review.
  case back
  /// Ctrl-Z: stop the process as the shell's job control expects.
  case suspend
  /// Ctrl-L: draw everything anew.
  case redraw

  /// What `key` asks for; nil when it means nothing.
  package init?(_ key: Key) {
    switch key {
    case .character(" "): self = .toggle
    case .left: self = .seek(-5)
    case .right: self = .seek(5)
    case .character(","): self = .step(-1)
    case .character("."): self = .step(1)
    case .character("<"), .character("["): self = .speed(-1)
    case .character(">"), .character("]"): self = .speed(1)
    case .home: self = .begin
    case .end: self = .end
    case .character("q"), .escape, .control("c"): self = .back
    case .control("z"): self = .suspend
    case .control("l"): self = .redraw
    default: return nil
    }
  }
}
