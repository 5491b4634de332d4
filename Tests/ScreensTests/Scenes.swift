import Frames
import Recording
import Screens
import Units

/// The states that golden screens are drawn of, by name.
enum Scenes {
  static let sizes = [
    CellSize(columns: 132, rows: 43), CellSize(columns: 80, rows: 24),
    CellSize(columns: 60, rows: 15), CellSize(columns: 40, rows: 8),
    CellSize(columns: 20, rows: 3), CellSize(columns: 1, rows: 1),
  ]

  static let all: [(name: String, state: ViewState)] = [
    ("ready", ready), ("recording", recording), ("paused", paused), ("scrolled", scrolled),
    ("saving", saving), ("saved", saved), ("question", question), ("help", help),
    ("no-microphone", noMicrophone), ("error", error), ("joined", joined), ("framed", framed),
    ("other-key", otherKey), ("picture", picture), ("quiet", quiet), ("clipping", clipping),
    ("silent", silent), ("muted", muted), ("mono", mono), ("lost", lost), ("pre-roll", preroll),
    ("live", live),
  ]

  static func named(_ name: String) -> ViewState {
    all.first { $0.name == name }?.state ?? ready
  }

  static var ready: ViewState {
    var camera = ViewState.CameraLine(
      name: "Integrated Camera", asked: "1280x720 at 30", got: "MJPG 1280x720 at 30",
      isTestPicture: false)
    camera.measuredRate = 29.97
    var state = ViewState(
      camera: camera,
      microphone: .init(name: "USB Audio", got: "48000 Hz, 2 channels, S16_LE"))
    state.microphone?.levels = Levels(channels: [level(-21, -14, -9), level(-24, -19, -12)])
    state.microphone?.offset = SoundOffset(late: .milliseconds(-1) / 2, correction: 35)
    state.budget = .seconds(Int64(15))
    state.diskLeft = .seconds(Int64(11_520))
    state.hold = "release by the kitty protocol"
    state.hasMouse = true
    return state
  }

  static func level(
    _ mean: Double, _ peak: Double, _ held: Double, isClipping: Bool = false
  ) -> Levels.Channel {
    .init(
      mean: Decibels(mean), peak: Decibels(peak), held: Decibels(held), isClipping: isClipping)
  }

  /// Nobody speaks.
  static var quiet: ViewState {
    var state = ready
    state.microphone?.levels = Levels(
      channels: [level(-.infinity, -57, -52), level(-.infinity, -.infinity, -58)])
    state.microphone?.offset = SoundOffset(late: .zero, correction: 0)
    return state
  }

  /// Too loud, on the right.
  static var clipping: ViewState {
    var state = recording
    state.microphone?.levels = Levels(
      channels: [level(-12, -4, -1), level(-5, 0, 0, isClipping: true)])
    state.camera.bitrate = 5_240_000
    return state
  }

  /// Switched off, or the wrong one.
  static var silent: ViewState {
    var state = paused
    let nothing = level(-.infinity, -.infinity, -.infinity)
    state.microphone?.levels = Levels(
      channels: [nothing, nothing], silence: .init(length: .seconds(Int64(7)), isDigital: true))
    state.microphone?.filled = .zero
    state.camera.bitrate = 840_400
    return state
  }

  /// Heard, but not recorded.
  static var muted: ViewState {
    var state = recording
    state.microphone?.isMuted = true
    return state
  }

  static var mono: ViewState {
    var state = paused
    state.microphone?.got = "16000 Hz, 1 channel, S16_LE"
    state.microphone?.levels = Levels(channels: [level(-30, -21, -18)])
    return state
  }

  /// Unplugged during a take.
  static var lost: ViewState {
    var state = recording
    state.microphone?.isLost = true
    state.microphone?.levels = nil
    state.microphone?.offset = nil
    state.note = "The microphone USB Audio was unplugged."
    return state
  }

  /// Another key than SPACE is held.
  static var otherKey: ViewState {
    var state = paused
    state.holdKey = "PAGEDOWN"
    return state
  }

  /// Takes begin two seconds before their press, of which there are 1.4.
  static var preroll: ViewState {
    var state = paused
    state.preroll = .init(wished: .seconds(2.0), inHand: .milliseconds(1_480))
    return state
  }

  /// A live photo has been taken, and its pictures are still coming in.
  static var live: ViewState {
    var state = ready
    state.live = .init(
      inHand: .init(wished: .milliseconds(1_500), inHand: .milliseconds(1_500)),
      left: .milliseconds(1_210), developing: 1, finished: 3)
    state.note = "Saved rushes-2026-11-30-141503.mov and rushes-2026-11-30-141503.jpg."
    state.hold = "each press takes a live photo"
    return state
  }

  static var recording: ViewState {
    var state = ready
    state.phase = .recording
    state.takes = [.init(length: .milliseconds(2_466), state: .recording)]
    state.selection = 0
    state.used = .milliseconds(2_466)
    state.isLatched = true
    return state
  }

  static var paused: ViewState {
    var state = ready
    state.phase = .paused
    state.takes = [
      .init(length: .milliseconds(3_633), state: .ready),
      .init(length: .milliseconds(1_200), state: .ready),
      .init(length: .milliseconds(4_300), state: .finishing),
    ]
    state.selection = 1
    state.used = .milliseconds(9_133)
    state.camera.dropped = 2
    state.camera.repeated = 1
    state.camera.bad = 3
    state.microphone?.filled = .milliseconds(120)
    return state
  }

  static var joined: ViewState {
    var state = ready
    state.phase = .paused
    state.takes = [3_633, 1_200, 2_000, 1_100, 3_000].map {
      .init(length: .milliseconds($0), state: .ready)
    }
    func join(_ name: String, _ wished: Int64, _ length: Int64) -> ViewState.TakeRow.Join {
      .init(name: name, wished: .milliseconds(wished), length: .milliseconds(length))
    }
    state.takes[0].cutEnd = 12
    state.takes[1].join = join("crossfade", 1000, 600)
    state.takes[2].cutBeginning = 31
    state.takes[2].cutEnd = 105
    state.takes[3].join = join("wipe-up", 500, 500)
    state.takes[4].join = join("smoothright", 1000, 550)
    state.takes[4].state = .finishing
    state.selection = 3
    state.used = .milliseconds(9_283)
    return state
  }

  /// As big as there is room for at 80x24.
  static var picture: ViewState {
    var state = framed
    state.preview = .init(widest: 104)
    state.preview?.picture = bars(PixelSize(width: 38, height: 22))
    return state
  }

  /// Colour bars above a grey ramp; the border between them cuts cells in two.
  static func bars(_ size: PixelSize) -> CellPicture? {
    var pixels: [UInt8] = []
    for row in 0..<size.height {
      for column in 0..<size.width {
        let bar = 7 - column * 8 / size.width
        let grey = UInt8(255 * column / max(1, size.width - 1))
        pixels +=
          row < size.height * 3 / 4 | 1
          ? [2, 4, 1].map { bar & $0 == 0 ? 0 : 191 } : [grey, grey, grey]
      }
    }
    var steady = SteadyPicture()
    steady.show(PreviewPicture(size: size, pixels: pixels))
    return steady.cells
  }

  static var scrolled: ViewState {
    var state = ready
    state.phase = .paused
    state.budget = nil
    state.takes = (1...12).map { .init(length: .milliseconds(900 * $0), state: .ready) }
    state.takes[6].state = .bad
    state.selection = 7
    state.used = .milliseconds(63_900)
    return state
  }

  static var saving: ViewState {
    var state = paused
    state.phase = .saving(fraction: 0.429, timeLeft: .milliseconds(3_100))
    return state
  }

  static var saved: ViewState {
    var state = ready
    state.phase = .saved(
      path: "/home/ada/Videos/rushes-2026-11-30-0402.mp4", length: .milliseconds(9_133),
      bytes: 3_241_077)
    return state
  }

  static var question: ViewState {
    var state = saving
    state.question = "Quit while saving? The takes are kept."
    return state
  }

  static var help: ViewState {
    var state = paused
    state.showsHelp = true
    return state
  }

  static var noMicrophone: ViewState {
    var state = ready
    state.camera.isTestPicture = true
    state.camera.isSubstitute = true
    state.camera.measuredRate = nil
    state.microphone = nil
    state.diskLeft = .seconds(Int64(42))
    return state
  }

  static var framed: ViewState {
    var state = paused
    state.camera.framing = "square 720x720, turned 90, mirrored"
    state.takes[0].state = .reframed
    state.note = "Framing: square, turned 90, mirrored. Saving codes take 1 anew."
    return state
  }

  static var error: ViewState {
    var state = paused
    state.takes[2].state = .bad
    state.used = .milliseconds(4_833)
    state.note =
      "Take 3 was cut short: the camera Integrated Camera was unplugged. "
      + "Plug it in again and hold SPACE."
    return state
  }
}
