import Control
import Engine
import Glibc
import Lanes
import Recording
import Screens
import Settings
import Terminal
import Units

/// The recorder on a terminal: keys in, screens out.
///
/// Unchecked: everything that changes is guarded by the screen lane.
final class ScreenShell: @unchecked Sendable {
  /// Twenty looks a second: tenths of the time left are shown as they pass.
  private static let drawPeriod = MediaTime.milliseconds(50)

  let context: Context
  private let parts: Recorder.Parts
  /// What the recorder works with, for reviews as well.
  var tools: EngineTools { parts.tools }
  private let warnings: [String]
  let lane = Lane("screen")
  private let gate = Gate<Recorder.Farewell>()
  var hold: HoldMachine
  var holdTimer = 0
  /// The button of the mouse that records while it is held.
  var heldButton: Int?
  private(set) var showsHelp = false
  /// True while the running take is held by another program.
  var isByControl = false
  /// Where other programs ask; set and closed by the thread of `run`.
  var control: ControlServer?
  /// When the shutter's key was heard of last.
  var shutterHeard = MediaTime.zero
  /// What went wrong last, for programs that want its kind.
  let lastProblem = Locked<Problem?>(nil)
  /// Size of the screen; nil until it is known, when nothing is drawn or found by the mouse.
  private(set) var size: CellSize?
  private(set) var shown: ViewState?
  /// The cells that show it.
  private var grid = Grid(size: CellSize(columns: 0, rows: 0))
  /// The live picture; nil where there is none.
  var live: LivePicture?
  /// Chooses how it comes.
  var pictures: PictureChooser
  /// What is reviewed; nil while the screen is the recorder's.
  var review: ReviewDesk?
  /// The player that has the terminal.
  var program: ForegroundProgram?
  /// Where movies are opened: a disk may be slow.
  let openings = Lane("review opening")
  private var watches: [Watch] = []

  private(set) lazy var recorder = Recorder(parts) { [weak self] event in self?.happened(event) }
  private(set) lazy var terminal = TerminalSession(
    lane: lane, options: terminalOptions, will: context.will
  ) { [weak self] event in self?.happened(event) }

  private var terminalOptions: TerminalOptions {
    var options = TerminalOptions.fromEnvironment(noColour: !context.options.hasColour)
    options.usesMouse = context.options.usesMouse
    options.asksForAllKeys = holdKey.isEditing
    options.wantsPictures = context.options.preview != .off
    return options
  }

  init(_ parts: Recorder.Parts, context: Context, warnings: [String]) {
    self.parts = parts
    self.context = context
    self.warnings = warnings
    pictures = PictureChooser(context)
    hold = HoldMachine(
      style: context.options.hold, reportsRelease: false, isRemote: context.isRemote)
  }

  /// Refuses early when there is no terminal, before any device is opened.
  static func requireTerminal(
    for user: String = "The recorder", remedy: String = "record without one by --for or --take"
  ) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Problem(.terminal, "\(user) needs a terminal; \(remedy).")
    }
  }

  /// Shows the recorder until the user leaves, and returns the program's exit code.
  func run() throws -> ExitCode {
    // Both are made on demand, which two threads must not ask for at once.
    _ = (recorder, terminal)
    // Before the terminal is taken over: ncurses would put handlers of its own on some of these.
    watches = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      lane.watch(signal: number) { [weak self] in self?.recorder.leave(.interrupted) }
    }
    // Before the first screen: whoever sees it may drive it.
    let obstacle = openControl()
    do {
      try terminal.enter()
      try recorder.start()
    } catch {
      terminal.leave()
      closeControl(kept: nil)
      throw error
    }
    _ = lane.sync { [self] () throws(Never) in begin(warnings + [obstacle].compactMap { $0 }) }
    let farewell = gate.wait()
    control?.close()
    _ = lane.sync { [self] () throws(Never) in endReview() }
    program?.wait()
    // It waits for the disk, which does not answer.
    if !farewell.isAbandoned { recorder.stop() }
    terminal.leave()
    let kept = farewell.kept?.sentence
    if farewell.isAbandoned { Output.error(Recorder.Farewell.abandonment) }
    if let kept { Output.tell(kept) }
    closeControl(kept: kept)
    guard !farewell.isAbandoned else {
      context.will?.dismissGuard(ExitCode.failed.rawValue)
      return .failed
    }
    return farewell.reason == .interrupted ? .interrupted : .done
  }

  private func begin(_ warnings: [String]) {
    size = terminal.size
    watches.append(lane.every(Self.drawPeriod) { [weak self] in self?.draw() })
    if let first = ([terminal.note].compactMap { $0 } + warnings).first { tell(first) }
    draw()
  }

  /// Shows a sentence to the user.
  func tell(_ sentence: String) {
    recorder.tell { machine, _ in
      machine.tell(sentence)
      return []
    }
  }

  // MARK: Keys

  private func happened(_ event: TerminalEvent) {
    lane.precondition()
    // The key that ends a review means nothing to the recorder.
    let isForReview = isReviewing
    review?.happened(event)
    switch event {
    case .resized(let size):
      self.size = size
      forgetScreen()
      live?.pace.interrupted(at: MonotonicClock.now())
      draw()
    case .caughtUp(let instant):
      live?.pace.answered(at: instant)
      draw()
    case .hungUp:
      recorder.leave(.interrupted)
    case .input(let input, let instant):
      if !isForReview { happened(input, at: instant) }
      draw()
    }
  }

  private func happened(_ input: InputEvent, at instant: MediaTime) {
    followRung()
    switch input {
    case .press(let key) where holdKey.is(key) && isLive:
      pressShutter(at: instant)
    case .repeated(let key) where holdKey.is(key) && isLive:
      break
    case .press(let key) where holdKey.is(key):
      guard takesHolds else { return }
      if hold.reportsRelease { terminal.keyWentDown() }
      carryOut(hold.keyDown(at: instant))
    case .repeated(let key) where holdKey.is(key):
      guard takesHolds else { return }
      terminal.keyWentDown()
      carryOut(hold.keyRepeated(at: instant))
    case .release(let key) where holdKey.is(key):
      carryOut(hold.keyUp(at: instant))
    case .press(let key), .repeated(let key):
      guard let intent = Keymap.intent(for: key, in: view.mode) else { return }
      carryOut(intent, at: instant)
    case .mouse(let mouse):
      happened(mouse, at: instant)
    case .focus(false):
      carryOut(hold.focusLost(at: instant))
      // Nobody will tell the release of a key that other windows get; some tell it with this.
      terminal.keyWentUp()
    case .release, .focus, .keyboardFlags, .deviceAttributes, .modeReport, .terminalName,
      .statusReport, .ground, .cellPixels, .sixelColours, .graphics, .paste:
      break
    }
  }

  private func happened(_ mouse: Mouse, at instant: MediaTime) {
    if mouse.act == .release, mouse.button == heldButton {
      heldButton = nil
      carryOut(hold.buttonUp(at: instant))
    } else if mouse.act == .press, heldButton == nil {
      let target = size.flatMap {
        ScreenTarget(column: mouse.column, row: mouse.row, in: view, size: $0)
      }
      switch target {
      case .record where isLive:
        recorder.shutter(at: instant)
      case .record where isByControl && !hold.isLatched:
        // A program holds the take, and its release ends it.
        break
      case .record:
        heldButton = mouse.button
        carryOut(hold.buttonDown(at: instant))
      case .take(let index):
        select(by: index - (view.selection ?? view.takes.count - 1))
      case nil:
        break
      }
    }
  }

  private func carryOut(_ intent: Intent, at instant: MediaTime) {
    switch intent {
    case .save: recorder.tell { machine, now in machine.save(at: now) }
    case .undo: recorder.tell { machine, _ in machine.undo() }
    case .deleteSelected: recorder.tell { machine, _ in machine.deleteSelected() }
    case .selectPrevious: select(by: -1)
    case .selectNext: select(by: 1)
    case .moveUp: recorder.tell { machine, _ in machine.moveSelected(by: -1) }
    case .moveDown: recorder.tell { machine, _ in machine.moveSelected(by: 1) }
    case .nextTransition: recorder.tell { machine, _ in machine.nextTransition() }
    case .transitionEverywhere:
      recorder.tell { machine, _ in machine.setTransitionEverywhere() }
    case .trim(let end, let frames):
      recorder.tell { machine, _ in machine.trimSelected(end, by: frames) }
      lookAtTake(end)
    case .reviewTake: reviewTakes(all: false)
    case .reviewAll: reviewTakes(all: true)
    case .reviewMovie: reviewMovie()
    case .nextMovie: goOn()
    case .budgetUp: changeBudget(by: .seconds(Int64(5)))
    case .budgetDown: changeBudget(by: .seconds(Int64(-5)))
    case .crop: recorder.tell { machine, _ in machine.nextCrop() }
    case .rotate: recorder.tell { machine, _ in machine.turn() }
    case .mirror: recorder.tell { machine, _ in machine.nextMirror() }
    case .mute: recorder.toggleMute()
    case .nextCamera: recorder.tell { machine, _ in machine.changeCamera() }
    case .nextInput: recorder.changeInput()
    case .live: recorder.toggleLive()
    case .still: recorder.still(at: instant)
    case .startOver:
      recorder.tell { machine, _ in
        machine.startOver()
        return []
      }
    case .help: showsHelp.toggle()
    case .quit: recorder.leave(.quit)
    case .cancel where showsHelp: showsHelp = false
    case .cancel: recorder.tell { machine, _ in machine.cancelled() }
    case .confirm(let yes): recorder.tell { machine, now in machine.answered(yes: yes, at: now) }
    case .redraw:
      terminal.redraw()
      forgetScreen()
    case .suspend:
      recorder.tell { machine, now in machine.released(at: now) }
      holdEnded()
      terminal.suspendUntilContinued()
    }
  }

  private func select(by offset: Int) {
    recorder.tell { machine, _ in
      machine.select(by: offset)
      return []
    }
  }

  private func changeBudget(by step: MediaTime) {
    recorder.tell { machine, _ in machine.changeBudget(by: step) }
  }

  // MARK: Screen

  private func happened(_ event: Recorder.Event) {
    switch event {
    case .holdEnded:
      lane.async { [self] in holdEnded() }
    case .left(let farewell):
      gate.open(farewell)
    case .problem(let problem):
      lastProblem.withLock { $0 = problem }
    case .takeClosed, .saved, .photo, .warning, .cameraEnded:
      break
    }
  }

  var view: ViewState {
    var view = recorder.snapshot.current
    view.showsHelp = showsHelp
    view.isLatched = hold.isLatched
    view.isHeldByMouse = heldButton != nil
    view.hasMouse = context.options.usesMouse && terminal.speaksCSI
    view.isByControl = isByControl
    view.holdKey = holdKey.label
    view.hold = holdText
    view.preview = preview
    return view
  }

  var holdKey: HoldKey { context.options.holdKey }

  private var holdText: String {
    if isLive { return "each press takes a live photo" }
    if isByControl { return "by 'rushes ctl release'" }
    if context.options.hold == .toggle {
      return "tap \(holdKey.label) to start, tap again to stop"
    }
    if let rung = terminal.rung, rung.tellsRelease { return rung.words }
    if context.options.hold == .hold {
      return "by key repeat: hold \(holdKey.label), let go to stop"
    }
    return "by key repeat; a tap records until the next tap"
  }

  /// Has the next drawing compare with nothing.
  func forgetScreen() { shown = nil }

  func draw() {
    lane.precondition()
    if let review {
      choosePicture()
      return review.draw()
    }
    guard program == nil else { return }
    let now = MonotonicClock.now()
    lookForPicture(at: now)
    let view = self.view
    // Answers of the terminal come before the recorder has begun.
    guard let size else { return }
    guard view != shown || live?.drawing != nil else {
      live?.drawn(false, at: now) { false }
      return
    }
    // Pictures over the cells come more often than these change.
    let grid =
      view == shown ? grid : RecorderScreen.draw(view, size: size, glyphs: terminal.glyphs)
    // A terminal that is behind gets this or a newer state at the next look.
    if terminal.draw(grid, picture: live?.drawing) {
      (shown, self.grid) = (view, grid)
      live?.drawn(true, at: now) { terminal.askWhetherShown() }
    }
  }
}
