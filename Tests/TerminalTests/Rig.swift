import Foundation
import Glibc
import Lanes
import Screens
import Support
import Terminal
import Units

/// A session on a terminal that the test plays, and what it told.
///
/// Unchecked: the events are guarded by `changed`.
final class Rig: @unchecked Sendable {
  let terminal: PtyTerminal
  let session: TerminalSession
  let lane = Lane("screen")
  let settingsBefore: [UInt32]
  let descriptor: Int32
  private let log = EventLog()

  init(
    _ kind: PtyTerminal.Kind = .kitty, type: String = "xterm-256color", colour: Bool = true,
    locale: String = "C.UTF-8", columns: Int = 80, rows: Int = 24, latency: Double = 0,
    multiplexer: Multiplexer? = nil, usesMouse: Bool = true, will: WillFile? = nil
  ) throws {
    terminal = try PtyTerminal(columns: columns, rows: rows, kind: kind, latency: latency)
    settingsBefore = terminal.settings
    descriptor = terminal.openProgramSide()
    var options = TerminalOptions(type: type, allowsColour: colour, locale: locale)
    options.multiplexer = multiplexer
    options.usesMouse = usesMouse
    session = TerminalSession(
      lane: lane, input: descriptor, output: descriptor, options: options, will: will,
      deliver: { [log] in log.append($0) })
  }

  /// Ends the session and the terminal, whatever the test has left them in.
  func close() {
    session.leave()
    Glibc.close(descriptor)
    terminal.hangUp()
  }

  /// Calls the session on its lane.
  func onLane<R: Sendable>(_ body: @Sendable (TerminalSession) -> R) -> R {
    let session = session
    switch lane.sync({ () throws(Never) in body(session) }) {
    case .success(let value): return value
    }
  }

  /// Enters, and waits until the terminal's answers are in.
  func enter() throws {
    try session.enter()
    guard terminal.kind != .silent else { return }
    _ = log.wait { $0.contains { if case .deviceAttributes = $0 { true } else { false } } }
  }

  /// Every input event told so far.
  var inputs: [InputEvent] { log.inputs }
  /// Everything told so far.
  var events: [TerminalEvent] { log.all }

  /// Waits until the inputs are as wanted.
  func waitForInputs(_ isReached: ([InputEvent]) -> Bool) -> Bool { log.wait(isReached) }

  /// Waits until the terminal outside the multiplexer is as wanted.
  func waitForOutside(_ isReached: (VTModes) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    while !isReached(terminal.outsideModes) {
      guard Date() < deadline else { return false }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return true
  }

  /// Waits until it is known how a picture comes; nil when that stays open.
  func waitForChoice() -> PictureChoice? {
    let deadline = Date(timeIntervalSinceNow: 10)
    while Date() < deadline {
      if let choice = onLane({ $0.pictureChoice(.best, isRemote: false) }) { return choice }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return nil
  }

  /// Waits until the events are as wanted.
  func waitForEvents(_ isReached: ([TerminalEvent]) -> Bool) -> Bool {
    log.waitForAll(isReached)
  }

  /// Draws `text` on the first lines of the screen, and waits until the terminal shows it.
  @discardableResult
  func draw(_ grid: Grid) -> Bool {
    _ = onLane { $0.draw(grid) }
    return terminal.wait { $0.text + "\n" == grid.text }
  }
}

/// Events in the order in which they came.
private final class EventLog: @unchecked Sendable {
  private let changed = NSCondition()
  private var events: [TerminalEvent] = []

  var all: [TerminalEvent] {
    changed.lock()
    defer { changed.unlock() }
    return events
  }

  var inputs: [InputEvent] { Self.inputs(all) }

  func append(_ event: TerminalEvent) {
    changed.lock()
    events.append(event)
    changed.broadcast()
    changed.unlock()
  }

  func wait(_ isReached: ([InputEvent]) -> Bool) -> Bool {
    waitForAll { isReached(Self.inputs($0)) }
  }

  func waitForAll(_ isReached: ([TerminalEvent]) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    changed.lock()
    defer { changed.unlock() }
    while !isReached(events) {
      guard changed.wait(until: deadline) else { return isReached(events) }
    }
    return true
  }

  private static func inputs(_ events: [TerminalEvent]) -> [InputEvent] {
    events.compactMap { if case .input(let event, _) = $0 { event } else { nil } }
  }
}

/// A screen with these lines.
func grid(_ lines: [String], columns: Int = 80, rows: Int = 24) -> Grid {
  var grid = Grid(size: CellSize(columns: columns, rows: rows))
  for (row, line) in lines.enumerated() { grid.put(line, column: 0, row: row) }
  return grid
}
