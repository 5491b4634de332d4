import Units

/// Keeps account of the picture that the terminal shows in pixels: where it is drawn, when it has to
/// be taken away, and when it must be drawn again.
///
/// It lies over cells that the grid leaves blank (`Grid.pictureArea`), so text never has to be told
/// of it.
package struct Easel: Sendable {
  /// What goes to the terminal with an update of the cells.
  package struct Step: Sendable, Hashable {
    /// Before the cells: takes the old picture away.
    package var erasure: [UInt8] = []
    /// Behind the cells: what to draw, and where.
    package var drawing: PictureDrawing?
    package var area: CellArea?
    /// Behind the cells as well: a picture in half blocks, as far as it has changed.
    package var blocks: [UInt8] = []

    /// True when there is nothing to do.
    package var isEmpty: Bool { erasure.isEmpty && drawing == nil && blocks.isEmpty }
  }

  private var drawing: PictureDrawing?
  /// Where it stands on the screen.
  private var place: CellArea?
  private var isDamaged = false
  /// What is shown of one in half blocks.
  private var blocks = HalfBlocks()

  /// Begins without a picture.
  package init() {}

  /// True while the terminal holds a picture.
  package var isShown: Bool { place != nil }

  /// The screen now has `area` free for a picture, and there may be a new one.
  package mutating func show(_ new: PictureDrawing?, in area: CellArea?) -> Step {
    if let new { drawing = new }
    guard let area, let drawing, drawing.cells == area.size else {
      return Step(erasure: takeAway())
    }
    var step = Step()
    if place != area { step.erasure = takeAway() }
    let isAnew = isDamaged || place != area
    if drawing.form == .blocks {
      if isAnew { blocks.forget() }
      let changes = new != nil || isAnew ? blocks.bytes(of: drawing, at: area) : []
      if !changes.isEmpty { step.blocks = Self.kept(changes) }
    } else if new != nil || isAnew {
      (step.drawing, step.area) = (drawing, area)
    }
    (place, isDamaged) = (area, false)
    return step
  }

  /// The screen was cleared, and the picture with it.
  package mutating func cleared() { isDamaged = true }

  /// What takes the picture off the screen; nothing when there is none.
  package mutating func takeAway() -> [UInt8] {
    guard let place, let drawing else { return [] }
    self.place = nil
    switch drawing.form {
    case .pixels, .png: return Array(KittyGraphics.delete.utf8)
    case .jpeg, .sixel, .blocks: return Self.kept(Self.blanks(over: place))
    }
  }

  /// Forgets everything, for a terminal that was given back.
  package mutating func clear() { self = Easel() }

  /// The sequences that draw at a place; those of shared memory need its name.
  package static func bytes(
    of drawing: PictureDrawing, at area: CellArea, memory: String? = nil
  ) -> [UInt8] {
    let payload: [UInt8]
    switch drawing.form {
    case .pixels: payload = KittyGraphics.show(drawing, inMemory: memory ?? "")
    case .png: payload = KittyGraphics.show(drawing)
    case .jpeg: payload = inlineImage(drawing)
    case .sixel: payload = drawing.bytes
    case .blocks: return []
    }
    return kept(cursor(column: area.columns.lowerBound, row: area.rows.lowerBound) + payload)
  }

  /// `OSC 1337 ; File = … : base64 BEL`, stretched over its cells; the cursor is put back by who
  /// does not know that it is to stay.
  private static func inlineImage(_ drawing: PictureDrawing) -> [UInt8] {
    let keys =
      "inline=1;size=\(drawing.bytes.count);width=\(drawing.cells.columns);"
      + "height=\(drawing.cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1b}]1337;File=\(keys):".utf8) + Base64.encoded(drawing.bytes) + [0x07]
  }

  /// Glyphs in every cell: pixels stay where a line is only cleared, in some terminals.
  private static func blanks(over area: CellArea) -> [UInt8] {
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: area.columns.count)
    return area.rows.reduce(into: Array("\u{1b}[m".utf8)) { bytes, row in
      bytes += cursor(column: area.columns.lowerBound, row: row) + blanks
    }
  }

  /// CUP to a cell, both from 0.
  static func cursor(column: Int, row: Int) -> [UInt8] {
    Array("\u{1b}[\(row + 1);\(column + 1)H".utf8)
  }

  /// With cursor and colours afterwards as ncurses believes them to be (DECSC, DECRC).
  private static func kept(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1b}7".utf8) + bytes + Array("\u{1b}8".utf8)
  }
}
