import Recording
import Units

/// The lines about camera, microphone and disk, in the order of the screen.
struct SourceFacts {
  /// One line.
  struct Fact {
    /// What there is to see.
    enum Value: Sendable, Hashable {
      /// Words and how they look.
      case text(String, Style)
      /// The level of a channel.
      case level(Levels.Channel)
      /// The numbers below levels.
      case scale
    }
    /// What it is about.
    let label: String
    /// What there is to say.
    let value: Value
    /// The lowest is the last to go when there are fewer rows than lines.
    let rank: Rank
  }

  /// How much a line is missed, most first.
  enum Rank: Int {
    case testPicture, level, right, camera, frames, framing, trouble, disk, measured, microphone
    case got, filled, bitrate, offset, scale, asked, format, nothingFilled
  }

  /// The lines from top to bottom.
  private(set) var facts: [Fact] = []
  /// True while levels are marked as those of a muted microphone.
  let isMuted: Bool

  /// With fewer rows the level takes the place of the microphone's name.
  private static let fewestForName = 7
  /// With fewer rows all channels have one level.
  private static let fewestForChannels = 8

  /// Words the sources of `state` for so many rows, which may be more than are needed.
  init(_ state: ViewState, rows: Int = .max) {
    isMuted = state.microphone?.isMuted ?? false
    describe(state.camera)
    if let microphone = state.microphone {
      describe(microphone, rows: rows)
    } else {
      add("Microphone", "no microphone: no sound", .level, style: .warning)
    }
    describe(diskLeft: state)
    // Those that matter most, as many as fit.
    let kept = facts.map(\.rank.rawValue).sorted().prefix(rows).last ?? -1
    facts.removeAll { $0.rank.rawValue > kept }
  }

  private mutating func add(_ label: String, _ value: String, _ rank: Rank, style: Style = .plain) {
    facts.append(Fact(label: label, value: .text(value, style), rank: rank))
  }

  private mutating func describe(_ camera: ViewState.CameraLine) {
    if camera.isTestPicture {
      let reason = camera.isSubstitute ? ": no camera" : ""
      add("Camera", "TEST PICTURE\(reason)", .testPicture, style: .warning)
    } else {
      add("Camera", camera.name, .camera, style: .strong)
    }
    add("  asked", camera.asked, .asked, style: .dim)
    add("  got", camera.got, .got)
    if let framing = camera.framing { add("  framing", framing, .framing) }
    let rate = camera.measuredRate.map(Amounts.rate)
    add("  measured", rate ?? "not yet", .measured, style: rate == nil ? .dim : .plain)
    let counts = [(camera.bad, "bad"), (camera.dropped, "dropped"), (camera.repeated, "repeated")]
    let lost = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    if lost.isEmpty {
      add("  frames", "none bad or dropped", .frames, style: .dim)
    } else {
      add("  frames", lost, .frames, style: .warning)
    }
    if let bitrate = camera.bitrate { add("  bitrate", Amounts.bitrate(bitrate), .bitrate) }
  }

  private mutating func describe(_ microphone: ViewState.MicrophoneLine, rows: Int) {
    let trouble = Self.trouble(of: microphone)
    if rows < Self.fewestForName {
      addCompact(microphone, trouble)
    } else {
      if let trouble {
        add("Microphone", trouble.long, .trouble, style: trouble.style)
      } else {
        add("Microphone", microphone.name, .microphone, style: .strong)
      }
      addLevels(microphone, rows: rows)
    }
    add("  got", microphone.got, .format)
    if microphone.filled > .zero {
      add("  silence", "\(microphone.filled.text) filled in", .filled, style: .warning)
    } else {
      add("  silence", "none filled in", .nothingFilled, style: .dim)
    }
    if let offset = microphone.offset { add("  A/V", Amounts.offset(offset), .offset) }
  }

  /// The level beside the name's label; words only where there is nothing to see.
  private mutating func addCompact(_ microphone: ViewState.MicrophoneLine, _ trouble: Trouble?) {
    if let trouble, !trouble.hasLevel {
      add("Microphone", trouble.short, .level, style: trouble.style)
    } else if let level = microphone.levels?.loudest {
      facts.append(Fact(label: "Microphone", value: .level(level), rank: .level))
    } else {
      add("Microphone", trouble?.short ?? microphone.name, .level, style: .strong)
    }
  }

  private mutating func addLevels(_ microphone: ViewState.MicrophoneLine, rows: Int) {
    guard !microphone.isLost else { return }
    guard let levels = microphone.levels, let loudest = levels.loudest else {
      return add("  level", "not yet", .level, style: .dim)
    }
    if levels.channels.count == 2, rows >= Self.fewestForChannels {
      facts.append(Fact(label: "  left", value: .level(levels.channels[0]), rank: .level))
      facts.append(Fact(label: "  right", value: .level(levels.channels[1]), rank: .right))
    } else {
      facts.append(Fact(label: "  level", value: .level(loudest), rank: .level))
    }
    facts.append(Fact(label: "  dBFS", value: .scale, rank: .scale))
  }

  private mutating func describe(diskLeft state: ViewState) {
    guard let left = state.diskLeft else {
      add("Disk", "not yet measured", .disk, style: .dim)
      return
    }
    // Below a minute the next take may not fit any more.
    let isShort = left.seconds < 60
    add("Disk", "\(Amounts.roughly(left)) left", .disk, style: isShort ? .bad : .plain)
  }

  // MARK: Trouble

  /// Why takes have no sound, or may have none.
  private struct Trouble {
    /// In a sentence.
    let long: String
    /// In a few words.
    let short: String
    let style: Style
    /// True when the level is worth a look all the same.
    let hasLevel: Bool
  }

  private static func trouble(of microphone: ViewState.MicrophoneLine) -> Trouble? {
    if microphone.isLost {
      return Trouble(
        long: "LOST: no sound in takes", short: "LOST: no sound", style: .bad, hasLevel: false)
    }
    let silence = microphone.levels?.silence.map { silence in
      let seconds = Amounts.roughly(silence.length)
      return (long: "NO SOUND for \(seconds)\(silence.isDigital ? ": only zeros" : "")", seconds)
    }
    if microphone.isMuted {
      return Trouble(
        long: silence == nil ? "MUTED: no sound in takes" : "MUTED, and no sound heard",
        short: "MUTED", style: .warning, hasLevel: true)
    }
    return silence.map {
      Trouble(long: $0.long, short: "NO SOUND for \($0.1)", style: .warning, hasLevel: false)
    }
  }
}

extension Grid {
  /// Draws as many facts as fit, labels and values each in their column.
  mutating func put(_ facts: SourceFacts, rows: Range<Int>, columns: Range<Int>, glyphs: Glyphs) {
    // The longest label has 10 letters.
    let labelWidth = columns.count < 40 ? 11 : 12
    let values =
      columns.lowerBound
      + labelWidth..<max(
        columns.lowerBound + labelWidth, columns.upperBound)
    let meter = LevelScale(columns: values, isMuted: facts.isMuted)
    for (row, fact) in zip(rows, facts.facts) {
      put(fact.label, column: columns.lowerBound, row: row, style: .dim)
      switch fact.value {
      case .text(let text, let style):
        put(
          TextWidth.fitted(text, to: values.count, mark: glyphs.ellipsis),
          column: values.lowerBound, row: row, style: style, width: values.count)
      case .level(let level):
        put(level, on: meter, row: row, glyphs: glyphs)
      case .scale:
        put(meter, row: row)
      }
    }
  }
}
