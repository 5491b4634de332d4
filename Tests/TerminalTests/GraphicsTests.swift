import Frames
import Screens
import Support
import Testing
import Units

@testable import Terminal

extension `a terminal session` {
  private static let cells = CellSize(columns: 30, rows: 8)

  /// A screen with room for a picture of 30x8 cells.
  private func screen(_ hasRoom: Bool = true) -> Grid {
    var state = ViewState(
      camera: .init(name: "camera", asked: "", got: "", isTestPicture: false), microphone: nil)
    state.preview = .init(widest: 104)
    if hasRoom { state.preview?.room = Self.cells }
    return RecorderScreen.draw(state, size: CellSize(columns: 80, rows: 24), glyphs: .unicode)
  }

  private func changed(_ grid: Grid) -> Grid {
    var grid = grid
    grid.put("elsewhere", column: 3, row: 20)
    return grid
  }

  private func drawing(_ form: PictureDrawing.Form, _ bytes: [UInt8]) -> PictureDrawing {
    let picture = PreviewPicture(
      cells: Self.cells, size: PixelSize(width: 2, height: 1), pixels: Array(1...6))
    return PictureDrawing(picture, form, bytes)
  }

  /// One that the terminal takes for a sixel picture of 300x160 pixels.
  private static let sixel = Array("\u{1b}Pq\"1;1;300;160#0;2;99;0;0~\u{1b}\\".utf8)

  @Test(arguments: [
    (PtyTerminal.Kind.graphicKitty, PictureCarrier.kitty(sharesMemory: true)),
    (.distantKitty, .kitty(sharesMemory: false)), (.iterm, .iterm),
    (.vt340, .sixel(colours: 256)), (.foot, .blocks), (.xterm, .blocks),
  ])
  func `finds out by asking how pictures come, and leaves no memory behind`(
    kind: PtyTerminal.Kind, carrier: PictureCarrier
  ) throws {
    let rig = try Rig(kind)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForChoice()?.carrier == carrier)
    #expect(rig.onLane { $0.questionMemory.isGone })
    #expect(rig.terminal.hasWritten("\u{1b}[?1;1;0S") == [.iterm, .vt340, .foot].contains(kind))
    #expect(!rig.inputs.contains(.statusReport))
  }

  @Test(arguments: [Multiplexer.tmux, .screen])
  func `asks nothing of the kind inside of a multiplexer`(multiplexer: Multiplexer) throws {
    let rig = try Rig(
      multiplexer == .tmux ? .tmuxInKitty : .screenInKitty, multiplexer: multiplexer)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForChoice()?.carrier == .blocks)
    #expect(!rig.terminal.hasWritten("_G"))
  }

  @Test func `shows a picture from shared memory, the next one, and takes it away`() throws {
    let rig = try Rig(.graphicKitty)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForChoice()?.carrier == .kitty(sharesMemory: true))
    for number: UInt8 in 1...3 {
      let bytes = [UInt8](repeating: number, count: 6)
      #expect(rig.onLane { $0.draw(screen(), picture: drawing(.pixels, bytes)) })
      #expect(rig.terminal.wait { $0.graphicPicture?.bytes == bytes })
    }
    let shown = try #require(rig.terminal.screen.graphicPicture)
    let area = try #require(screen().pictureArea)
    #expect(shown.column == area.columns.lowerBound && shown.row == area.rows.lowerBound)
    #expect(shown.columns == 30 && shown.rows == 8 && shown.width == 2)
    #expect(rig.onLane { $0.memory.isGone }, "the terminal has removed it")
    #expect(rig.onLane { $0.draw(screen(false)) })
    #expect(rig.terminal.wait { $0.graphicPicture == nil && $0.contains("no picture yet") })
  }

  @Test(arguments: [
    (PtyTerminal.Kind.distantKitty, PictureDrawing.Form.png), (.iterm, .jpeg), (.vt340, .sixel),
  ])
  func `shows it by the line, and writes over where that is needed`(
    kind: PtyTerminal.Kind, form: PictureDrawing.Form
  ) throws {
    let rig = try Rig(kind)
    defer { rig.close() }
    try rig.enter()
    let bytes = form == .sixel ? Self.sixel : [UInt8](repeating: 9, count: 9000)
    #expect(rig.onLane { $0.draw(screen(), picture: drawing(form, bytes)) })
    #expect(rig.terminal.wait { $0.graphicPicture?.rows == 8 })
    #expect(rig.terminal.screen.graphicPicture?.columns == 30)
    // The cursor of ncurses was put back: what changes next comes where it belongs.
    let other = changed(screen())
    #expect(rig.onLane { $0.draw(other) })
    #expect(rig.terminal.wait { $0.text + "\n" == other.text })
    #expect(rig.terminal.screen.graphicPicture != nil)
    let without = screen(false)
    #expect(rig.onLane { $0.draw(without) })
    #expect(rig.terminal.wait { $0.graphicPicture == nil && $0.text + "\n" == without.text })
  }

  @Test func `draws it again after the screen was cleared, and at the place of another size`()
    throws
  {
    let rig = try Rig(.vt340)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.draw(screen(), picture: drawing(.sixel, Self.sixel)) })
    #expect(rig.terminal.wait { $0.graphicPicture != nil })
    rig.onLane { $0.redraw() }
    #expect(rig.onLane { $0.draw(screen()) })
    #expect(rig.terminal.wait { $0.graphicCount == 2 && $0.graphicPicture != nil })
  }

  @Test func `goes on by the line when the terminal cannot read the memory`() throws {
    let rig = try Rig(.graphicKitty)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.waitForChoice()?.carrier == .kitty(sharesMemory: true))
    rig.terminal.type("\u{1b}_Gi=\(KittyGraphics.picture),p=1;ENOENT:no such memory\u{1b}\\")
    #expect(
      rig.waitForInputs {
        $0.contains(.graphics(picture: KittyGraphics.picture, isGood: false))
      })
    #expect(rig.waitForChoice()?.carrier == .kitty(sharesMemory: false))
  }

  @Test(arguments: [PtyTerminal.Kind.graphicKitty, .vt340])
  func `leaves no picture behind, nor a word of it for the next program`(
    kind: PtyTerminal.Kind
  ) throws {
    let rig = try Rig(kind)
    defer { rig.close() }
    try rig.enter()
    _ = rig.waitForChoice()
    let picture =
      kind == .vt340 ? drawing(.sixel, Self.sixel) : drawing(.pixels, [1, 2, 3, 4, 5, 6])
    #expect(rig.onLane { $0.draw(screen(), picture: picture) })
    #expect(rig.terminal.wait { $0.graphicPicture != nil })
    rig.onLane { $0.suspend() }
    #expect(rig.terminal.wait { $0.graphicPicture == nil && !$0.modes.isAlternateScreen })
    rig.onLane { $0.resume() }
    #expect(rig.onLane { $0.draw(screen(), picture: picture) })
    #expect(rig.terminal.wait { $0.graphicPicture != nil })
    rig.session.leave()
    #expect(rig.terminal.wait { $0.graphicPicture == nil && !$0.modes.isAlternateScreen })
    if kind == .graphicKitty { #expect(rig.terminal.hasWritten(KittyGraphics.delete)) }
    #expect(rig.terminal.unread.isEmpty && rig.onLane { $0.memory.isGone })
  }

  @Test func `promises to take a picture away from the first one on`() throws {
    let will = try #require(WillFile())
    let rig = try Rig(.graphicKitty, will: will)
    defer { rig.close() }
    try rig.enter()
    _ = rig.waitForChoice()
    #expect(will.read()?.sequences.contains(KittyGraphics.delete) == false)
    let picture = drawing(.pixels, [1, 2, 3, 4, 5, 6])
    #expect(rig.onLane { $0.draw(screen(), picture: picture) })
    #expect(will.read()?.sequences.contains("\u{1b}[?1049h\(KittyGraphics.delete)") == true)
  }
}
