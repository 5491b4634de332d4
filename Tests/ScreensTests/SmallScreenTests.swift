import Screens
import Testing
import Units

@Suite struct `a screen of any size` {
  @Test(arguments: Scenes.all.map(\.name))
  func `is drawn without a trap`(scene: String) {
    for columns in [0, 1, 2, 3, 7, 19, 29, 30, 59, 60, 75, 76, 80, 131, 300] {
      for rows in 0...50 {
        let size = CellSize(columns: columns, rows: rows)
        let grid = RecorderScreen.draw(Scenes.named(scene), size: size, glyphs: .unicode)
        #expect(grid.cells.count == columns * rows)
      }
    }
  }

  @Test func `always says that it records, and only then`() {
    for size in Scenes.sizes where size.columns >= 5 {
      for (name, state) in Scenes.all {
        let text = RecorderScreen.draw(state, size: size, glyphs: .unicode).text
        #expect(text.contains("● REC") == (state.phase == .recording), "\(name) at \(size)")
      }
    }
  }

  @Test func `shows no REC before the first frame`() {
    var state = Scenes.recording
    state.phase = .starting
    state.takes = []
    let text = RecorderScreen.draw(
      state, size: CellSize(columns: 80, rows: 24), glyphs: .unicode
    ).text
    #expect(!text.contains("REC") && text.contains("STARTING"))
  }

  @Test func `asks its question wherever a word fits`() {
    for size in Scenes.sizes where size.columns >= 20 {
      let text = RecorderScreen.draw(Scenes.question, size: size, glyphs: .unicode).text
      #expect(text.contains("Quit while"), "at \(size)")
      #expect(text.contains("y"), "at \(size)")
    }
  }

  @Test func `lets no name command the terminal`() {
    var state = Scenes.ready
    state.camera.name = "evil\u{1b}[2J\u{9b}31m\u{202e}name\r\n"
    let grid = RecorderScreen.draw(
      state, size: CellSize(columns: 80, rows: 24), glyphs: .unicode)
    #expect(
      grid.cells.allSatisfy { cell in
        cell.character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      })
    #expect(grid.text.contains("evil?[2J?31mname?"))
  }

  @Test func `survives numbers that mean nothing`() {
    var state = Scenes.saving
    state.phase = .saving(fraction: .nan, timeLeft: .milliseconds(-5))
    state.camera.measuredRate = .infinity
    state.budget = .zero
    state.used = .milliseconds(-1)
    state.selection = 99
    let size = CellSize(columns: 80, rows: 24)
    #expect(
      RecorderScreen.draw(state, size: size, glyphs: .unicode).text.contains("SAVING 0 %"))
    state.phase = .paused
    state.takes = [.init(length: .milliseconds(-5), state: .ready)]
    #expect(RecorderScreen.draw(state, size: size, glyphs: .unicode).text.contains("PAUSED"))
  }
}
