package import Recording

/// What the user wants done; the hold key is not among it, its events go to the hold machine.
package enum Intent: Sendable, Hashable {
  /// Make the movie.
  case save
  /// Take back the last take.
  case undo
  /// Throw the selected take away.
  case deleteSelected
  /// Let the keys act on the take before.
  case selectPrevious
  /// Let the keys act on the take after.
  case selectNext
  /// Move the selected take one place towards the first.
  case moveUp
  /// Move the selected take one place towards the last.
  case moveDown
  /// Let the selected take begin with the next kind of transition.
  case nextTransition
  /// Let all takes begin as the selected one does.
  case transitionEverywhere
  /// Cut so many frames off an end of the selected take; negative ones are given back.
  case trim(Take.End, Int64)
  /// Play the selected take.
  case reviewTake
  /// Play all takes in the movie's order.
  case reviewAll
  /// Play the movie that was just saved.
  case reviewMovie
  /// Go on to the next movie without that.
  case nextMovie
  /// Allow five seconds more.
  case budgetUp
  /// Allow five seconds less.
  case budgetDown
  /// Choose the next crop.
  case crop
  /// Turn the picture a quarter further.
  case rotate
  /// Choose the next mirror.
  case mirror
  /// Sound off, or on again.
  case mute
  /// Go on to the next camera.
  case nextCamera
  /// Go on to the next input of the camera.
  case nextInput
  /// Change between takes and live photos.
  case live
  /// Save the newest picture as a still.
  case still
  /// Throw all takes away, after a question.
  case startOver
  /// Show all keys, or hide them again.
  case help
  /// Leave; takes are kept.
  case quit
  /// Give up what is going on: a saving, the help.
  case cancel
  /// The answer to the question on the screen.
  case confirm(Bool)
  /// Ctrl-Z: stop the process as the shell's job control expects.
  case suspend
  /// Ctrl-L: draw everything anew.
  case redraw
}

/// Which keys mean what.
package enum Keymap {
  /// What the screen waits for, which decides what keys mean.
  package enum Mode: Sendable, Hashable {
    /// A question is open: y or n.
    case question
    /// All keys are shown.
    case help
    /// The movie is being made.
    case saving
    /// It stands, and may be reviewed.
    case saved
    /// Everything else.
    case normal
  }

  /// What `key` asks for in `mode`; nil when it means nothing there.
  package static func intent(for key: Key, in mode: Mode) -> Intent? {
    // These work everywhere: nobody may feel locked in.
    switch key {
    case .control("c"): return .quit
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    default: break
    }
    switch mode {
    case .question: return answer(key)
    case .help: return inHelp(key)
    case .saving: return whileSaving(key)
    case .saved: return afterSaving(key)
    case .normal: return normally(key)
    }
  }

  private static func answer(_ key: Key) -> Intent? {
    switch key {
    case .character("y"), .character("Y"): .confirm(true)
    case .character("n"), .character("N"), .escape: .confirm(false)
    default: nil
    }
  }

  private static func inHelp(_ key: Key) -> Intent? {
    switch key {
    case .character("?"): .help
    case .escape, .enter: .cancel
    case .character("q"): .quit
    default: nil
    }
  }

  private static func whileSaving(_ key: Key) -> Intent? {
    switch key {
    case .escape: .cancel
    case .character("?"): .help
    case .character("q"): .quit
    default: nil
    }
  }

  private static func afterSaving(_ key: Key) -> Intent? {
    switch key {
    case .enter, .character("p"), .character("P"): .reviewMovie
    case .escape: .nextMovie
    default: normally(key)
    }
  }

  private static func normally(_ key: Key) -> Intent? {
    switch key {
    case .character("s"), .enter: .save
    case .character("u"): .undo
    case .character("d"), .delete: .deleteSelected
    case .character("k"), .up, .left: .selectPrevious
    case .character("j"), .down, .right: .selectNext
    case .character("K"): .moveUp
    case .character("J"): .moveDown
    case .character("p"): .reviewTake
    case .character("P"): .reviewAll
    case .character("x"): .nextTransition
    case .character("X"): .transitionEverywhere
    case .character("["): .trim(.beginning, 1)
    case .character("{"): .trim(.beginning, -1)
    case .character("]"): .trim(.end, 1)
    case .character("}"): .trim(.end, -1)
    // The unshifted neighbours as well: + is Shift-= on many keyboards.
    case .character("+"), .character("="): .budgetUp
    case .character("-"), .character("_"): .budgetDown
    case .character("a"): .crop
    case .character("r"): .rotate
    case .character("f"): .mirror
    case .character("m"): .mute
    case .character("c"): .nextCamera
    case .character("i"): .nextInput
    case .character("v"): .live
    case .character("y"): .still
    case .character("R"): .startOver
    case .character("?"): .help
    case .character("q"): .quit
    case .escape: .cancel
    default: nil
    }
  }
}

extension ViewState {
  /// What keys mean on this screen.
  package var mode: Keymap.Mode {
    if question != nil { return .question }
    if showsHelp { return .help }
    switch phase {
    case .saving: return .saving
    case .saved: return .saved
    case .ready, .starting, .recording, .paused: return .normal
    }
  }

  /// True when the mouse finds what it can press.
  var hasTargets: Bool { hasMouse && (mode == .normal || mode == .saved) }
}
