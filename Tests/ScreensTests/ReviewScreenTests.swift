import Frames
import Screens
import Testing
import Units

@Suite struct `a review's screen` {
  private static let sizes = Scenes.sizes

  private var state: ReviewState {
    var state = ReviewState(
      title: "3 takes", frames: 450, rate: .thirty, chapters: [0, 109, 300], chapterWord: "take")
    (state.frame, state.isInRecorder, state.motion) = (172, true, .playing)
    state.hidesTransitions = true
    return state
  }

  /// Paused at the end of a file, with everything there can be to say.
  private var ended: ReviewState {
    var state = ReviewState(
      title: "a film with a name that is much too long for any line.mp4", frames: 108_000,
      rate: .thirty, chapterWord: "chapter")
    (state.frame, state.motion) = (107_999, .ended)
    (state.speed, state.silence) = ("0.5x", "sound off")
    state.note = "No sound: there is no sound card."
    return state
  }

  private func withPicture(_ state: ReviewState, at size: CellSize) -> ReviewState {
    var state = state
    state.preview = .init(widest: 104)
    if let room = ReviewLayout(size: size, widestPicture: 104).pictureRoom {
      let fitted = PictureRoom(blocks: room).fitted(PixelSize(width: 1280, height: 720))
      state.preview?.picture = fitted.flatMap { Scenes.bars($0.pixels) }
    }
    return state
  }

  @Test(arguments: sizes)
  func `looks as agreed`(size: CellSize) {
    let shown = withPicture(state, at: size)
    let grid = ReviewScreen.draw(shown, size: size, glyphs: .unicode)
    expectGolden(grid.text, "review-\(size.columns)x\(size.rows).txt")
    let plain = ReviewScreen.draw(ended, size: size, glyphs: .unicode)
    expectGolden(plain.text, "review-ended-\(size.columns)x\(size.rows).txt")
  }

  @Test func `is pure ASCII where the locale is, and then without a picture`() {
    let size = CellSize(columns: 80, rows: 24)
    let grid = ReviewScreen.draw(withPicture(state, at: size), size: size, glyphs: .ascii)
    #expect(grid.text.utf8.allSatisfy { $0 < 0x80 })
    expectGolden(grid.text, "ascii-review-80x24.txt")
  }

  @Test func `is told from the recorder's by its word, its line and its frame`() {
    let size = CellSize(columns: 80, rows: 24)
    let grid = ReviewScreen.draw(withPicture(state, at: size), size: size, glyphs: .unicode)
    #expect(grid.text.contains("REVIEW   ► PLAYING   SPACE pauses; nothing is recorded"))
    #expect(grid.text.contains("╔═") && !grid.text.contains("┌") && !grid.text.contains("REC"))
    #expect((0..<3).allSatisfy { row in grid.row(row).allSatisfy { $0.style == .review } })
  }

  @Test func `fills its bar with the last frame alone`() {
    let size = CellSize(columns: 80, rows: 24)
    func full(_ frame: Int64) -> Int {
      var state = state
      (state.frame, state.chapters) = (frame, [0])
      return ReviewScreen.draw(state, size: size, glyphs: .unicode).text.count { $0 == "█" }
    }
    #expect(full(0) == 1)
    #expect(full(224) == 38 && full(449) == 76)
    #expect((0..<450).map(full) == (0..<450).map(full).sorted())
  }

  @Test(arguments: [
    (Key.character(" "), ReviewIntent.toggle), (.left, .seek(-5)), (.right, .seek(5)),
    (.character(","), .step(-1)), (.character("."), .step(1)), (.character("<"), .speed(-1)),
    (.character("["), .speed(-1)), (.character(">"), .speed(1)), (.character("]"), .speed(1)),
    (.home, .begin), (.end, .end), (.character("q"), .back), (.escape, .back),
    (.control("c"), .back), (.control("z"), .suspend), (.control("l"), .redraw),
  ])
  func `names what each key asks for`(key: Key, intent: ReviewIntent) {
    #expect(ReviewIntent(key) == intent)
  }

  @Test func `has no key that changes or records anything`() {
    for letter in "sudkjKJxXRarfmci+-pPv?" { #expect(ReviewIntent(.character(letter)) == nil) }
    #expect(ReviewIntent(.enter) == nil && ReviewIntent(.delete) == nil)
  }
}
