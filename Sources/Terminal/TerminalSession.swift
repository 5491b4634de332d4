package import Lanes
package import Screens
import Units

/// The terminal while the recorder has it: ncurses draws, keys are read here as bytes.
///
/// `enter`, `leave` and `suspendUntilContinued` may be called from anywhere, all else on `lane`.
/// While it has the terminal it takes SIGWINCH, SIGTSTP and SIGCONT for itself.
///
/// Unchecked: everything that changes is guarded by `lane`.
package final class TerminalSession: @unchecked Sendable {
  let lane: Lane
  private let ends: (input: Int32, output: Int32)
  let options: TerminalOptions
  private let deliver: @Sendable (TerminalEvent) -> Void

  var line: TerminalLine?
  var canvas: Canvas?
  var output: OutputQueue?
  var ladder = KeyLadder()
  var parser = InputParser()
  /// Counts reads, so that a late timer knows that bytes have come since.
  var readCount = 0
  var hasHungUp = false
  var isSuspended = false
  /// What the answers to DSR will mean that are still to come, the next one first.
  var echoesAwaited: [Echo] = []
  var pictureQuestions = PictureQuestions()
  var easel = Easel()
  let memory = SharedPicture()
  let questionMemory = SharedPicture(for: .question)
  /// True when the will takes a picture away.
  var hasPromisedPicture = false
  private var passthrough: TmuxPassthrough?
  private(set) var askedAt = MediaTime.zero
  private var inputWatch: Watch?
  var outputWatch: Watch?
  private var signalWatches: [Watch] = []
  private var stopWatch: Watch?
  private var crashRestore: CrashRestore?
  private var will: WillFile?

  /// Signs the locale allows; known after `enter`.
  package private(set) var glyphs = Glyphs.ascii
  /// Something the user should know about this terminal; known after `enter`.
  package private(set) var note: String?

  /// Known to every terminfo database and understood by nearly every terminal of today.
  private static let fallbackType = "xterm-256color"
  /// Who has not answered by then never will.
  static let answerPatience = MediaTime.seconds(Int64(1))
  /// How long a terminal may take for the last answer before the program ends without it.
  private static let patience = MediaTime.milliseconds(200)

  /// Prepares a session on a terminal's two ends; nothing is touched before `enter`.
  ///
  /// `deliver` is called on `lane`; `will` is read by the guard of this process.
  package init(
    lane: Lane, input: Int32 = 0, output: Int32 = 1,
    options: TerminalOptions = .fromEnvironment(), will: WillFile? = nil,
    deliver: @escaping @Sendable (TerminalEvent) -> Void
  ) {
    self.lane = lane
    ends = (input, output)
    self.options = options
    self.will = will
    self.deliver = deliver
  }

  // MARK: Coming and going

  /// Takes the terminal over: alternate screen, raw keys, the mouse, focus and paste reports, and
  /// the question how it tells key releases, whose answer comes later.
  package func enter() throws(TerminalError) {
    try lane.sync { [self] () throws(TerminalError) in try takeOver() }.get()
  }

  private func takeOver() throws(TerminalError) {
    guard line == nil else { return }
    let line = try TerminalLine(input: ends.input, output: ends.output)
    glyphs = options.adoptLocale()
    signalWatches = [
      lane.watch(signal: Signal.windowChanged) { [weak self] in self?.windowChanged() },
      lane.watch(signal: Signal.continued) { [weak self] in self?.continued() },
    ]
    will?.write(lastWill)
    stopWatch = watchStops()
    do throws(TerminalError) {
      canvas = try openCanvas(line)
    } catch {
      will?.write(nil)
      (signalWatches, stopWatch) = ([], nil)
      throw error
    }
    _ = canvas?.adopt(options.ground)
    will?.write(lastWill)
    self.line = line
    output = OutputQueue(to: line)
    (hasHungUp, isSuspended) = (false, false)
    crashRestore = CrashRestore(line: line, sequences: everythingOff)
    begin()
  }

  /// What is left to do when this process dies now.
  private var lastWill: Will {
    // Before the type is known, better too much than an alternate screen left behind.
    Will(
      sequences: canvas?.speaksCSI ?? true ? everythingOff : "",
      outside: multiplexer?.wrap(TerminalModes.focusQuestion) ?? "",
      command: passthrough?.lastCommand ?? [])
  }

  /// There is something else to be taken back than before, such as what lies outside of a multiplexer
  /// that showed itself only by its answer.
  func renewWill() {
    guard let line else { return }
    will?.write(lastWill)
    // One at a time.
    crashRestore = nil
    crashRestore = CrashRestore(line: line, sequences: everythingOff)
  }

  private var everythingOff: String {
    TerminalModes.everythingOff(through: multiplexer, picture: hasPromisedPicture)
  }

  var multiplexer: Multiplexer? { ladder.answers.multiplexer ?? options.multiplexer }

  private func openCanvas(_ line: TerminalLine) throws(TerminalError) -> Canvas {
    func open(_ type: String) throws(TerminalError) -> Canvas {
      try Canvas.open(
        type: type, input: line.input, output: line.output, allowsColour: options.allowsColour,
        size: line.size)
    }
    do throws(TerminalError) {
      let canvas = try open(options.type)
      note = nil
      return canvas
    } catch {
      let canvas = try open(Self.fallbackType)
      note = "The terminal type \"\(options.type)\" is unknown here; using \(Self.fallbackType)."
      return canvas
    }
  }

  /// Sets the modes, asks the questions and begins to read.
  private func begin() {
    parser = InputParser()
    echoesAwaited = []
    pictureQuestions = PictureQuestions()
    ladder = KeyLadder(
      multiplexer: options.multiplexer, asksForAllKeys: options.asksForAllKeys)
    if speaksCSI {
      passthrough = options.pane.map { TmuxPassthrough(pane: $0) }
      passthrough?.look()
      // First the promise, then the deed.
      will?.write(lastWill)
      passthrough?.open()
      write(TerminalModes.on(mouse: options.usesMouse))
      // Before the questions whose answers end the wait for all of them. Of old, consoles have shown
      // strings that they did not know.
      if options.allowsColour, !options.isConsole { write(Ground.question) }
      ask()
    }
    guard let line else { return }
    inputWatch = lane.watch(readable: line.input) { [weak self] in self?.readInput() }
  }

  /// Asks what the terminal is and how it tells key releases.
  func ask() {
    askedAt = MonotonicClock.now()
    write(ladder.ask(at: askedAt))
  }

  /// Gives the terminal back exactly as it was found.
  ///
  /// Safe to call twice, and on the way out of a failure. Waits at most 200 ms for a terminal that does not answer.
  package func leave() {
    _ = lane.sync { [self] in giveBack() }
  }

  private func giveBack() {
    guard line != nil else { return }
    (signalWatches, stopWatch) = ([], nil)
    if !isSuspended { putAway() }
    forgetMemory()
    crashRestore = nil
    canvas = nil
    outputWatch = nil
    output = nil
    line = nil
  }

  /// Everything back, in the order in which it can still be understood: keyboard flags belong to
  /// the alternate screen, and answers must not fall into the hands of the shell.
  private func putAway() {
    guard let line else { return }
    inputWatch = nil
    defer { will?.write(nil) }
    guard line.isForeground, will?.hasReader != false else {
      // The guard was killed, and the shell goes on beside us: answers would be typed into it.
      if speaksCSI { line.write(everythingOff) }
      passthrough?.close()
      // Where a shell is there already, the settings are its own.
      if line.isForeground { line.restoreSettings() }
      return
    }
    // A terminal that takes nothing any more would hold the program for ever.
    let limit = Int32(Self.patience.nanoseconds / 1_000_000)
    outputWatch = nil
    takePictureAway()
    if output?.sendAll(within: limit) != false, line.isWritable(within: limit) {
      if speaksCSI {
        line.write(ladder.takeBack() + TerminalModes.off)
        awaitLastAnswers(from: line)
      }
      canvas?.close()
    }
    passthrough?.close()
    line.discardInput()
    line.restoreSettings()
  }

  /// Reads until the terminal has answered its last question, and the one outside a multiplexer
  /// too: key releases and answers still on their way come before that.
  private func awaitLastAnswers(from line: TerminalLine) {
    let now = MonotonicClock.now()
    var isAwaited = true
    var isOutsideAwaited = ladder.answers.multiplexer != nil
    let isKnown = ladder.hasAnswered && (!isOutsideAwaited || ladder.hasOutsideAnswered)
    if isKnown {
      line.write(ladder.lastQuestions)
    } else if now - askedAt > Self.answerPatience {
      isAwaited = ladder.hasAnswered
      isOutsideAwaited = false
      if isAwaited { line.write(KeyLadder.attributesQuestion) }
    } else {
      isAwaited = !ladder.hasAnswered
    }
    let deadline = now + Self.patience
    while !hasHungUp, isAwaited || isOutsideAwaited {
      let left = deadline - MonotonicClock.now()
      guard left > .zero else { return }
      switch line.read(within: Int32(left.nanoseconds / 1_000_000) + 1) {
      case .bytes(let bytes):
        for event in parser.feed(bytes) {
          if case .deviceAttributes = event { isAwaited = false }
          if event == .statusReport { isOutsideAwaited = false }
        }
      case .nothing: continue
      case .ended: return
      }
    }
  }

  /// Gives the terminal back for a while; `resume` takes it again.
  package func suspend() {
    lane.precondition()
    guard line != nil, !isSuspended else { return }
    putAway()
    isSuspended = true
  }

  /// Takes the terminal again after `suspend`, and tells a size, so that the screen is drawn.
  ///
  /// `forgets` what was typed meanwhile and nobody has read.
  package func resume(forgetting forgets: Bool = false) {
    lane.precondition()
    guard let line, isSuspended else { return }
    isSuspended = false
    if forgets { line.discardInput() }
    will?.write(lastWill)
    canvas?.resize(to: line.size)
    canvas?.update()
    begin()
    deliver(.resized(size))
  }

  /// Stops the process as Ctrl-Z does in other programs, and goes on when the shell says so.
  package func suspendUntilContinued() {
    _ = lane.sync { [self] in
      suspend()
      // One that comes twice, to the process group and once more from the guard, is one.
      stopWatch = nil
      Signal.stopThisProcess()
      if line != nil { stopWatch = watchStops() }
      resume()
    }
  }

  private func watchStops() -> Watch {
    lane.watch(signal: Signal.stopAsked) { [weak self] in self?.suspendUntilContinued() }
  }

  // MARK: The terminal

  /// True when half blocks can be drawn in colours.
  package var showsBlocks: Bool {
    lane.precondition()
    return canvas?.hasPictureColours == true && !glyphs.isASCII
  }

  /// Adopts what the terminal says of its background; true when all has to be drawn anew.
  func adopt(_ ground: Ground) -> Bool { canvas?.adopt(ground) ?? false }

  /// False for terminals that must not be sent what their type does not list: no questions, no
  /// mouse.
  package var speaksCSI: Bool { canvas?.speaksCSI ?? false }

  /// The process was stopped from outside and goes on: the shell may have changed the line.
  private func continued() {
    lane.precondition()
    guard line != nil, !isSuspended else { return }
    canvas?.reassert()
    if speaksCSI { write(TerminalModes.on(mouse: options.usesMouse)) }
    windowChanged()
  }

  // MARK: Keys

  /// Tells the owner, on the lane.
  func tell(_ event: TerminalEvent) { deliver(event) }

  /// Ends reading: a descriptor that has hung up would be readable for ever.
  func stopReading() { inputWatch = nil }
}
