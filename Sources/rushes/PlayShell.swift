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
  /// Chooses how the picture comes.
  private var pictures: PictureChooser
  private var watches: [Watch] = []

  private lazy var terminal = TerminalSession(
    lane: lane, options: terminalOptions, will: context.will
  ) { [weak self] event in self?.happened(event) }

  private var terminalOptions: TerminalOptions {
    var options = TerminalOptions.fromEnvironment(noColour: !context.options.hasColour)
    options.wantsPictures = context.options.preview != .off
    return options
  }

  /// Prepares to show `reel`.
  init(_ reel: Reel, context: Context) {
    self.reel = reel
    self.context = context
    pictures = PictureChooser(context)
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
    if let (live, obstacle) = pictures.look(at: terminal) {
      desk?.show(by: live)
      if let obstacle { desk?.tell(obstacle) }
    }
    desk?.draw()
  }

  private func happened(_ event: TerminalEvent) {
    lane.precondition()
    if event == .hungUp { gate.open(.interrupted) }
    desk?.happened(event)
    draw()
  }
}
