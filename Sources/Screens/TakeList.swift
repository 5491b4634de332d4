import Units

/// The list of takes, scrolled so that the take in question is in sight.
///
/// A transition has a line of its own, between the two takes that it joins.
struct TakeList {
  /// What one row of the list tells.
  enum Line: Hashable {
    /// A take, by its index.
    case take(Int)
    /// Another row of the take before, beside its picture.
    case more(Int)
    /// The transition into that take.
    case join(Int)
    /// Air between pictures of takes without a transition.
    case gap
  }

  private let takes: [ViewState.TakeRow]
  private let selection: Int?
  /// The lines in sight.
  let visible: ArraySlice<Line>
  /// True when takes are as high as their pictures.
  private let hasPictures: Bool

  /// With fewer rows takes are shown as lines, or the list would change its looks with the second
  /// take already.
  private static let fewestForPictures = 11
  /// Marker, picture and the longest state need this much.
  private static let columnsForPictures = 32

  /// Lists the takes of `state` on `rows` rows: the running take is in sight, else the selected
  /// one, else the last.
  ///
  /// Pictures are shown where no take has to go out of sight for them.
  init(_ state: ViewState, rows: Int, columns: Int) {
    let takes = state.takes
    self.takes = takes
    let selection = state.selection.flatMap { takes.indices.contains($0) ? $0 : nil }
    self.selection = selection
    let focus = takes.lastIndex { $0.state == .recording } ?? selection ?? takes.count - 1
    hasPictures =
      takes.contains { $0.thumbnail != nil } && rows >= Self.fewestForPictures
      && columns >= Self.columnsForPictures
      && takes.count * (TakePicture.size.rows + 1) - 1 <= rows
    let lines =
      hasPictures
      ? Self.pictureLines(of: takes)
      : takes.indices.flatMap { index -> [Line] in
        takes[index].join == nil ? [.take(index)] : [.join(index), .take(index)]
      }
    let line = lines.firstIndex(of: .take(focus)) ?? 0
    let first = max(0, min(line - rows / 2, lines.count - rows))
    visible = lines[first..<min(lines.count, first + max(0, rows))]
  }

  private static func pictureLines(of takes: [ViewState.TakeRow]) -> [Line] {
    takes.indices.flatMap { index -> [Line] in
      let above: [Line] = takes[index].join != nil ? [.join(index)] : index > 0 ? [.gap] : []
      let below = Array(repeating: Line.more(index), count: TakePicture.size.rows - 1)
      return above + [.take(index)] + below
    }
  }

  /// The heading, which says what is out of sight: `TAKES 4-9 of 12`.
  var heading: String {
    let shown = visible.compactMap { line -> Int? in
      if case .take(let index) = line { return index }
      return nil
    }
    guard shown.count < takes.count, let first = shown.first, let last = shown.last else {
      return takes.isEmpty ? "TAKES" : "TAKES \(takes.count)"
    }
    return "TAKES \(first + 1)-\(last + 1) of \(takes.count)"
  }

  /// Draws the lines in sight.
  func draw(on grid: inout Grid, rows: Range<Int>, columns: Range<Int>, glyphs: Glyphs) {
    if takes.isEmpty {
      grid.put(
        "none yet", column: columns.lowerBound + 2, row: rows.lowerBound, style: .dim,
        width: columns.count - 2)
      return
    }
    for (row, line) in zip(rows, visible) {
      switch line {
      case .take(let index):
        if hasPictures {
          draw(pictured: index, on: &grid, row: row, columns: columns, glyphs: glyphs)
        } else {
          draw(take: index, on: &grid, row: row, columns: columns, glyphs: glyphs)
        }
      case .more, .gap: continue
      case .join(let index):
        guard let join = takes[index].join else { continue }
        let start = columns.lowerBound + (hasPictures ? Self.textColumn : 3)
        let end = grid.put(glyphs.shared, column: start, row: row, style: .dim)
        let room = columns.upperBound - end - 1
        let isSettled = takes[index].state != .recording
        let text = Self.words(for: join, isSettled: isSettled, room: room)
        grid.put(
          TextWidth.fitted(text, to: room, mark: glyphs.ellipsis), column: end + 1, row: row,
          style: index == selection ? .plain : .dim, width: room)
      }
    }
  }

  /// Marker, number, length, state, what is cut off, and a stroke as long as the take where there
  /// is room.
  private func draw(
    take index: Int, on grid: inout Grid, row: Int, columns: Range<Int>, glyphs: Glyphs
  ) {
    let take = takes[index]
    let isSelected = index == selection
    if isSelected { grid.put(glyphs.marker, column: columns.lowerBound, row: row, style: .key) }
    let number = TextWidth.rightAligned("\(index + 1)", in: 3)
    let length = TextWidth.rightAligned(take.length.text, in: 10)
    var end = grid.put(
      number + length, column: columns.lowerBound + 1, row: row,
      style: isSelected ? .strong : .plain)
    // The state's words take up to 15 cells.
    let strokeColumn = end + 3 + 15
    let (text, style) = Self.word(for: take.state, glyphs: glyphs)
    end = grid.put(text, column: end + 3, row: row, style: style)
    if let cut = Self.cut(of: take, glyphs: glyphs, room: columns.upperBound - end - 1) {
      end = grid.put(cut, column: end + 1, row: row, style: .plain)
    }
    let column = max(strokeColumn, end + 2)
    let room = columns.upperBound - column
    guard room >= 10, columns.upperBound - strokeColumn >= 10 else { return }
    let longest = max(1, takes.map(\.length.nanoseconds).max() ?? 1)
    let share = Double(max(0, take.length.nanoseconds)) / Double(longest)
    // Drawn on one scale for all takes, and cut short behind a long word.
    let cells = max(1, Int((share * Double(columns.upperBound - strokeColumn)).rounded()))
    grid.put(
      String(repeating: glyphs.rule, count: min(cells, room)), column: column, row: row,
      style: .dim)
  }

  /// Columns of marker and picture.
  private static let textColumn = TakePicture.size.columns + 4

  /// Number and length, state and cuts, and the stroke, beside the picture.
  private func draw(
    pictured index: Int, on grid: inout Grid, row: Int, columns: Range<Int>, glyphs: Glyphs
  ) {
    let take = takes[index]
    let isSelected = index == selection
    if isSelected { grid.put(glyphs.marker, column: columns.lowerBound, row: row, style: .key) }
    if let picture = take.thumbnail {
      grid.put(thumbnail: picture, column: columns.lowerBound + 2, row: row)
    }
    let column = columns.lowerBound + Self.textColumn
    let number = "\(index + 1)" + TextWidth.rightAligned(take.length.text, in: 10)
    grid.put(number, column: column, row: row, style: isSelected ? .strong : .plain)
    let (text, style) = Self.word(for: take.state, glyphs: glyphs)
    let end = grid.put(text, column: column, row: row + 1, style: style)
    if let cut = Self.cut(of: take, glyphs: glyphs, room: columns.upperBound - end - 1) {
      grid.put(cut, column: end + 1, row: row + 1)
    }
    let longest = max(1, takes.map(\.length.nanoseconds).max() ?? 1)
    let share = Double(max(0, take.length.nanoseconds)) / Double(longest)
    let cells = max(1, Int((share * Double(columns.upperBound - column)).rounded()))
    grid.put(
      String(repeating: glyphs.rule, count: cells), column: column, row: row + 2, style: .dim)
  }

  /// A transition in words; of one that short takes shorten, both lengths where there is room.
  ///
  /// A running take grows still, so what overlaps it is not settled.
  private static func words(
    for join: ViewState.TakeRow.Join, isSettled: Bool, room: Int
  ) -> String {
    guard isSettled, join.length < join.wished else { return "\(join.name) \(join.wished.text)" }
    let real = "\(join.name) \(join.length.text)"
    let both = "\(join.name) \(join.length.text.prefix { $0 != " " }) of \(join.wished.text)"
    return TextWidth.of(both) <= room ? both : real
  }

  /// Frames cut off beginning and end, or only that there are some where room is short.
  private static func cut(of take: ViewState.TakeRow, glyphs: Glyphs, room: Int) -> String? {
    guard take.cutBeginning > 0 || take.cutEnd > 0 else { return nil }
    let whole = "\(glyphs.scissors)\(take.cutBeginning)+\(take.cutEnd)"
    return [whole, "\(glyphs.scissors)"].first { TextWidth.of($0) <= room }
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
