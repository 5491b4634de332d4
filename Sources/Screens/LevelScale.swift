import Recording
import Units

/// Where on the screen a level meter has which level: a bar from -60 to 0 dBFS, and a number behind.
struct LevelScale {
  /// The bar; empty where only the number has room.
  let bar: Range<Int>
  /// The number, or what stands in its place.
  let number: Range<Int>
  /// The word that the microphone is muted; nil when it is not, or there is no room.
  let mark: Range<Int>?
  /// True while nothing of what is shown gets into takes.
  let isMuted: Bool

  /// As long as "CLIP" and "-60" with a blank.
  private static let numberWidth = 4
  static let muted = "MUTED"
  static let clipped = "CLIP"
  /// With fewer cells to a bar it says less than the number.
  private static let shortestBar = 6

  /// Divides some columns of a row.
  init(columns: Range<Int>, isMuted: Bool) {
    self.isMuted = isMuted
    let markWidth = isMuted ? Self.muted.count + 1 : 0
    let hasBar = columns.count >= markWidth + Self.shortestBar + 1 + Self.numberWidth
    let start = min(columns.lowerBound + markWidth, columns.upperBound)
    mark = isMuted ? columns.lowerBound..<start : nil
    number = max(start, columns.upperBound - Self.numberWidth)..<columns.upperBound
    bar = hasBar ? start..<number.lowerBound - 1 : start..<start
  }

  /// How many cells of the bar a level fills: none at its bottom, all from full scale on.
  func cells(of level: Decibels) -> Int {
    guard level > Levels.floor else { return 0 }
    let share = 1 - min(.full, level).value / Levels.floor.value
    // Whole decibels lie on the borders between cells, where rounding must not decide.
    return min(bar.count, Int((share * Double(bar.count) - 1e-9).rounded(.up)))
  }

  /// The level at the end of a cell of the bar.
  func level(ofCell cell: Int) -> Decibels {
    Decibels(Levels.floor.value * (1 - Double(cell + 1) / Double(bar.count)))
  }
}

extension Grid {
  /// Draws a level: mean, peak and held peak by their signs, loud ones also by their style.
  mutating func put(_ level: Levels.Channel, on scale: LevelScale, row: Int, glyphs: Glyphs) {
    if let mark = scale.mark {
      put(
        LevelScale.muted, column: mark.lowerBound, row: row, style: .warning, width: mark.count)
    }
    let (mean, peak) = (scale.cells(of: level.mean), scale.cells(of: level.peak))
    let held = scale.cells(of: level.held) - 1
    for cell in 0..<scale.bar.count {
      let sign =
        cell < mean
        ? glyphs.mean : cell < peak ? glyphs.swing : cell == held ? glyphs.held : glyphs.quiet
      let isReached = cell < max(mean, peak) || cell == held
      put(
        sign, column: scale.bar.lowerBound + cell, row: row,
        style: scale.isMuted || !isReached
          ? .dim : scale.level(ofCell: cell) > Levels.loud ? .warning : .barFilled)
    }
    let text = level.isClipping ? LevelScale.clipped : Self.number(level.held)
    put(
      text, endingAt: scale.number.upperBound, row: row,
      style: level.isClipping ? .bad : scale.isMuted ? .dim : .plain)
  }

  /// Draws the numbers below a level, each where a level of so much ends.
  mutating func put(_ scale: LevelScale, row: Int) {
    guard !scale.bar.isEmpty else { return }
    // A number takes three cells and a blank, and the first one stands at its beginning.
    let step = [10, 20].first { scale.bar.count * $0 > 60 * 6 } ?? 60
    put("-60", column: scale.bar.lowerBound, row: row, style: .dim)
    for number in stride(from: -60 + step, through: 0, by: step) {
      let end = scale.bar.lowerBound + scale.cells(of: Decibels(Double(number)))
      put("\(number)", endingAt: end, row: row, style: .dim)
    }
  }

  private static func number(_ level: Decibels) -> String {
    level > Levels.floor ? "\(Int(level.value.rounded()))" : "--"
  }
}
