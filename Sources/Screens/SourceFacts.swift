import Units

/// The lines about camera, microphone and disk, in the order of the screen.
struct SourceFacts {
  /// One line.
  struct Fact {
    /// What it is about.
    let label: String
    /// What there is to say.
    let value: String
    /// How the value looks.
    let style: Style
    /// 0 is the last to go when there are fewer rows than lines.
    let rank: Int
  }

  /// The lines from top to bottom.
  private(set) var facts: [Fact] = []

  /// Words the sources of `state`.
  init(_ state: ViewState) {
    describe(state.camera)
    if let microphone = state.microphone {
      describe(microphone)
    } else {
      add("Microphone", "no microphone: no sound", rank: 2, style: .warning)
    }
    describe(diskLeft: state)
  }

  /// The lines that matter most, as many as fit into `rows`.
  func fitting(rows: Int) -> [Fact] {
    let kept = Set(facts.map(\.rank).sorted().prefix(rows))
    return facts.filter { kept.contains($0.rank) }
  }

  private mutating func add(_ label: String, _ value: String, rank: Int, style: Style = .plain) {
    facts.append(Fact(label: label, value: value, style: style, rank: rank))
  }

  private mutating func describe(_ camera: ViewState.CameraLine) {
    if camera.isTestPicture {
      let reason = camera.isSubstitute ? ": no camera" : ""
      add("Camera", "TEST PICTURE\(reason)", rank: 0, style: .warning)
    } else {
      add("Camera", camera.name, rank: 0, style: .strong)
    }
    add("  asked", camera.asked, rank: 8, style: .dim)
    add("  got", camera.got, rank: 6)
    if let framing = camera.framing { add("  framing", framing, rank: 3) }
    let rate = camera.measuredRate.map(Amounts.rate)
    add("  measured", rate ?? "not yet", rank: 5, style: rate == nil ? .dim : .plain)
    let counts = [(camera.bad, "bad"), (camera.dropped, "dropped"), (camera.repeated, "repeated")]
    let lost = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    if lost.isEmpty {
      add("  frames", "none bad or dropped", rank: 1, style: .dim)
    } else {
      add("  frames", lost, rank: 1, style: .warning)
    }
  }

  private mutating func describe(_ microphone: ViewState.MicrophoneLine) {
    if microphone.isMuted {
      add("Microphone", "MUTED: no sound in takes", rank: 2, style: .warning)
    } else {
      add("Microphone", microphone.name, rank: 2, style: .strong)
    }
    add("  got", microphone.got, rank: 9)
    if microphone.filled > .zero {
      add("  silence", "\(microphone.filled.text) filled in", rank: 7, style: .warning)
    } else {
      add("  silence", "none filled in", rank: 7, style: .dim)
    }
  }

  private mutating func describe(diskLeft state: ViewState) {
    guard let left = state.diskLeft else {
      add("Disk", "not yet measured", rank: 4, style: .dim)
      return
    }
    // Below a minute the next take may not fit any more.
    let isShort = left.seconds < 60
    add("Disk", "\(Amounts.roughly(left)) left", rank: 4, style: isShort ? .bad : .plain)
  }
}

extension Grid {
  /// Draws as many facts as fit, labels and values each in their column.
  mutating func put(_ facts: SourceFacts, rows: Range<Int>, columns: Range<Int>, glyphs: Glyphs) {
    // The longest label has 10 letters.
    let labelWidth = columns.count < 40 ? 11 : 12
    for (row, fact) in zip(rows, facts.fitting(rows: rows.count)) {
      put(fact.label, column: columns.lowerBound, row: row, style: .dim)
      let room = columns.count - labelWidth
      put(
        TextWidth.fitted(fact.value, to: room, mark: glyphs.ellipsis),
        column: columns.lowerBound + labelWidth, row: row, style: fact.style, width: room)
    }
  }
}
