import Frames
import Screens
import Units

/// The live picture as the screen has it, and when it gets the next one.
struct LivePicture {
  /// When the next one is due.
  var pace: PicturePace
  /// True when a picture came that is not drawn yet.
  private(set) var isPending = false
  private var steady = SteadyPicture()
  /// What is looked at instead of the camera's pictures, and how long still.
  private var look: (caption: String, until: MediaTime)?
  private let widest: Int

  /// More cells than that show hardly more, and cost up to 30 kB a picture; over a network much
  /// less has to do.
  private static let widest = (near: 104, far: 40)

  /// How long a frame of a take is looked at before the camera's pictures go on.
  private static let lookTime = MediaTime.seconds(Int64(2))

  /// Begins; `isRemote` where a network lies between program and terminal.
  init(isRemote: Bool) {
    pace = PicturePace(isRemote: isRemote)
    widest = isRemote ? Self.widest.far : Self.widest.near
  }

  /// What the screen shows of it.
  var preview: ViewState.Preview {
    var preview = ViewState.Preview(widest: widest)
    preview.picture = steady.cells
    preview.caption = look?.caption
    if pace.isResting { preview.word = "picture paused: slow link" }
    return preview
  }

  /// Shows a frame of a take for a while.
  mutating func looked(at picture: PreviewPicture, _ caption: String, at now: MediaTime) {
    look = (caption, now + Self.lookTime)
    steady.clear()
    steady.show(picture)
    isPending = true
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
    (look, isPending) = (nil, false)
    if !pace.isResting { pace.changedNothing(at: now) }
  }

  /// Takes over what the camera gave; nil when there is nothing to be seen.
  mutating func arrived(_ picture: PreviewPicture?, at now: MediaTime) {
    if look != nil { return pace.changedNothing(at: now) }
    guard let picture else {
      steady.clear()
      return pace.gotNothing(at: now)
    }
    steady.show(picture)
    isPending = true
  }

  /// The screen was drawn, or looks like that already; `ask` asks the terminal whether it has shown
  /// it.
  mutating func drawn(_ isSent: Bool, at now: MediaTime, ask: () -> Bool) {
    guard isPending else { return }
    isPending = false
    if isSent {
      pace.sent(at: now, isAsked: pace.wantsAnswer && ask())
    } else {
      pace.changedNothing(at: now)
    }
  }
}
