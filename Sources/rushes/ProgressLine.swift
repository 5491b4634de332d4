import Glibc
import Lanes
import Units

/// How far a merge is, on one line of standard error that is written over and over.
final class ProgressLine {
  private let isShown: Bool
  private let start = MonotonicClock.now()
  private var shown = ""

  /// Shows nothing unless `isShown`, and nothing where standard error is no terminal.
  init(isShown: Bool) { self.isShown = isShown && isatty(STDERR_FILENO) == 1 }

  /// Shows that `fraction`, 0…1, is done, with the time left where it can be told.
  func show(_ fraction: Double) {
    guard isShown else { return }
    let spent = MonotonicClock.now() - start
    var text = "Merging \(Int(fraction * 100)) %"
    // In the first second the estimate would jump about.
    if fraction > 0.02, spent > .seconds(Int64(1)) {
      let left = MediaTime.seconds(spent.seconds * (1 - fraction) / fraction)
      text += ", \(left.clockText.dropLast(2)) left"
    }
    guard text != shown else { return }
    shown = text
    Output.note("\r\u{1b}[K\(text)")
  }

  /// Takes the line away.
  func clear() {
    if !shown.isEmpty { Output.note("\r\u{1b}[K") }
    shown = ""
  }
}
