import Units

/// The list of takes, scrolled so that the take in question is in sight.
struct TakeList {
  private let takes: [ViewState.TakeRow]
  private let selection: Int?
  /// The takes in sight, as indices.
  let visible: Range<Int>

  /// Lists the takes of `state` on `rows` rows: the running take is in sight, else the selected
  /// one, else the last.
  init(_ state: ViewState, rows: Int) {
    let takes = state.takes
    self.takes = takes
    let selection = state.selection.flatMap { takes.indices.contains($0) ? $0 : nil }
    self.selection = selection
    let focus = takes.lastIndex { $0.state == .recording } ?? selection ?? takes.count - 1
    let first = max(0, min(focus - rows / 2, takes.count - rows))
    visible = first..<min(takes.count, first + max(0, rows))
  }

  /// The heading, which says what is out of sight: `TAKES 4-9 of 12`.
  var heading: String {
    if visible.count == takes.count { return takes.isEmpty ? "TAKES" : "TAKES \(takes.count)" }
    return "TAKES \(visible.lowerBound + 1)-\(visible.upperBound) of \(takes.count)"
  }

  /// Draws the takes in sight: marker, number, length, state, and a stroke as long as the take
  /// where there is room.
  func draw(on grid: inout Grid, rows: Range<Int>, columns: Range<Int>, glyphs: Glyphs) {
    if takes.isEmpty {
      grid.put(
        "none yet", column: columns.lowerBound + 2, row: rows.lowerBound, style: .dim,
        width: columns.count - 2)
      return
    }
    let longest = max(1, takes.map(\.length.nanoseconds).max() ?? 1)
    for (row, index) in zip(rows, visible) {
      let take = takes[index]
      let isSelected = index == selection
      if isSelected { grid.put(glyphs.marker, column: columns.lowerBound, row: row, style: .key) }
      let number = TextWidth.rightAligned("\(index + 1)", in: 3)
      let length = TextWidth.rightAligned(take.length.text, in: 10)
      let end = grid.put(
        number + length, column: columns.lowerBound + 1, row: row,
        style: isSelected ? .strong : .plain)
      let (text, style) = Self.word(for: take.state, glyphs: glyphs)
      grid.put(text, column: end + 3, row: row, style: style)
      // The state's words take up to 15 cells.
      let strokeColumn = end + 3 + 15
      let room = columns.upperBound - strokeColumn
      guard room >= 10 else { continue }
      let share = Double(max(0, take.length.nanoseconds)) / Double(longest)
      let cells = max(1, Int((share * Double(room)).rounded()))
      grid.put(
        String(repeating: glyphs.rule, count: cells), column: strokeColumn, row: row, style: .dim)
    }
  }

  private static func word(
    for state: ViewState.TakeRow.State, glyphs: Glyphs
  ) -> (String, Style) {
    switch state {
    case .recording: ("\(glyphs.recording) recording", .recording)
    case .finishing: ("\(glyphs.finishing) finishing", .dim)
    case .ready: ("\(glyphs.done) ready", .good)
    case .reframed: ("\(glyphs.done) to be framed", .good)
    case .bad: ("\(glyphs.bad) bad", .bad)
    }
  }
}
