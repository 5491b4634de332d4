import Frames
import Testing
import Units

@Suite struct `the room of a picture` {
  private let grain = PixelSize(width: 10, height: 20)
  private let cells = CellSize(columns: 60, rows: 20)
  private let film = PixelSize(width: 1280, height: 720)

  @Test(arguments: [(1280, 720, 38, 11), (720, 1280, 12, 11), (1, 1, 22, 11), (1280, 128, 38, 2)])
  func `of half blocks keeps the shape`(width: Int, height: Int, columns: Int, rows: Int) throws {
    let room = PictureRoom(blocks: CellSize(columns: 38, rows: 11))
    let found = try #require(room.fitted(PixelSize(width: width, height: height)))
    #expect(found.cells == CellSize(columns: columns, rows: rows))
    #expect(found.pixels == PixelSize(width: columns, height: 2 * rows))
  }

  @Test func `fills whole cells, and no more pixels than it may where the terminal stretches`()
    throws
  {
    let room = PictureRoom(cells: cells, grain: grain, most: 57_600, isStretched: true)
    let found = try #require(room.fitted(film))
    #expect(found.cells == CellSize(columns: 60, rows: 17))
    #expect((56_000...57_600).contains(found.pixels.area))
    let shape = Double(found.pixels.width) / Double(found.pixels.height)
    #expect(abs(shape - 600.0 / 340) < 0.02)
  }

  @Test func `has no more pixels than the camera`() throws {
    let room = PictureRoom(cells: cells, grain: grain, isStretched: true)
    let found = try #require(room.fitted(PixelSize(width: 160, height: 90)))
    #expect(found.cells == CellSize(columns: 60, rows: 17))
    #expect(found.pixels.area <= 160 * 90)
  }

  @Test func `has fewer cells where pixels are not stretched`() throws {
    let room = PictureRoom(cells: cells, grain: grain, most: 57_600, isStretched: false)
    let found = try #require(room.fitted(film))
    #expect(found.cells == CellSize(columns: 32, rows: 9))
    #expect(found.pixels == PixelSize(width: 320, height: 180))
  }

  @Test func `is none without cells, pixels or a picture`() {
    let none = CellSize(columns: 0, rows: 5)
    let flat = PixelSize(width: 0, height: 2)
    #expect(PictureRoom(blocks: none).fitted(film) == nil)
    #expect(PictureRoom(cells: cells, grain: flat, isStretched: true).fitted(film) == nil)
    #expect(PictureRoom(blocks: cells).fitted(flat) == nil)
  }
}
