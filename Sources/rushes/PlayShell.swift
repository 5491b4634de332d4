import Codec
import Engine
import Glibc
import Lanes
import Merging
import Recording
import Screens
import Settings
import Terminal
import Units

/// A movie on a terminal, until the user has seen enough.
///
/// Unchecked: everything that changes is guarded by the screen lane.
final class PlayShell: @unchecked Sendable {
  /// As often as the recorder's screen.
  private static let drawPeriod = MediaTime.milliseconds(50)

  private let reel: Reel
  private let context: Context
  private let lane = Lane("screen")
  private let gate = Gate<ExitCode>()
  private var desk: ReviewDesk?
  /// How the picture comes; nil while the terminal is asked.
  private var pictureChoice: PictureChoice?
  private var watches: [Watch] = []

  private lazy var terminal = TerminalSession(
    lane: lane, options: .fromEnvironment(noColour: !context.options.hasColour),
    will: context.will
  ) { [weak self] event in self?.happened(event) }

  /// Prepares to show `reel`.
  init(_ reel: Reel, context: Context) {
    self.reel = reel
    self.context = context
  }

  /// Shows it, and returns the program's exit code.
  func run() throws -> ExitCode {
    // Made on demand, which two threads must not ask for at once.
    _ = terminal
    // Before the terminal is taken over: ncurses would put handlers of its own on some of these.
    watches = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      lane.watch(signal: number) { [gate] in gate.open(.interrupted) }
    }
    try terminal.enter()
    _ = lane.sync { [self] () throws(Never) in begin() }
    let code = gate.wait()
    _ = lane.sync { [self] () throws(Never) in
      watches = []
      _ = desk?.end()
      desk = nil
    }
    terminal.leave()
    return code
  }

  private func begin() {
    desk = ReviewDesk(
      reel, tools: .live(format: .mp4), on: terminal, lane: lane, live: nil, isInRecorder: false
    ) { [gate] in gate.open(.done) }
    watches.append(lane.every(Self.drawPeriod) { [weak self] in self?.draw() })
    draw()
  }

  private func draw() {
    choosePicture()
    desk?.draw()
  }

  /// The best way to a picture that the terminal has told of by now.
  private func choosePicture() {
    guard let wish = PreviewWish(context.options.preview),
      let choice = terminal.pictureChoice(wish, isRemote: context.isRemote), choice != pictureChoice
    else { return }
    pictureChoice = choice
    desk?.show(by: choice.carrier.map { LivePicture($0, isRemote: context.isRemote) })
    if let obstacle = choice.obstacle, wish != .best { desk?.tell(obstacle) }
  }

  private func happened(_ event: TerminalEvent) {
    lane.precondition()
    if event == .hungUp { gate.open(.interrupted) }
    desk?.happened(event)
    draw()
  }
}
