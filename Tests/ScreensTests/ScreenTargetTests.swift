import Screens
import Testing
import Units

@Suite struct `what the mouse finds on the screen` {
  private let size = CellSize(columns: 80, rows: 24)

  /// Cells at which `state` offers `target`.
  private func cells(
    of target: ScreenTarget, in state: ViewState, size: CellSize
  ) -> [(column: Int, row: Int)] {
    (-1...size.rows).flatMap { row in
      (-1...size.columns).filter {
        ScreenTarget(column: $0, row: row, in: state, size: size) == target
      }
      .map { (column: $0, row: row) }
    }
  }

  @Test func `is the record button, wherever it is drawn`() throws {
    for size in Scenes.sizes {
      for (name, state) in Scenes.all {
        let grid = RecorderScreen.draw(state, size: size, glyphs: .unicode)
        let found = cells(of: .record, in: state, size: size)
        #expect(grid.text.contains("[ Record ]") == !found.isEmpty, "\(name) at \(size)")
        guard let first = found.first, let last = found.last else { continue }
        let row = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("[ Record ]") }
        #expect((first.row...last.row).contains(try #require(row)), "\(name) at \(size)")
        #expect(last.column - first.column + 1 == 10)
      }
    }
  }

  @Test func `is the button in every state in which it works`() {
    let without = Scenes.all.filter { cells(of: .record, in: $0.state, size: size).isEmpty }
    #expect(without.map(\.name) == ["saving", "question", "help"])
    #expect(cells(of: .record, in: Scenes.ready, size: CellSize(columns: 60, rows: 15)).count == 10)
  }

  @Test func `is nothing where the mouse is left to the terminal`() {
    var state = Scenes.paused
    state.hasMouse = false
    #expect(cells(of: .record, in: state, size: size).isEmpty)
    #expect(cells(of: .take(1), in: state, size: size).isEmpty)
    #expect(
      !RecorderScreen.draw(state, size: size, glyphs: .unicode).text.contains("[ Record ]"))
  }

  @Test func `is a take on the line that shows it`() throws {
    for state in [Scenes.paused, Scenes.scrolled, Scenes.joined] {
      let lines = RecorderScreen.draw(state, size: size, glyphs: .unicode).text
        .split(separator: "\n", omittingEmptySubsequences: false)
      for index in state.takes.indices {
        let rows = Set(cells(of: .take(index), in: state, size: size).map(\.row))
        let length = state.takes[index].length.text
        let row = lines.indices.first {
          lines[$0].contains(" \(index + 1) ") && lines[$0].contains(length)
        }
        #expect(row.map { rows.contains($0) } ?? rows.isEmpty, "take \(index + 1)")
      }
    }
  }

  @Test func `names who holds`() {
    var state = Scenes.recording
    state.isLatched = false
    state.isHeldByMouse = true
    let text = RecorderScreen.draw(state, size: size, glyphs: .unicode).text
    #expect(text.contains("let go of the button to stop"))
    #expect(text.contains("Hold ends: release of the mouse button"))
  }
}
