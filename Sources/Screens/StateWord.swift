/// What the recorder is doing in a shape, a word and a style.
struct StateWord {
  /// Shape and word, such as `● REC`.
  let text: String
  /// How it looks.
  let style: Style
  /// What the hold key does now, or what is being waited for.
  let hint: String

  /// The word for the phase of `state`.
  init(_ state: ViewState, glyphs: Glyphs) {
    switch state.phase {
    case .ready:
      self.init(glyphs.ready, "READY", .good, "hold \(state.holdKey) to record")
    case .starting:
      self.init(glyphs.starting, "STARTING", .warning, "waiting for the first picture")
    case .recording:
      let held = state.isHeldByMouse ? "the button" : state.holdKey
      let hint = state.isLatched ? "tap \(state.holdKey) to stop" : "let go of \(held) to stop"
      self.init(glyphs.recording, "REC", .banner, hint)
    case .paused:
      self.init(
        glyphs.paused, "PAUSED", .warning,
        "hold \(state.holdKey) for take \(state.takes.count + 1)")
    case .saving(let fraction, _):
      self.init(glyphs.saving, "SAVING \(percent(fraction)) %", .strong, "Esc cancels")
    case .saved:
      self.init(glyphs.done, "SAVED", .good, "\(state.holdKey) begins the next movie")
    }
  }

  private init(_ shape: String, _ word: String, _ style: Style, _ hint: String) {
    text = "\(shape) \(word)"
    self.style = style
    self.hint = hint
  }
}

/// A fraction in whole per cent: 100 only when it is really done.
private func percent(_ fraction: Double) -> Int {
  guard fraction > 0 else { return 0 }
  return Int(min(1, fraction) * 100)
}
