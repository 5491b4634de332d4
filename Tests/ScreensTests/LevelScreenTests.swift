import Recording
import Screens
import Testing
import Units

@Suite struct `levels on the screen` {
  private let large = CellSize(columns: 80, rows: 24)

  private func lines(_ state: ViewState, _ size: CellSize, _ glyphs: Glyphs = .unicode)
    -> [Substring]
  {
    RecorderScreen.draw(state, size: size, glyphs: glyphs).text.split(separator: "\n")
  }

  /// What stands in a line behind this label.
  private func value(
    of label: String, in state: ViewState, at size: CellSize, _ glyphs: Glyphs = .unicode
  ) -> String? {
    for line in lines(state, size, glyphs) {
      guard let range = line.firstRange(of: label) else { continue }
      return String(line[range.upperBound...].drop { $0 == " " })
    }
    return nil
  }

  private func state(_ levels: [Levels.Channel]) -> ViewState {
    var state = Scenes.ready
    state.microphone?.levels = Levels(channels: levels)
    return state
  }

  /// 25 cells for 60 dB, so that one of them stands for 2.4 dB.
  @Test(
    arguments: [
      (-60, -60, -60, "························· -- "),
      (-.infinity, -.infinity, -.infinity, "························· -- "),
      (-59, -59, -59, "▆························  -59"),
      (-36, -24, -12, "▆▆▆▆▆▆▆▆▆▆▃▃▃▃▃····│·····  -12"),
      (-30, -6, -6, "▆▆▆▆▆▆▆▆▆▆▆▆▆▃▃▃▃▃▃▃▃▃▃··   -6"),
      (-9, 0, 0, "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▃▃▃    0"), (0, 3, 3, "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆    3"),
    ] as [(Double, Double, Double, String)])
  func `are drawn to scale`(mean: Double, peak: Double, held: Double, bar: String) {
    let state = state([
      Scenes.level(mean, peak, held), Scenes.level(-.infinity, -.infinity, -.infinity),
    ])
    let expected = bar.replacing(" -- ", with: "   --")
    #expect(value(of: "  left", in: state, at: large) == expected)
    #expect(value(of: "  right", in: state, at: large) == "·························   --")
  }

  @Test func `have a scale whose numbers stand where those levels end`() throws {
    for (number, cells) in [(-40, 9), (-20, 17), (0, 25)] {
      let level = Scenes.level(Double(number), Double(number), Double(number))
      let state = state([level, level])
      let bar = try #require(value(of: "  left", in: state, at: large))
      #expect(bar.prefix { $0 == "▆" }.count == cells)
      let scale = try #require(value(of: "  dBFS", in: state, at: large))
      let end = try #require(scale.firstRange(of: " \(number)")?.upperBound)
      #expect(scale.distance(from: scale.startIndex, to: end) == cells)
    }
  }

  @Test func `share one bar where there is little room or one channel`() {
    let (left, right) = (Scenes.level(-40, -30, -20), Scenes.level(-50, -20, -20))
    let small = CellSize(columns: 60, rows: 15)
    #expect(value(of: "  level", in: state([left]), at: large)?.contains("-20") == true)
    #expect(value(of: "  left", in: state([left, right]), at: small) == nil)
    // The mean of the one and the peak of the other.
    let bar = value(of: "  level", in: state([left, right]), at: small)
    #expect(bar == value(of: "  level", in: state([Scenes.level(-40, -20, -20)]), at: small))
    let many = state([left, left, right, left])
    #expect(value(of: "  level", in: many, at: large)?.contains("-20") == true)
  }

  @Test func `take the place of the microphone's name before they go`() {
    let tiny = CellSize(columns: 40, rows: 8)
    let bar = value(of: "Microphone", in: Scenes.ready, at: tiny)
    #expect(bar?.hasSuffix("-9") == true && bar?.contains("▆▃") == true)
    #expect(value(of: "Microphone", in: Scenes.silent, at: tiny) == "NO SOUND for 7 s")
    #expect(value(of: "Microphone", in: Scenes.lost, at: tiny) == "LOST: no sound")
    #expect(value(of: "Microphone", in: Scenes.noMicrophone, at: tiny) == "no microphone: no sound")
  }

  @Test func `are shown and marked while the microphone is muted`() {
    for size in Scenes.sizes where size.columns >= 40 {
      let text = RecorderScreen.draw(Scenes.muted, size: size, glyphs: .unicode).text
      #expect(text.contains("MUTED ▆") && text.contains("▃"), "\(size)")
    }
    let grid = RecorderScreen.draw(Scenes.muted, size: large, glyphs: .unicode)
    let bars = grid.cells.filter { "▃│".contains($0.character) }
    #expect(!bars.isEmpty && bars.allSatisfy { $0.style == .dim }, "none of it gets into takes")
  }

  @Test func `say in a word that samples were cut off`() {
    for size in Scenes.sizes where size.columns >= 40 {
      #expect(
        RecorderScreen.draw(Scenes.clipping, size: size, glyphs: .ascii).text.contains("CLIP"))
    }
  }

  @Test func `are told apart without colour`() {
    let bar = value(of: "  left", in: Scenes.ready, at: large, .ascii)
    #expect(bar == "#################===.|...   -9")
  }

  @Test func `are no bar where it would be too short`() {
    for columns in 1...30 {
      let size = CellSize(columns: columns, rows: 8)
      #expect(RecorderScreen.draw(Scenes.muted, size: size, glyphs: .unicode).cells.count > 0)
    }
  }
}

@Suite struct `the offset of the sound` {
  @Test(
    arguments: [
      (0, 0, "within 0.1 ms"), (40_000, 0, "within 0.1 ms"), (60_000, 0, "0.1 ms late"),
      (-1_249_000, 35, "1.2 ms early, 35 ppm corrected"),
      (-12_000, -120, "within 0.1 ms, -120 ppm corrected"),
    ] as [(Int64, Int, String)])
  func `is told in tenths of a millisecond`(nanoseconds: Int64, correction: Int, words: String) {
    let offset = SoundOffset(
      late: MediaTime(nanoseconds: nanoseconds), correction: correction)
    #expect(Amounts.offset(offset.rounded) == words)
  }

  @Test(
    arguments: [
      (0, "0 kbit/s"), (839_600, "840 kbit/s"), (999_700, "1.0 Mbit/s"), (5_240_000, "5.2 Mbit/s"),
      (99_960_000, "100 Mbit/s"), (124_000_000, "124 Mbit/s"), (.infinity, "?"),
    ] as [(Double, String)])
  func `and the bitrate have as many digits as count`(rate: Double, words: String) {
    #expect(Amounts.bitrate(rate) == words)
  }
}
