package import Units

/// The screen of a review as a function of its state.
package struct ReviewScreen {
  private let state: ReviewState
  private let glyphs: Glyphs
  private let layout: ReviewLayout
  private var grid: Grid

  /// Draws `state` on a screen of `size`; any size will do, down to nothing.
  package static func draw(_ state: ReviewState, size: CellSize, glyphs: Glyphs) -> Grid {
    var state = state
    // Half blocks are not ASCII.
    if glyphs.isASCII { state.preview = nil }
    var screen = ReviewScreen(
      state: state, glyphs: glyphs,
      layout: ReviewLayout(size: size, widestPicture: state.preview?.widest),
      grid: Grid(size: size, isASCII: glyphs.isASCII))
    screen.drawBanner()
    screen.drawPicture()
    screen.drawBar()
    screen.drawTimes()
    screen.drawNote()
    screen.drawFoot()
    return screen.grid
  }

  private var content: Range<Int> { layout.content }

  private mutating func drawBanner() {
    guard !layout.banner.isEmpty else { return }
    grid.fill(rows: layout.banner, style: .review)
    let row = layout.banner.lowerBound + layout.banner.count / 2
    let (shape, word) =
      state.motion == .playing ? (glyphs.playing, "PLAYING") : (glyphs.paused, "PAUSED")
    let text = "REVIEW   \(shape) \(word)"
    var end = grid.put(text, column: content.lowerBound, row: row, style: .review)
    // Without its own row the time is worth more than words.
    let hint =
      layout.times == nil ? "\(state.position.clockText) / \(state.length.clockText)" : hint
    if end + 3 + TextWidth.of(hint) <= content.upperBound {
      end = grid.put(hint, column: end + 3, row: row, style: .review)
    }
    let room = content.upperBound - end - 3
    guard room >= min(8, TextWidth.of(state.title)) else { return }
    grid.put(
      TextWidth.fitted(state.title, to: room, mark: glyphs.ellipsis),
      endingAt: content.upperBound, row: row, style: .review)
  }

  private var hint: String {
    switch state.motion {
    case .playing: state.isInRecorder ? "SPACE pauses; nothing is recorded" : "SPACE pauses"
    case .paused: state.isInRecorder ? "SPACE plays; nothing is recorded" : "SPACE plays"
    case .ended: "the end; SPACE plays it again"
    }
  }

  private mutating func drawPicture() {
    guard let area = layout.picture, let preview = state.preview else { return }
    grid.put(preview, in: area, isRecording: false, isReview: true)
  }

  /// One block per take or chapter with a seam at its end, full up to the position.
  private mutating func drawBar() {
    guard let row = layout.bar, state.frames > 0 else { return }
    let width = content.count
    func cell(_ frame: Int64) -> Int {
      Int(min(Int64(width), roundedQuotient(frame, times: Int64(width), by: state.frames)))
    }
    // The last frame fills the bar, and the first one a cell.
    let full = max(1, cell(state.frame + 1))
    grid.put(
      String(repeating: glyphs.full, count: min(full, width)), column: content.lowerBound,
      row: row, style: .barSelected)
    grid.put(
      String(repeating: glyphs.empty, count: max(0, width - full)),
      column: content.lowerBound + full, row: row, style: .barEmpty)
    var free = content.lowerBound
    for (index, begin) in state.chapters.enumerated() where state.chapters.count > 1 {
      let column = content.lowerBound + cell(begin)
      if index > 0, column > content.lowerBound {
        let isPlayed = column - content.lowerBound <= full
        grid.put(
          glyphs.seam, column: column - 1, row: row, style: isPlayed ? .barSelected : .plain)
      }
      let isShown = index == state.chapter
      let number = isShown ? "\(glyphs.marker)\(index + 1)" : "\(index + 1)"
      guard let numbers = layout.numbers, column >= free,
        column + TextWidth.of(number) <= content.upperBound
      else { continue }
      free = 1 + grid.put(number, column: column, row: numbers, style: isShown ? .key : .dim)
    }
  }

  private mutating func drawTimes() {
    guard let row = layout.times else { return }
    var end = grid.put(
      "\(state.position.clockText) / \(state.length.clockText)", column: content.lowerBound,
      row: row, style: .strong)
    var parts = ["frame \(state.frame + 1) of \(state.frames)"]
    if state.chapters.count > 1 {
      parts.append("\(state.chapterWord) \(state.chapter + 1) of \(state.chapters.count)")
    }
    if state.hidesTransitions { parts.append("plain cuts") }
    if let speed = state.speed { parts.append(speed) }
    if let silence = state.silence { parts.append(silence) }
    for part in parts where end + 3 + TextWidth.of(part) <= content.upperBound {
      end = grid.put(part, column: end + 3, row: row)
    }
  }

  private mutating func drawNote() {
    let transitions =
      state.hidesTransitions ? "Transitions are shown as plain cuts; saving makes them." : nil
    guard let row = layout.note, let note = state.note ?? transitions else { return }
    let end = grid.put("\(glyphs.note) ", column: content.lowerBound, row: row, style: .warning)
    let room = content.upperBound - end
    grid.put(
      TextWidth.fitted(note, to: room, mark: glyphs.ellipsis), column: end, row: row,
      style: .strong, width: room)
  }

  private mutating func drawFoot() {
    guard let row = layout.foot else { return }
    KeyLine(reviewing: state, glyphs: glyphs).draw(on: &grid, row: row, columns: content)
  }
}

extension KeyLine {
  /// The keys of a review.
  fileprivate init(reviewing state: ReviewState, glyphs: Glyphs) {
    self.init(
      hints: [
        Hint(keys: "SPACE", action: state.motion == .playing ? "pause" : "play"),
        Hint(keys: glyphs.sideArrows, action: "5 s"), Hint(keys: ", .", action: "frame"),
        Hint(keys: "< >", action: "speed"), Hint(keys: "Home End", action: "ends"),
      ],
      always: [Hint(keys: "q", action: state.isInRecorder ? "back" : "quit")])
  }
}
