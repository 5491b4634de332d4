package import Units

/// Which rows of the recorder's screen show what; nil where there is no room for it.
///
/// As the window shrinks things leave in the order of how little they are missed: the live picture,
/// air, the take list, the source facts, the times, the foot line. The state line is always there.
package struct RecorderLayout: Sendable, Hashable {
  /// The state line and the rows around it, all drawn in the state's style.
  package var banner: Range<Int>
  /// The record button at the end of the state line; as high as that, to be hit easily.
  package var button: CellArea?
  /// Time used and time left.
  package var times: Int?
  /// The bar of the budget.
  package var bar: Int?
  /// Take numbers under the bar.
  package var numbers: Int?
  /// Headings of the body.
  package var heading: Int?
  /// Take list and source facts.
  package var body: Range<Int>
  /// How a hold ends.
  package var hold: Int?
  /// Notes and, where there is no row of its own, the question; one or two rows.
  package var note: Range<Int>
  /// The question.
  package var question: Int?
  /// The keys of the moment.
  package var foot: Int?
  /// Columns of the take list; empty when it has to go.
  package var list: Range<Int>
  /// Columns of the source facts.
  package var facts: Range<Int>
  /// Columns inside the margins.
  package var content: Range<Int>
  /// The live picture with the frame around it; nil where there is no room for one.
  package var picture: CellArea?
  /// Rows of the source facts where the take list lies below them.
  private var stackedFactRows = Self.factRows
  /// Lines that there are to say of the sources.
  private let factCount: Int

  /// What is written on the record button.
  ///
  /// Not REC, and no disc: those say that frames flow.
  static let buttonLabel = "[ Record ]"
  /// The state and what SPACE does need this much beside the button.
  private static let stateColumns = 43

  /// Rows of the state line when it is tall.
  private static let tallBanner = 3
  /// Source facts that are worth more than the first rows of a take list.
  package static let factRows = 9

  /// Columns that list and facts need beside the picture; where there is room for more, they get
  /// up to `mostTextColumns`.
  private static let textColumns = 34
  private static let mostTextColumns = 48

  /// Divides a screen of `size` on which `state` is to be shown.
  package init(size: CellSize, of state: ViewState) {
    self.init(
      size: size, widestPicture: state.preview?.widest, facts: SourceFacts(state).facts.count)
  }

  /// Divides a screen of `size`; any size will do.
  ///
  /// A live picture of at most `widestPicture`
  /// columns gets a place where it is worth it; `facts` are the lines about the sources.
  package init(size: CellSize, widestPicture: Int? = nil, facts factCount: Int = Self.factRows) {
    self.factCount = factCount
    let rows = max(0, size.rows)
    let columns = max(0, size.columns)
    let margin = columns >= 60 ? 2 : columns >= 30 ? 1 : 0
    content = margin..<max(margin, columns - margin)
    let isTall = rows >= 20

    // From the top down to the body.
    var top = min(rows, isTall ? Self.tallBanner : 1)
    banner = 0..<top
    func take(_ isThere: Bool, gap: Bool = false) -> Int? {
      guard isThere else { return nil }
      defer { top += gap ? 2 : 1 }
      return gap ? top + 1 : top
    }
    let buttonWidth = TextWidth.of(Self.buttonLabel)
    if rows >= 5, content.count >= Self.stateColumns + buttonWidth {
      button = CellArea(
        columns: content.upperBound - buttonWidth..<content.upperBound, rows: banner)
    }
    times = take(rows >= 5, gap: rows >= 14)
    bar = take(rows >= 3)
    numbers = take(rows >= 12)
    heading = take(rows >= 10, gap: isTall)

    // From the foot up to the body.
    var bottom = rows
    func give(_ isThere: Bool) -> Int? {
      guard isThere else { return nil }
      bottom -= 1
      return bottom
    }
    foot = give(rows >= 2)
    question = give(isTall)
    let lastNote = give(rows >= 4)
    if let lastNote {
      // Two rows for a note while no question needs the second one.
      note = lastNote..<(isTall ? lastNote + 2 : lastNote + 1)
    } else {
      note = bottom..<bottom
    }
    hold = give(rows >= 9)
    if isTall { bottom -= 1 }
    body = top..<max(top, bottom)
    list = 0..<0
    facts = content
    if let widestPicture, isTall, rows >= 24, columns >= 80 {
      divideBody(besidePictureOf: widestPicture)
    } else {
      divideBody()
    }
  }

  /// The picture stands at the right, from the row above the headings to that above the hold line;
  /// facts and list lie one above the other at its left.
  private mutating func divideBody(besidePictureOf widest: Int) {
    body = body.lowerBound..<body.upperBound + 1
    let text = min(Self.mostTextColumns, max(Self.textColumns, content.count * 38 / 100))
    let columns = min(widest, content.count - text - 4)
    let room = body.upperBound - (body.lowerBound - 2)
    // More height than for 4:3 serves upright pictures only, and costs the link more than it shows.
    let rows = min(room - 2, (columns * 3 + 7) / 8)
    picture = CellArea(
      columns: content.upperBound - columns - 2..<content.upperBound,
      rows: body.lowerBound - 2..<body.lowerBound + rows)
    list = content.lowerBound..<content.upperBound - columns - 4
    facts = list
    stackFacts()
  }

  /// The facts get half of what the list's heading leaves, and no more than they need.
  private mutating func stackFacts() {
    stackedFactRows = min(factCount, (body.count - 1 - listGap) / 2)
  }

  /// Air between facts and list.
  private var listGap: Int { picture == nil || body.count > 2 * Self.factRows ? 1 : 0 }

  private mutating func divideBody() {
    // Two columns need 72 cells: the facts' values are about 30 long and their labels 12.
    guard content.count >= 72, body.count >= 3 else {
      if body.count >= Self.factRows + 4 {
        list = content
        stackFacts()
        stackedFactRows = max(stackedFactRows, min(factCount, Self.factRows))
      }
      return
    }
    let factColumns = min(60, max(42, content.count * 55 / 100))
    facts = content.upperBound - factColumns..<content.upperBound
    list = content.lowerBound..<facts.lowerBound - 3
  }

  /// Cells of the live picture that fit inside its frame; nil where there is no place for it.
  package var pictureRoom: CellSize? {
    picture.map { CellSize(columns: $0.columns.count - 2, rows: $0.rows.count - 2) }
  }

  /// Rows of the take list: beside the facts, or below them on a narrow and high screen.
  package var listRows: Range<Int> {
    guard !list.isEmpty else { return body.upperBound..<body.upperBound }
    return isStacked ? body.lowerBound + stackedFactRows + 1 + listGap..<body.upperBound : body
  }

  /// Rows of the source facts.
  package var factRows: Range<Int> {
    isStacked ? body.lowerBound..<body.lowerBound + stackedFactRows : body
  }

  /// True when the take list lies below the facts.
  package var isStacked: Bool { !list.isEmpty && list == facts }
}
