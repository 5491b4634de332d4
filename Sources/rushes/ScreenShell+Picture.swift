import Engine
import Frames
import Lanes
import Recording
import Screens
import Settings
import Terminal
import Units

/// The live picture: asked for when the terminal is ready for one, drawn with everything else.
extension ScreenShell {
  /// Follows what the terminal tells of pictures, in a review as well.
  func choosePicture() {
    guard let (live, obstacle) = pictures.look(at: terminal) else { return }
    if let review { review.show(by: live) } else { self.live = live }
    // They are cells of the screen, whatever carries the live picture.
    if live != nil, terminal.showsBlocks { recorder.showThumbnails() }
    if let obstacle { tell(obstacle) }
  }

  /// What the screen shows of the picture; where half blocks are sure, their place is kept while the
  /// terminal is asked for more.
  var preview: ViewState.Preview? {
    if let live { return live.preview }
    guard pictures.isWaiting, terminal.showsBlocks else { return nil }
    return ViewState.Preview(widest: PictureCarrier.blocks.widest(isRemote: context.isRemote))
  }

  /// Does what is due.
  func lookForPicture(at now: MediaTime) {
    lane.precondition()
    choosePicture()
    let isRecording = recorder.snapshot.current.phase == .recording
    if isRecording { live?.lookAway() }
    if let carrier = live?.coder.carrier {
      live?.pace.leastPeriod = isRecording ? carrier.periodInTakes : .zero
    }
    guard live?.isLooking(at: now) != true, let room = pictureRoom,
      live?.isDue(at: now, asking: terminal) == true, let coder = live?.coder
    else { return }
    recorder.preview.ask(within: room) { [weak self] picture in
      let outcome = coder.code(picture, at: MonotonicClock.now())
      guard let self else { return }
      lane.async {
        guard self.live?.coder.carrier == coder.carrier else { return }
        self.live?.arrived(outcome, at: MonotonicClock.now())
        self.draw()
      }
    }
  }

  /// Shows where the selected take is cut, after a trim.
  func lookAtTake(_ end: Take.End) {
    guard let room = pictureRoom, let carrier = live?.coder.carrier else { return }
    let number = (view.selection ?? 0) + 1
    let caption = "\(end == .beginning ? "first" : "last") frame of take \(number)"
    recorder.look(at: end, within: room) { [weak self] picture in
      let outcome = PictureCoder(carrier: carrier).code(picture, at: MonotonicClock.now())
      guard let self else { return }
      lane.async {
        guard self.live?.coder.carrier == carrier else { return }
        self.live?.looked(at: outcome, caption, at: MonotonicClock.now())
        self.draw()
      }
    }
  }

  private var pictureRoom: PictureRoom? {
    guard let size, let live, !showsHelp,
      let cells = RecorderLayout(size: size, widestPicture: live.preview.widest).pictureRoom
    else { return nil }
    return live.room(of: cells, grain: terminal.grain)
  }
}

extension PreviewWish {
  /// The option's meaning; nil where nobody wants a picture.
  init?(_ preview: Options.Preview) {
    switch preview {
    case .off: return nil
    case .auto: self = .best
    case .blocks: self = .blocks
    case .kitty: self = .kitty
    case .iterm: self = .iterm
    case .sixel: self = .sixel
    }
  }
}
