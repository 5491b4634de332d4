package import Units

/// The recorder's screen as a function of its state.
package struct RecorderScreen {
  private let state: ViewState
  private let glyphs: Glyphs
  private let layout: RecorderLayout
  private var grid: Grid

  /// Draws `state` on a screen of `size`; any size will do, down to nothing.
  package static func draw(_ state: ViewState, size: CellSize, glyphs: Glyphs) -> Grid {
    var state = state
    // Half blocks are not ASCII.
    if glyphs.isASCII {
      state.preview = nil
      for index in state.takes.indices { state.takes[index].thumbnail = nil }
    }
    var screen = RecorderScreen(
      state: state, glyphs: glyphs, layout: RecorderLayout(size: size, of: state),
      grid: Grid(size: size, isASCII: glyphs.isASCII))
    screen.drawBanner()
    if state.showsHelp, screen.layout.foot != nil {
      screen.drawHelp()
    } else {
      screen.drawMovie()
      screen.drawBody()
      screen.drawPicture()
      screen.drawHold()
      screen.drawNote()
    }
    screen.drawFoot()
    screen.drawQuestion()
    return screen.grid
  }

  private var content: Range<Int> { layout.content }

  private mutating func drawBanner() {
    guard !layout.banner.isEmpty else { return }
    let word = StateWord(state, glyphs: glyphs)
    let row = layout.banner.lowerBound + layout.banner.count / 2
    let isLoud = word.style == .banner
    if isLoud { grid.fill(rows: layout.banner, style: .banner) }
    var end = grid.put(word.text, column: content.lowerBound, row: row, style: word.style)

    let bound = drawButton(row: row)
    // What the key does is worth more than the rest of the line, unless that is the only time shown.
    let right = rightOfBanner
    let rightWidth = TextWidth.of(right)
    let reserved = layout.times == nil ? rightWidth + 2 : 0
    if end + 3 + TextWidth.of(word.hint) + reserved <= bound {
      end = grid.put(word.hint, column: end + 3, row: row, style: isLoud ? .banner : .plain)
    }
    if end + 1 + rightWidth <= bound {
      grid.put(right, endingAt: bound, row: row, style: isLoud ? .banner : .dim)
    }
  }

  /// Draws the button where it can be pressed; returns where the rest of the line ends.
  private mutating func drawButton(row: Int) -> Int {
    guard state.hasTargets, let button = layout.button
    else { return content.upperBound }
    grid.put(
      RecorderLayout.buttonLabel, column: button.columns.lowerBound, row: row, style: .button)
    return button.columns.lowerBound - 3
  }

  private var rightOfBanner: String {
    switch state.phase {
    case .saved(_, let length, _) where layout.times == nil:
      return length.clockText
    case .saving(_, let timeLeft) where layout.times == nil:
      return timeLeft.map(Amounts.roughly) ?? ""
    case _ where layout.times == nil:
      guard let budget = state.budget else { return state.used.clockText }
      return "\(Amounts.left(of: budget, used: state.used).clockText) left"
    case .recording:
      guard let take = state.takes.last else { return "" }
      return "take \(state.takes.count)   \(take.length.clockText)"
    case .ready, .starting, .paused:
      return state.live?.words ?? state.preroll?.words ?? "rushes"
    default:
      return "rushes"
    }
  }

  /// The rows about the movie as a whole: times, bar and take numbers, or what became of it.
  private mutating func drawMovie() {
    switch state.phase {
    case .saved(let path, let length, let bytes):
      drawSaved(path: path, length: length, bytes: bytes)
    case .saving(let fraction, let timeLeft):
      let left = timeLeft.map { "about \(Amounts.roughly($0)) left" } ?? ""
      let count = state.takes.count
      drawTimes("joining \(count) take\(count == 1 ? "" : "s")", state.used.clockText, left)
      if let bar = layout.bar {
        grid.put(fraction: fraction, row: bar, columns: content, glyphs: glyphs)
      }
    case .ready, .starting, .recording, .paused:
      if let budget = state.budget {
        let left = Amounts.left(of: budget, used: state.used)
        drawTimes(
          "\(state.used.clockText) of \(budget.clockText)", takeCount, "\(left.clockText) left")
      } else {
        drawTimes("\(state.used.clockText) used", takeCount, "no limit")
      }
      drawBar()
    }
  }

  /// How many takes there are; where the list is out of sight also which one is selected.
  private var takeCount: String {
    let count = state.takes.count
    if let selection = state.selection, layout.list.isEmpty, count > 0 {
      return "\(glyphs.marker)\(selection + 1) of \(count) take\(count == 1 ? "" : "s")"
    }
    return count == 0 ? "" : "\(count) take\(count == 1 ? "" : "s")"
  }

  private mutating func drawTimes(_ left: String, _ middle: String, _ right: String) {
    guard let row = layout.times else { return }
    let end = grid.put(left, column: content.lowerBound, row: row, style: .strong)
    let begin = content.upperBound - TextWidth.of(right)
    guard begin > end else { return }
    grid.put(right, column: begin, row: row, style: .strong)
    let column = end + 3
    if column + TextWidth.of(middle) + 2 <= begin {
      grid.put(middle, column: column, row: row, style: .dim)
    }
  }

  private mutating func drawBar() {
    guard let row = layout.bar else { return }
    // A take that cannot be read is not in the movie.
    let bar = BudgetBar(
      takes: state.takes.map { $0.state == .bad ? .zero : $0.length },
      overlaps: state.takes.map { $0.join?.length ?? .zero }, budget: state.budget,
      width: content.count)
    let styles: [Style] = state.takes.enumerated().map { index, take in
      switch take.state {
      case .recording: .barRunning
      case .bad: .bad
      case .finishing, .ready, .reframed: index == state.selection ? .barSelected : .barFilled
      }
    }
    grid.put(bar, styles: styles, row: row, columns: content, glyphs: glyphs)
    if let numbers = layout.numbers { drawNumbers(under: bar, row: numbers) }
  }

  /// Numbers each block that is wide enough for it, and marks the selected one.
  private mutating func drawNumbers(under bar: BudgetBar, row: Int) {
    var taken: [Range<Int>] = []
    func put(_ text: String, at index: Int, _ style: Style) {
      let column = content.lowerBound + bar.blocks[index].lowerBound / BudgetBar.eighthsPerCell
      // A blank lies between two of them.
      let place = column..<column + TextWidth.of(text) + 1
      guard place.upperBound <= content.upperBound + 1,
        !taken.contains(where: { $0.overlaps(place) })
      else { return }
      grid.put(text, column: column, row: row, style: style)
      taken.append(place)
    }
    let selection = state.selection.flatMap { bar.blocks.indices.contains($0) ? $0 : nil }
    if let selection { put("\(glyphs.marker)\(selection + 1)", at: selection, .key) }
    for index in bar.blocks.indices where index != selection {
      put("\(index + 1)", at: index, .dim)
    }
  }

  private mutating func drawSaved(path: String, length: MediaTime, bytes: Int64) {
    guard let first = movieRows.first else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var facts = " (\(length.text), \(Amounts.bytes(bytes)))"
    let question = ". Review? [Enter] [Esc]"
    // Half a name says more than none.
    func leavesRoom(_ text: String) -> Bool { content.count >= TextWidth.of("Saved " + text) + 8 }
    if leavesRoom(facts + question) {
      facts += question
    } else if !leavesRoom(facts) {
      facts = ""
    }
    let room = content.count - TextWidth.of("Saved " + facts)
    let title = "Saved " + TextWidth.fitted(name, to: room, mark: glyphs.ellipsis) + facts
    grid.put(title, column: content.lowerBound, row: first, style: .strong)
    let last = first + movieRows.count + borrowedRows
    for (row, line) in zip(first + 1..<last, savedPath) {
      grid.put(line, column: content.lowerBound, row: row)
    }
  }

  /// The rows that tell of the movie as a whole.
  private var movieRows: [Int] { [layout.times, layout.bar, layout.numbers].compactMap { $0 } }

  /// The path of the saved movie, in full, in lines.
  private var savedPath: [String] {
    guard case .saved(let path, _, _) = state.phase else { return [] }
    return TextWidth.wrapped(path, to: content.count)
  }

  /// Rows of the body that a long path takes on small screens.
  private var borrowedRows: Int {
    guard layout.heading == nil, layout.times != nil else { return 0 }
    return max(0, min(layout.body.count, savedPath.count + 1 - movieRows.count))
  }

  private mutating func drawBody() {
    let list = TakeList(state, rows: layout.listRows.count, columns: layout.list.count)
    if let row = layout.heading {
      if !layout.list.isEmpty, !layout.isStacked {
        drawHeading(list.heading, row: row, columns: layout.list)
      }
      drawHeading("SOURCES", row: row, columns: layout.facts)
    }
    if layout.isStacked {
      drawHeading(list.heading, row: layout.listRows.lowerBound - 1, columns: layout.list)
    }
    if !layout.listRows.isEmpty {
      list.draw(on: &grid, rows: layout.listRows, columns: layout.list, glyphs: glyphs)
    }
    let rows = layout.factRows.dropFirst(borrowedRows)
    grid.put(
      SourceFacts(state, rows: rows.count), rows: rows, columns: layout.facts, glyphs: glyphs)
  }

  private mutating func drawPicture() {
    guard let area = layout.picture, let preview = state.preview else { return }
    grid.put(preview, in: area, isRecording: state.phase == .recording)
  }

  private mutating func drawHeading(_ title: String, row: Int, columns: Range<Int>) {
    let end = grid.put(title, column: columns.lowerBound, row: row, style: .strong)
    let line = String(repeating: glyphs.rule, count: max(0, columns.upperBound - end - 1))
    grid.put(line, column: end + 1, row: row, style: .dim)
  }

  private mutating func drawHold() {
    guard let row = layout.hold else { return }
    let held = state.isHeldByMouse ? "release of the mouse button" : state.hold
    let text = state.isLatched ? "with the next tap of \(state.holdKey)" : held
    guard !text.isEmpty else { return }
    let label = state.live == nil ? "Hold ends:" : "Shutter:"
    let end = grid.put(label, column: content.lowerBound, row: row, style: .dim)
    let room = content.upperBound - end - 1
    grid.put(
      TextWidth.fitted(text, to: room, mark: glyphs.ellipsis), column: end + 1, row: row,
      style: state.isLatched ? .strong : .plain, width: room)
  }

  private mutating func drawNote() {
    guard let note = state.note, let first = layout.note.first else { return }
    // An open question needs its row.
    let rows = state.question == nil ? layout.note.count : 1
    let sign = grid.put("\(glyphs.note) ", column: content.lowerBound, row: first, style: .warning)
    let room = content.upperBound - sign
    let lines = TextWidth.wrapped(note, to: room)
    for offset in 0..<min(rows, lines.count) {
      let isLast = offset == rows - 1
      let text = isLast ? lines[offset...].joined(separator: " ") : lines[offset]
      grid.put(
        TextWidth.fitted(text, to: room, mark: glyphs.ellipsis), column: sign,
        row: first + offset, style: .strong, width: room)
    }
  }

  private mutating func drawHelp() {
    let bottom = layout.foot ?? layout.banner.upperBound
    var top = layout.banner.upperBound
    if bottom - top >= KeyLine.helpRows + 2 {
      drawHeading("KEYS", row: top, columns: content)
      top += 2
    }
    KeyLine.drawAll(
      on: &grid, rows: top..<max(top, bottom), columns: content, glyphs: glyphs,
      holdKey: state.holdKey)
  }

  private mutating func drawFoot() {
    guard let row = layout.foot else { return }
    KeyLine(state).draw(on: &grid, row: row, columns: content)
  }

  /// The question takes the best row there is; on the smallest screens the keys or even the state
  /// give way, because nothing goes on until it is answered.
  private mutating func drawQuestion() {
    guard let question = state.question else { return }
    let row = layout.question ?? layout.note.first ?? layout.foot ?? 0
    let needsKeys = layout.note.isEmpty
    grid.fill(rows: row..<row + 1)
    let text = needsKeys ? "\(question) y/n" : " \(question) "
    let mark = needsKeys ? "\(glyphs.ellipsis) y/n" : glyphs.ellipsis
    grid.put(
      TextWidth.fitted(text, to: content.count, mark: mark), column: content.lowerBound, row: row,
      style: .question, width: content.count)
  }
}
