/// The keys the screen tells about: a few in the foot line, all of them in the help.
struct KeyLine {
  /// A key and what it does.
  struct Hint {
    /// The key by its name.
    let keys: String
    /// What it does, in a word or two.
    let action: String
  }

  /// The hints of the moment, the most useful first.
  private let hints: [Hint]
  /// What is shown as long as anything is.
  private let always: [Hint]

  /// These hints, the most useful first, and those that go last.
  init(hints: [Hint], always: [Hint]) {
    self.hints = hints
    self.always = always
  }

  /// The hints for `state`.
  init(_ state: ViewState) {
    let help = Hint(keys: "?", action: "help")
    let quit = Hint(keys: "q", action: "quit")
    always = state.mode == .question ? [] : state.mode == .help ? [quit] : [help, quit]
    hints =
      switch state.mode {
      case .question: [Hint(keys: "y", action: "yes"), Hint(keys: "n", action: "no")]
      case .help: [Hint(keys: "Esc", action: "close")]
      case .saving: [Hint(keys: "Esc", action: "cancel")]
      case .normal, .saved: Self.hints(for: state)
      }
  }

  private static func hints(for state: ViewState) -> [Hint] {
    let budget = Hint(keys: "+ -", action: "budget")
    let mute = Hint(keys: "m", action: "mute")
    let camera = Hint(keys: "c", action: "camera")
    let framing = Hint(keys: "a r f", action: "framing")
    if state.live != nil {
      return [
        Hint(keys: state.holdKey, action: "live photo"), Hint(keys: "v", action: "takes"),
        Hint(keys: "y", action: "still"), mute, camera, framing,
      ]
    }
    switch state.phase {
    case .recording, .starting:
      return [Hint(keys: state.holdKey, action: "stop")]
    case .saved:
      return [
        Hint(keys: "Enter", action: "review"), Hint(keys: "Esc", action: "no"),
        Hint(keys: state.holdKey, action: "next movie"), budget, mute, camera, framing,
      ]
    case .ready, .paused, .saving:
      let record = Hint(keys: state.holdKey, action: "record")
      if state.takes.isEmpty { return [record, budget, mute, camera, framing] }
      var hints = [
        record, Hint(keys: "s", action: "save"), Hint(keys: "u", action: "undo"),
        Hint(keys: "d", action: "delete"), Hint(keys: "J K", action: "move"),
      ]
      if state.takes.count > 1 { hints.append(Hint(keys: "x", action: "transition")) }
      return hints + [
        Hint(keys: "p", action: "review"), Hint(keys: "[ ]", action: "trim"), budget, mute, camera,
        framing,
      ]
    }
  }

  /// Draws as many hints as fit; help and quit are the last to go.
  func draw(on grid: inout Grid, row: Int, columns: Range<Int>) {
    var shown = hints
    while shown.count > 1, Self.width(of: shown + always) > columns.count { shown.removeLast() }
    var column = columns.lowerBound
    for hint in shown + always {
      let width = Self.width(of: [hint])
      guard column + width <= columns.upperBound else { break }
      let end = grid.put(hint.keys, column: column, row: row, style: .key)
      grid.put(hint.action, column: end + 1, row: row, style: .dim)
      column += width + 3
    }
  }

  private static func width(of hints: [Hint]) -> Int {
    hints.reduce(-3) { $0 + TextWidth.of($1.keys) + 1 + TextWidth.of($1.action) + 3 }
  }

  /// A key of the help: what it does in a phrase, and in a word where room is short.
  private struct Entry {
    let keys: String
    let phrase: String
    let word: String
  }

  private static func entries(glyphs: Glyphs, holdKey: String) -> [Entry] {
    [
      Entry(keys: holdKey, phrase: "hold to record; or tap twice", word: "record"),
      Entry(keys: "s Enter", phrase: "save the movie", word: "save"),
      Entry(keys: "u", phrase: "undo the last take", word: "undo"),
      Entry(keys: "d", phrase: "delete the selected take", word: "delete"),
      Entry(keys: "\(glyphs.arrows) k j", phrase: "select a take", word: "select"),
      Entry(keys: "K J", phrase: "move it up or down the list", word: "move"),
      Entry(keys: "p P", phrase: "review the take, all takes", word: "review"),
      Entry(keys: "x X", phrase: "transition into it, into all", word: "transition"),
      Entry(keys: "[ { ] }", phrase: "trim its ends, give back", word: "trim"),
      Entry(keys: "R", phrase: "delete all takes, start over", word: "start over"),
      Entry(keys: "+ -", phrase: "budget by 5 s", word: "budget"),
      Entry(keys: "a", phrase: "crop: square, 16:9 and more", word: "crop"),
      Entry(keys: "r", phrase: "rotate by 90 degrees", word: "rotate"),
      Entry(keys: "f", phrase: "mirror, upside down", word: "mirror"),
      Entry(keys: "m", phrase: "mute the microphone", word: "mute"),
      Entry(keys: "c", phrase: "next camera, test picture", word: "camera"),
      Entry(keys: "i", phrase: "next input of the camera", word: "input"),
      Entry(keys: "v", phrase: "live photos, or takes again", word: "live photo"),
      Entry(keys: "y", phrase: "save the picture as a still", word: "still"),
      Entry(keys: "Esc", phrase: "cancel saving, close this", word: "cancel"),
      Entry(keys: "Ctrl-L", phrase: "draw the screen anew", word: "redraw"),
      Entry(keys: "Ctrl-Z", phrase: "suspend", word: "suspend"),
      Entry(keys: "q", phrase: "quit; takes are kept", word: "quit"),
      Entry(keys: "?", phrase: "this help", word: "help"),
    ]
  }

  /// Rows that the whole help needs in one column.
  static let helpRows = entries(glyphs: .ascii, holdKey: "").count

  /// Draws all keys into `rows`, by words and in several columns when the rows are few.
  static func drawAll(
    on grid: inout Grid, rows: Range<Int>, columns: Range<Int>, glyphs: Glyphs, holdKey: String
  ) {
    let all = entries(glyphs: glyphs, holdKey: holdKey)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let wanted = (all.count + rows.count - 1) / rows.count
    let count = min(wanted, max(1, columns.count / 18))
    let width = columns.count / count
    // Columns of one height, where they hold all.
    let height = min(rows.count, (all.count + count - 1) / count)
    let (isTerse, keyWidth) = (width < 38, count == 1 ? 14 : 9)
    for (index, entry) in all.enumerated() where index / height < count {
      let row = rows.lowerBound + index % height
      let column = columns.lowerBound + index / height * width
      let end = grid.put(entry.keys, column: column, row: row, style: .key, width: width - 1)
      let start = max(end + 1, column + keyWidth)
      let room = column + width - start
      let text = isTerse ? entry.word : entry.phrase
      grid.put(
        TextWidth.fitted(text, to: room, mark: glyphs.ellipsis), column: start, row: row,
        width: room)
    }
  }
}
