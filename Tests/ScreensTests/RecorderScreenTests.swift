import Screens
import Support
import Testing
import Units

@Suite struct `the recorder's screen` {
  @Test(arguments: Scenes.all.map(\.name), Scenes.sizes)
  func `looks as agreed`(scene: String, size: CellSize) {
    let grid = RecorderScreen.draw(Scenes.named(scene), size: size, glyphs: .unicode)
    let name = "\(scene)-\(size.columns)x\(size.rows).txt"
    expectGolden(grid.text, name)
  }

  @Test(arguments: Scenes.all.map(\.name))
  func `is pure ASCII where the locale is`(scene: String) {
    var state = Scenes.named(scene)
    state.camera.name = "Kamera für Übersicht 摄像头"
    let grid = RecorderScreen.draw(
      state, size: CellSize(columns: 80, rows: 24), glyphs: .ascii)
    #expect(grid.text.utf8.allSatisfy { $0 < 0x80 })
    expectGolden(grid.text, "ascii-\(scene)-80x24.txt")
  }

  @Test func `labels the test picture, and says there is no camera only where there is none`() {
    var state = Scenes.noMicrophone
    func text() -> String {
      RecorderScreen.draw(state, size: CellSize(columns: 80, rows: 24), glyphs: .unicode).text
    }
    #expect(text().contains("TEST PICTURE: no camera"))
    state.camera.isSubstitute = false
    #expect(text().contains("TEST PICTURE"))
    #expect(!text().contains("no camera"))
  }

  @Test func `says that another program holds the take, and what ends it`() {
    var state = Scenes.named("recording")
    (state.isByControl, state.isLatched) = (true, false)
    func text() -> String {
      RecorderScreen.draw(state, size: CellSize(columns: 80, rows: 24), glyphs: .unicode).text
    }
    #expect(text().contains("● REC   by ctl, until its release"))
    state.isLatched = true
    #expect(text().contains("● REC   by ctl; tap SPACE to stop"))
  }

  @Test(arguments: ["recording", "paused", "question", "joined"])
  func `means what its styles say`(scene: String) {
    let grid = RecorderScreen.draw(
      Scenes.named(scene), size: CellSize(columns: 80, rows: 24), glyphs: .unicode)
    expectGolden(grid.styleText, "styles-\(scene)-80x24.txt")
  }
}

/// Fails the test with the differing lines unless `text` is what the golden file says.
func expectGolden(_ text: String, _ name: String) {
  guard let difference = Golden.difference(of: text, from: name, beside: #filePath) else { return }
  Issue.record(Comment(rawValue: difference))
}
