/// The screen of a terminal as its bytes build it up: as much of xterm as ncurses makes use of.
///
/// Attributes are read over; what stands where in which colours is kept, and so are the modes a
/// program has to put back before it ends.
package struct VTScreen: Sendable {
  /// Columns.
  package private(set) var columns: Int
  /// Rows.
  package private(set) var rows: Int
  /// What the program asked the terminal to be.
  package private(set) var modes = VTModes()
  /// Questions the program asked, in order, to be answered by the terminal's keeper.
  package internal(set) var questions: [VTQuestion] = []
  /// Device control strings, without their beginnings and ends, which multiplexers look into.
  package internal(set) var deviceControls: [[UInt8]] = []
  /// Bytes taken so far.
  package private(set) var byteCount = 0
  /// True when the alternate screen was entered at least once.
  package private(set) var sawAlternateScreen = false

  /// Where the next character goes, from 0.
  package internal(set) var cursor = (column: 0, row: 0)
  /// A character in the last column leaves the cursor there until the next one comes.
  var isWrapPending = false
  var cells: [[VTCell]]
  /// Colours of what is printed or erased next.
  var colours = VTColours()
  var region: Range<Int>
  /// What DECSC keeps, for each screen by itself as in xterm; 1049 keeps the main one's.
  private var savedCursors = (main: (column: 0, row: 0), alternate: (column: 0, row: 0))
  var savedCursor: (column: Int, row: Int) {
    get { modes.isAlternateScreen ? savedCursors.alternate : savedCursors.main }
    set {
      if modes.isAlternateScreen {
        savedCursors.alternate = newValue
      } else {
        savedCursors.main = newValue
      }
    }
  }
  var graphics = VTGraphics()
  private var mainCells: [[VTCell]] = []
  private var parser = VTParser()

  /// The character last printed, which REP repeats.
  var lastCharacter: Character = " "

  /// Stands in the right half of a wide character.
  static let continuation: Character = "\u{0}"

  /// An empty screen.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    region = 0..<rows
    cells = Self.blank(columns, rows)
  }

  static func blank(
    _ columns: Int, _ rows: Int, _ colours: VTColours = VTColours()
  ) -> [[VTCell]] {
    let blank = VTCell(character: " ", colours: VTColours(background: colours.background))
    return Array(repeating: Array(repeating: blank, count: columns), count: rows)
  }

  /// The lines without trailing blanks.
  package var lines: [String] {
    cells.map { row in
      var line = String(row.map(\.character).filter { $0 != Self.continuation })
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  /// The whole screen as text.
  package var text: String { lines.joined(separator: "\n") }

  /// The picture in pixels; nil when there is none.
  package var graphicPicture: VTPicture? { graphics.shown }

  /// Pictures in pixels that were shown so far.
  package var graphicCount: Int { graphics.count }

  /// True when `text` stands on one of the lines.
  package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// The window got another size: rows and columns are cut or added at the end, as xterm does.
  package mutating func resize(columns: Int, rows: Int) {
    func fit(_ cells: [[VTCell]]) -> [[VTCell]] {
      var fitted = Self.blank(columns, rows)
      for row in 0..<min(rows, cells.count) {
        for column in 0..<min(columns, cells[row].count) {
          fitted[row][column] = cells[row][column]
        }
      }
      return fitted
    }
    cells = fit(cells)
    mainCells = fit(mainCells)
    (self.columns, self.rows) = (columns, rows)
    region = 0..<rows
    move(column: cursor.column, row: cursor.row)
  }

  /// Takes what the program wrote.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      byteCount += 1
      guard let token = parser.take(byte) else { continue }
      apply(token)
    }
  }

  private mutating func apply(_ token: VTParser.Token) {
    switch token {
    case .print(let character): put(character)
    case .control(let byte): control(byte)
    case .escape(let bytes): escape(bytes)
    case .sequence(let sequence): sequenceArrived(sequence)
    case .deviceControl(let bytes):
      deviceControls.append(bytes)
      graphics.sixel(bytes, at: cursor)
    case .systemCommand(let bytes): graphics.systemCommand(bytes, at: cursor)
    case .application(let bytes) where bytes.first == UInt8(ascii: "G"):
      if let question = graphics.kitty(bytes, at: cursor) { questions.append(question) }
    case .application: break
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: move(column: cursor.column - 1, row: cursor.row)
    case 0x09: move(column: (cursor.column / 8 + 1) * 8, row: cursor.row)
    case 0x0a, 0x0b, 0x0c: lineFeed()
    case 0x0d: move(column: 0, row: cursor.row)
    default: break
    }
  }

  private mutating func escape(_ bytes: [UInt8]) {
    switch bytes {
    case [UInt8(ascii: "7")]: savedCursor = cursor
    case [UInt8(ascii: "8")]: move(column: savedCursor.column, row: savedCursor.row)
    case [UInt8(ascii: "D")]: lineFeed()
    case [UInt8(ascii: "E")]:
      lineFeed()
      move(column: 0, row: cursor.row)
    case [UInt8(ascii: "M")]: reverseLineFeed()
    case [UInt8(ascii: "c")]: self = VTScreen(columns: columns, rows: rows)
    // Character sets, keypad modes.
    default: break
    }
  }

  private mutating func sequenceArrived(_ sequence: VTSequence) {
    if let change = VTModeChange(sequence) {
      let wasAlternate = modes.isAlternateScreen
      modes.apply(change)
      if wasAlternate != modes.isAlternateScreen { graphics.clear() }
      if wasAlternate != modes.isAlternateScreen { switchScreens() }
    } else if let question = VTQuestion(sequence, modes: modes, cursor: cursor) {
      questions.append(question)
    } else {
      draw(sequence)
    }
  }

  private mutating func switchScreens() {
    if modes.isAlternateScreen {
      sawAlternateScreen = true
      savedCursors.main = cursor
      mainCells = cells
      cells = Self.blank(columns, rows)
    } else {
      cells = mainCells
      move(column: savedCursor.column, row: savedCursor.row)
    }
  }
}
