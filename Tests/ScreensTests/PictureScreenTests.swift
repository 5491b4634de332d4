import Frames
import Screens
import Testing
import Units

@Suite struct `the live picture on the screen` {
  /// As big a picture of a camera as a screen of `size` has room for.
  private func state(
    _ scene: String, of camera: PixelSize = PixelSize(width: 1280, height: 720), at size: CellSize,
    widest: Int = 104
  ) -> ViewState {
    var state = Scenes.named(scene)
    state.preview = .init(widest: widest)
    guard let room = RecorderLayout(size: size, of: state).pictureRoom else { return state }
    state.preview?.picture = PictureRoom(blocks: room).fitted(camera)
      .flatMap { Scenes.bars($0.pixels) }
    return state
  }

  @Test(
    arguments: ["recording", "scrolled", "saved", "help"],
    [CellSize(columns: 132, rows: 43), CellSize(columns: 100, rows: 28)])
  func `looks as agreed`(scene: String, size: CellSize) {
    let grid = RecorderScreen.draw(state(scene, at: size), size: size, glyphs: .unicode)
    expectGolden(grid.text, "picture-\(scene)-\(size.columns)x\(size.rows).txt")
  }

  @Test(arguments: Scenes.sizes)
  func `is paused or not there yet in words`(size: CellSize) {
    var state = state("paused", at: size)
    state.preview?.word = "picture paused: slow link"
    let paused = RecorderScreen.draw(state, size: size, glyphs: .unicode)
    expectGolden(paused.text, "picture-word-\(size.columns)x\(size.rows).txt")
    state.preview = .init(widest: 104)
    let absent = RecorderScreen.draw(state, size: size, glyphs: .unicode)
    expectGolden(absent.text, "picture-absent-\(size.columns)x\(size.rows).txt")
  }

  @Test func `is framed heavily while frames flow into a take`() {
    let size = CellSize(columns: 80, rows: 24)
    let grid = RecorderScreen.draw(state("recording", at: size), size: size, glyphs: .unicode)
    expectGolden(grid.text, "picture-recording-80x24.txt")
    expectGolden(grid.styleText, "styles-picture-recording-80x24.txt")
    let idle = RecorderScreen.draw(state("paused", at: size), size: size, glyphs: .unicode)
    #expect(grid.text.contains("┏") && !idle.text.contains("┏") && idle.text.contains("┌"))
  }

  @Test(arguments: [
    (PixelSize(width: 1280, height: 720), 38, 11), (PixelSize(width: 640, height: 480), 29, 11),
    (PixelSize(width: 720, height: 1280), 12, 11), (PixelSize(width: 1280, height: 128), 38, 2),
  ])
  func `keeps the movie's shape`(camera: PixelSize, columns: Int, rows: Int) {
    let size = CellSize(columns: 80, rows: 24)
    let state = state("ready", of: camera, at: size)
    #expect(state.preview?.picture?.size == CellSize(columns: columns, rows: rows))
    let grid = RecorderScreen.draw(state, size: size, glyphs: .unicode)
    #expect(grid.cells.count { $0.colours != nil } == columns * rows)
  }

  @Test func `is there from 80x24 on, no wider than the link allows, and disturbs nothing`() throws
  {
    for columns in 70...200 {
      for rows in 20...60 {
        let size = CellSize(columns: columns, rows: rows)
        let layout = RecorderLayout(size: size, widestPicture: 104)
        let isThere = columns >= 80 && rows >= 24
        #expect((layout.picture != nil) == isThere, "\(size)")
        guard let area = layout.picture else { continue }
        #expect(area.columns.lowerBound > layout.list.upperBound)
        #expect(area.columns.upperBound <= layout.content.upperBound)
        let room = try #require(layout.pictureRoom)
        #expect((38...104).contains(room.columns) && room.rows >= 11)
        let above = try #require(layout.numbers)
        let below = try #require(layout.hold)
        #expect((above + 1..<below).contains(area.rows.lowerBound))
        #expect(area.rows.upperBound <= below)
        #expect(layout.listRows.count >= 5 && layout.factRows.count >= 5)
        #expect(layout.listRows.upperBound <= below)
        let narrow = RecorderLayout(size: size, widestPicture: 40)
        #expect(narrow.pictureRoom.map { $0.columns <= 40 && $0.rows <= 15 } == true)
      }
    }
  }

  @Test func `gives way to a word where there is none, to the keys, and to plain ASCII`() {
    let size = CellSize(columns: 80, rows: 24)
    var state = state("paused", at: size)
    func text(_ glyphs: Glyphs = .unicode) -> String {
      RecorderScreen.draw(state, size: size, glyphs: glyphs).text
    }
    #expect(text().contains("▄"))
    #expect(!text(.ascii).contains("▄"))
    state.preview?.word = "picture paused: slow link"
    #expect(text().contains("picture paused: slow link") && !text().contains("▄"))
    state.preview = .init(widest: 104)
    #expect(text().contains("no picture yet"))
    state = self.state("help", at: size)
    #expect(!text().contains("▄"))
  }
}
