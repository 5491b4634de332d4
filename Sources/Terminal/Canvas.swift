import CNcurses
import Glibc
import Screens
import Units

/// The screen as ncurses draws it: grids in, the shortest way from one to the next out.
///
/// It stays on the screen lane; ncurses has one current screen for the whole process.
struct Canvas: ~Copyable {
  private let screen: OpaquePointer
  private let files: [UnsafeMutablePointer<FILE>]
  private var theme: Theme
  /// True when the type cannot place the cursor, and all is drawn on one line.
  let isOneLine: Bool
  /// True when unknown CSI sequences may be sent to it.
  let speaksCSI: Bool
  private(set) var size: CellSize
  private var drawn: Grid?
  private var pairs: ColourPairs?
  private let drawing: DrawnBytes?

  /// Prepares the screen with newterm: initscr would end the process when it cannot.
  static func open(
    type: String, input: Int32, output: Int32, allowsColour: Bool, size: CellSize
  ) throws(TerminalError) -> Canvas {
    var colours: Int32 = 0
    let placing = ccurses_placing_of(type, output, &colours)
    guard placing != CCURSES_UNKNOWN else {
      throw TerminalError(.openScreen, .unknownType, subject: type)
    }
    if placing == CCURSES_ONE_LINE { filter() } else { nofilter() }
    let files = [(input, "r"), (output, "w")].compactMap { fdopen(dup($0.0), $0.1) }
    guard files.count == 2,
      let screen = Signal.keepingDefaults({ newterm(type, files[1], files[0]) })
    else {
      for file in files { fclose(file) }
      throw TerminalError(.openScreen, .unknownType, subject: type)
    }
    var canvas = Canvas(
      screen: screen, files: files, placing: placing,
      drawing: DrawnBytes(of: fileno(files[1]), terminal: output),
      theme: allowsColour && has_colors() ? .colour : .monochrome)
    canvas.prepare(size)
    return canvas
  }

  private init(
    screen: OpaquePointer, files: [UnsafeMutablePointer<FILE>], placing: ccurses_placing,
    drawing: consuming DrawnBytes?, theme: Theme
  ) {
    self.drawing = drawing
    self.screen = screen
    self.files = files
    self.theme = theme
    isOneLine = placing == CCURSES_ONE_LINE
    speaksCSI = placing == CCURSES_CSI
    size = CellSize(columns: 80, rows: 24)
  }

  deinit {
    delscreen(screen)
    for file in files { fclose(file) }
  }

  private mutating func prepare(_ size: CellSize) {
    // Every key as a byte, Ctrl-C and Ctrl-Z included, Enter as CR.
    raw()
    noecho()
    nonl()
    curs_set(0)
    leaveok(ccurses_stdscr(), true)
    // Else ncurses puts an update off whenever a key waits, and keys are not its business.
    typeahead(-1)
    if theme.hasColour {
      start_color()
      use_default_colors()
      theme.hasManyColours = ccurses_colours() >= 256
      pairs = ColourPairs()
      makePairs()
    }
    resize(to: size)
    // The alternate screen is entered with the first update; modes are set on it afterwards.
    doupdate()
  }

  /// Gives the theme's pairs their colours, on a background of the terminal's own.
  private func makePairs() {
    for colour in Theme.Colour.allCases {
      let number = theme.number(of: colour)
      init_extended_pair(Int32(colour.rawValue), pairs?.colour(number) ?? Int32(number), -1)
    }
  }

  /// Adopts what the background is like; true when the next drawing is a full one for it.
  mutating func adopt(_ ground: Ground) -> Bool {
    guard ground != theme.ground, theme.hasColour else { return false }
    theme.ground = ground
    makePairs()
    forget()
    return true
  }

  /// True when there are colours enough for a picture.
  var hasPictureColours: Bool { pairs != nil }

  /// Colours that the type has; 0 when none are wanted.
  var colours: Int { theme.hasColour ? Int(ccurses_colours()) : 0 }

  /// Adopts a new size; the next drawing is a full one.
  mutating func resize(to newSize: CellSize) {
    size = CellSize(
      columns: max(1, newSize.columns), rows: isOneLine ? 1 : max(1, newSize.rows))
    resizeterm(Int32(size.rows), Int32(size.columns))
    forget()
  }

  /// Draws everything anew next time, whatever is believed to be on the screen.
  mutating func forget() {
    drawn = nil
    werase(ccurses_stdscr())
    clearok(ccurses_curscr(), true)
    wnoutrefresh(ccurses_stdscr())
  }

  /// Sends a row anew with the next drawing, whatever is believed to be there.
  mutating func distrust(row: Int) {
    wredrawln(ccurses_stdscr(), Int32(row), 1)
    drawn = nil
  }

  /// Hands `grid` to ncurses; false when nothing has changed since the last one.
  mutating func prepare(_ grid: Grid) -> Bool {
    guard grid != drawn else { return false }
    for row in 0..<min(size.rows, grid.size.rows) {
      let cells = grid.row(row).prefix(size.columns)
      let before = drawn?.size == grid.size ? drawn?.row(row).prefix(size.columns) : nil
      guard let changed = Self.changes(from: before, to: cells) else { continue }
      var wide: [cchar_t] = []
      for cell in cells[changed] where !cell.isContinuation { wide.append(wideCell(cell)) }
      let column = changed.lowerBound - cells.startIndex
      mvwadd_wchnstr(ccurses_stdscr(), Int32(row), Int32(column), wide, Int32(wide.count))
    }
    drawn = grid
    wnoutrefresh(ccurses_stdscr())
    return true
  }

  /// Sends what was prepared, and waits until the terminal has room for it.
  ///
  /// After `close` it sets ncurses' line settings again as well.
  func update() { doupdate() }

  /// What has to be sent for what was prepared; sent already, and empty, where it cannot be caught.
  func drawnBytes() -> [UInt8] {
    switch drawing {
    case .some(let drawing): return drawing.caught { doupdate() }
    case .none:
      doupdate()
      return []
    }
  }

  /// Leaves the alternate screen and gives the line its settings back (endwin); `update` undoes it.
  func close() { endwin() }

  /// Sets ncurses' line settings again, which a shell may have changed meanwhile.
  func reassert() { reset_prog_mode() }

  /// From the first to the last cell that is another one; nil when all are the same.
  private static func changes(
    from before: ArraySlice<Cell>?, to cells: ArraySlice<Cell>
  ) -> Range<Int>? {
    guard let before else { return cells.isEmpty ? nil : cells.indices }
    guard var first = cells.indices.first(where: { cells[$0] != before[$0] }),
      var last = cells.indices.last(where: { cells[$0] != before[$0] })
    else { return nil }
    // Wide characters are put as a whole.
    while first > cells.startIndex, cells[first].isContinuation { first -= 1 }
    while last + 1 < cells.endIndex, cells[last + 1].isContinuation { last += 1 }
    return first..<last + 1
  }

  private mutating func wideCell(_ cell: Cell) -> cchar_t {
    if let colours = cell.colours { return piece(cell.character, colours) }
    let look = theme.look(of: cell.style)
    var attributes = attr_t(0)
    if look.isBold { attributes |= ccurses_bold() }
    if look.isDim { attributes |= ccurses_dim() }
    if look.isReversed { attributes |= ccurses_reverse() }
    let pair = look.colour?.rawValue ?? 0
    var wide = cchar_t()
    let scalars = cell.character.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
    // Refuses what is more than a letter with a few accents, such as joined emoji.
    if setcchar(&wide, scalars, attributes, pair, nil) == ERR {
      setcchar(&wide, [0x3f, 0], attributes, pair, nil)
    }
    return wide
  }

  /// A cell of a picture; blank where the terminal has not the colours.
  private mutating func piece(_ character: Character, _ colours: CellColours) -> cchar_t {
    let pair = pairs?.number(of: colours)
    let scalar = pair == nil ? " " : character.unicodeScalars.first ?? " "
    var wide = cchar_t()
    setcchar(&wide, [wchar_t(bitPattern: scalar.value), 0], 0, pair ?? 0, nil)
    return wide
  }
}
