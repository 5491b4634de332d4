import Frames
import Screens
import Terminal
import Units

/// The live picture as the screen has it, and when it gets the next one.
struct LivePicture {
  /// When the next one is due.
  var pace: PicturePace
  /// True when a picture came that is not drawn yet.
  private(set) var isPending = false
  /// One over blank cells that is not drawn yet.
  private(set) var drawing: PictureDrawing?
  /// Codes the next one.
  private(set) var coder: PictureCoder
  private var steady = SteadyPicture()
  /// Cells that the newest such one covers.
  private var covered: CellSize?
  /// What is looked at instead of the camera's pictures, and how long still.
  private var look: (caption: String, until: MediaTime)?
  private let isRemote: Bool

  /// How long a frame of a take is looked at before the camera's pictures go on.
  private static let lookTime = MediaTime.seconds(Int64(2))

  /// Begins; `isRemote` where a network lies between program and terminal.
  init(_ carrier: PictureCarrier, isRemote: Bool) {
    coder = PictureCoder(carrier: carrier)
    self.isRemote = isRemote
    pace = PicturePace(isRemote: isRemote, canSave: carrier != .blocks)
  }

  /// What the screen shows of it.
  var preview: ViewState.Preview {
    var preview = ViewState.Preview(widest: coder.carrier.widest(isRemote: isRemote))
    preview.picture = steady.cells
    preview.room = covered
    preview.caption = look?.caption
    if pace.isResting { preview.word = "picture paused: slow link" }
    return preview
  }

  /// True when a picture is to be got now; asks the terminal something where that comes first.
  mutating func isDue(at now: MediaTime, asking terminal: TerminalSession) -> Bool {
    var step = pace.step(at: now)
    if step == .ask { step = pace.asked(terminal.askWhetherShown(), at: now) }
    coder.isThrifty = pace.thrift > 0
    return step == .picture
  }

  /// How large and fine the next one may be in so many cells of `grain` pixels.
  func room(of cells: CellSize, grain: PixelSize?) -> PictureRoom {
    coder.carrier.room(cells: cells, grain: grain, isRemote: isRemote, thrift: pace.thrift)
  }

  /// Shows a frame of a take for a while.
  mutating func looked(at outcome: PictureCoder.Outcome, _ caption: String, at now: MediaTime) {
    look = (caption, now + Self.lookTime)
    steady.clear()
    take(outcome, at: now)
    // Whatever the camera gives comes back afterwards.
    coder.shown = nil
  }

  /// True while such a frame is shown.
  mutating func isLooking(at now: MediaTime) -> Bool {
    if let until = look?.until, now >= until { look = nil }
    return look != nil
  }

  /// The camera's pictures go on.
  mutating func lookAway() { look = nil }

  /// Pictures come from somewhere else from now on, or are asked for in another size: what was asked
  /// for before is not waited for.
  mutating func changeSource(at now: MediaTime) {
    steady.clear()
    (look, isPending, drawing, covered) = (nil, false, nil, nil)
    coder.shown = nil
    if !pace.isResting { pace.changedNothing(at: now) }
  }

  /// Takes over what became of the picture that the camera gave.
  mutating func arrived(_ outcome: PictureCoder.Outcome, at now: MediaTime) {
    if look != nil { return pace.changedNothing(at: now) }
    take(outcome, at: now)
  }

  private mutating func take(_ outcome: PictureCoder.Outcome, at now: MediaTime) {
    switch outcome {
    case .none:
      steady.clear()
      covered = nil
      coder.shown = nil
      pace.gotNothing(at: now)
    case .same:
      pace.changedNothing(at: now)
    case .cells(let picture):
      steady.show(picture)
      (drawing, covered) = (nil, nil)
      isPending = true
    case .drawing(let drawing, let sketch):
      self.drawing = drawing
      covered = drawing.cells
      coder.shown = sketch.map { ($0, now) }
      isPending = true
    }
  }

  /// The screen was drawn, or looks like that already; `ask` asks the terminal whether it has shown
  /// it.
  mutating func drawn(_ isSent: Bool, at now: MediaTime, ask: () -> Bool) {
    guard isPending else { return }
    isPending = false
    drawing = nil
    if isSent {
      pace.sent(at: now, isAsked: pace.wantsAnswer && ask())
    } else {
      pace.changedNothing(at: now)
    }
  }
}
