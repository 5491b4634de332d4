import Engine
import Lanes
import Recording
import Screens
import Units

/// The hold key as a shutter.
extension ScreenShell {
  /// Terminals that cannot tell repeats from presses send them every 20 to 50 ms; nobody presses a
  /// key so often.
  private static let repeatTime = MediaTime.milliseconds(150)

  /// True while the hold key takes live photos.
  var isLive: Bool { recorder.snapshot.current.live != nil }

  /// The hold key went down, or seems to.
  func pressShutter(at instant: MediaTime) {
    lane.precondition()
    defer { shutterHeard = instant }
    guard shown?.question == nil, !showsHelp, instant - shutterHeard > Self.repeatTime else {
      return
    }
    recorder.shutter(at: instant)
  }
}
