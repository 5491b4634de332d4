import Frames
import Screens
import Testing
import Units

@Suite struct `pictures in the list of takes` {
  private let large = CellSize(columns: 132, rows: 43)

  private func state(
    _ scene: String, takes: Int? = nil, of movie: PixelSize = PixelSize(width: 1280, height: 720)
  ) -> ViewState {
    var state = Scenes.named(scene)
    if let takes { state.takes = Array(state.takes.prefix(takes)) }
    let size = PictureRoom(blocks: TakePicture.size).fitted(movie)?.pixels
    for index in state.takes.indices where state.takes[index].state != .bad {
      state.takes[index].thumbnail = size.flatMap(Scenes.bars)
    }
    return state
  }

  private func grid(_ state: ViewState, _ size: CellSize, _ glyphs: Glyphs = .unicode) -> Grid {
    RecorderScreen.draw(state, size: size, glyphs: glyphs)
  }

  @Test(arguments: ["paused", "joined", "error", "recording"])
  func `look as agreed`(scene: String) {
    expectGolden(grid(state(scene), large).text, "thumbnails-\(scene)-132x43.txt")
  }

  @Test(arguments: [CellSize(columns: 132, rows: 43), CellSize(columns: 100, rows: 28)])
  func `are beside the live picture where there is room`(size: CellSize) {
    var state = state("paused")
    state.preview = .init(widest: 104)
    let picture = RecorderLayout(size: size, of: state).pictureRoom.flatMap {
      PictureRoom(blocks: $0).fitted(PixelSize(width: 1280, height: 720)).flatMap {
        Scenes.bars($0.pixels)
      }
    }
    state.preview?.picture = picture
    let name = "thumbnails-picture-\(size.columns)x\(size.rows).txt"
    expectGolden(grid(state, size).text, name)
  }

  @Test(arguments: [(1280, 720, 11), (640, 480, 8), (720, 1280, 3)])
  func `have the movie's shape`(width: Int, height: Int, columns: Int) {
    let grid = grid(state("paused", of: PixelSize(width: width, height: height)), large)
    #expect(grid.cells.count { $0.colours != nil } == 3 * columns * 3)
  }

  @Test func `never put a take out of sight`() {
    for rows in 20...60 {
      for columns in [80, 100, 132, 160] {
        for scene in ["paused", "joined", "scrolled", "error"] {
          let size = CellSize(columns: columns, rows: rows)
          let (with, without) = (
            grid(state(scene), size).text, grid(Scenes.named(scene), size).text
          )
          func takes(_ text: String) -> Int {
            text.matches(of: /(✓|✗|…) (ready|bad|finishing|to be framed)/).count
          }
          #expect(takes(with) == takes(without), "\(scene) at \(size)")
        }
      }
    }
  }

  @Test func `are clicked as their takes are`() {
    var state = state("joined")
    state.takes[2].join = nil
    let text = grid(state, large).text.split(separator: "\n", omittingEmptySubsequences: false)
    let found = text.indices.map { row in
      ScreenTarget(column: 5, row: row, in: state, size: large)
    }
    let takes = found.compactMap { target -> Int? in
      if case .take(let index) = target { return index }
      return nil
    }
    // Three rows each, and one more for those with a transition.
    #expect(takes == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4])
  }

  @Test func `give way to plain lines in ASCII`() {
    let plain = grid(state("paused"), large, .ascii)
    #expect(plain.cells.allSatisfy { $0.colours == nil })
    #expect(plain.text == grid(Scenes.named("paused"), large, .ascii).text)
  }
}
