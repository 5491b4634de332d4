import Engine
import Lanes
import Recording
import Screens
import Settings
import Terminal
import Units

/// The live picture: asked for when the terminal is ready for one, drawn with everything else.
extension ScreenShell {
  /// Finds out whether there can be one; says why not to who has asked for it by name.
  func openPicture() -> String? {
    lane.precondition()
    guard context.options.preview != .off else { return nil }
    guard terminal.showsPictures else {
      return context.options.preview == .blocks
        ? "The terminal shows no picture: it needs 256 colours and a UTF-8 locale." : nil
    }
    live = LivePicture(isRemote: context.isRemote)
    recorder.showThumbnails()
    return nil
  }

  /// Does what is due.
  func lookForPicture(at now: MediaTime) {
    if recorder.snapshot.current.phase == .recording { live?.lookAway() }
    guard live?.isLooking(at: now) != true, let room = pictureRoom,
      var step = live?.pace.step(at: now)
    else { return }
    if step == .ask { step = live?.pace.asked(terminal.askWhetherShown(), at: now) ?? .nothing }
    guard step == .picture else { return }
    recorder.preview.ask(within: room) { [weak self] picture in
      guard let self else { return }
      lane.async {
        self.live?.arrived(picture, at: MonotonicClock.now())
        self.draw()
      }
    }
  }

  /// Shows where the selected take is cut, after a trim.
  func lookAtTake(_ end: Take.End) {
    guard let room = pictureRoom else { return }
    let number = (view.selection ?? 0) + 1
    let caption = "\(end == .beginning ? "first" : "last") frame of take \(number)"
    recorder.look(at: end, within: room) { [weak self] picture in
      guard let self else { return }
      lane.async {
        self.live?.looked(at: picture, caption, at: MonotonicClock.now())
        self.draw()
      }
    }
  }

  private var pictureRoom: PixelSize? {
    guard let size, let live, !showsHelp else { return nil }
    return RecorderLayout(size: size, widestPicture: live.preview.widest).pictureRoom
  }
}
