import Units

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
    case .ready where state.live != nil, .paused where state.live != nil,
      .saved where state.live != nil:
      self.init(photo: state, glyphs: glyphs)
    case .ready:
      self.init(glyphs.ready, "READY", .good, "hold \(state.holdKey) to record")
    case .starting:
      self.init(glyphs.starting, "STARTING", .warning, "waiting for the first picture")
    case .recording:
      self.init(glyphs.recording, "REC", .banner, Self.ending(state))
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

  /// The word while the hold key is the shutter.
  private init(photo state: ViewState, glyphs: Glyphs) {
    if let left = state.live?.left {
      // Rounded up: it must not say that all is over while pictures still come in.
      let tenths = (left.nanoseconds + 99_999_999) / 100_000_000
      self.init(
        glyphs.recording, "PHOTO", .banner,
        "\(tenths / 10).\(tenths % 10) s to go; \(state.holdKey) takes another")
    } else if state.live?.developing ?? 0 > 0 {
      self.init(glyphs.saving, "PHOTO", .strong, "being saved; \(state.holdKey) takes another")
    } else {
      self.init(glyphs.ready, "READY", .good, "\(state.holdKey) takes a live photo")
    }
  }

  /// How the running take ends.
  private static func ending(_ state: ViewState) -> String {
    if state.isByControl, !state.isLatched { return "by ctl, until its release" }
    let held = state.isHeldByMouse ? "the button" : state.holdKey
    let hint = state.isLatched ? "tap \(state.holdKey) to stop" : "let go of \(held) to stop"
    return state.isByControl ? "by ctl; \(hint)" : hint
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
