import Control
import Foundation
import Glibc
import Recording
import Support
import Testing
import Units

@Suite(.serialized) struct `a recorder driven by rushes ctl` {
  private let rushes: Rushes
  private let sockets: ControlFolder

  init() throws {
    rushes = try Rushes()
    sockets = ControlFolder(environment: rushes.environment)
  }

  private func open(_ arguments: [String] = [], kind: PtyTerminal.Kind = .kitty) throws -> PtyPlayer
  {
    let player = try rushes.open(arguments + ["--size", "320x180"], kind: kind)
    try player.wait(for: "TEST PICTURE")
    return player
  }

  /// Runs `rushes ctl`.
  private func ctl(_ words: String...) throws -> Command.Output {
    try rushes.run(["ctl"] + words)
  }

  private func succeeds(_ words: String..., printing text: String = "") throws {
    let output = try rushes.run(["ctl"] + words)
    #expect(output.status == 0 && output.text == text, "\(words): \(output.stderr)")
  }

  /// The one sentence that a command is refused with, without the program's name.
  private func refusal(_ words: String...) throws -> String {
    let output = try rushes.run(["ctl"] + words)
    #expect(output.status == 1 && output.stdout.isEmpty, "\(words): \(output.status)")
    return String(output.stderr.dropFirst("rushes: ".count).dropLast())
  }

  /// Sends a command of this very process, as if the user had given it at `instant`.
  private func send(_ command: ControlCommand, at instant: Double) throws {
    let client = ControlClient(folder: sockets)
    let answer = try client.ask(ControlRequest(command, at: .seconds(instant)))
    #expect(answer == .success(""))
  }

  /// Waits until there are pictures from before a press of just now.
  private func waitForHistory(of player: PtyPlayer) throws {
    try player.wait("a second of pictures") { screen in
      screen.lines.contains { $0.contains("measured") && !$0.contains("not yet") }
    }
  }

  /// CLOCK_MONOTONIC in seconds.
  private var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `a press and its release from another process make a take to the frame`() throws {
    let player = try open(["--limit", "none"])
    defer { player.stop() }
    try waitForHistory(of: player)
    let pressed = now - 0.15
    try send(.press, at: pressed)
    try player.wait(for: "by ctl, until its release")
    #expect(player.terminal.screen.contains("● REC"))
    #expect(player.terminal.screen.contains("Hold ends: by 'rushes ctl release'"))
    // Keys, and a window that has lost the keyboard, do not end it.
    player.terminal.type("\u{1b}[O")
    Thread.sleep(forTimeInterval: 1)
    let released = now - 0.1
    try send(.release, at: released)
    try player.wait(for: "✓ ready")
    let saved = try ctl("save")
    #expect(saved.status == 0 && saved.stderr.isEmpty)
    #expect(saved.text == "\(try #require(rushes.movies.first))\n")
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    let frames = (released - pressed) * 30
    #expect(movie.takes.count == 1, "\(movie.report)")
    // The newest picture before the press is the first one.
    #expect((frames...frames + 2).contains(Double(movie.frameCount)), "\(movie.report)")
    try succeeds("quit")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `a press counts from when the program was started`() throws {
    let player = try open(["--limit", "none"])
    defer { player.stop() }
    try waitForHistory(of: player)
    let pressing = now
    try succeeds("press")
    let pressed = now
    Thread.sleep(forTimeInterval: 1)
    let released = now
    try send(.release, at: released)
    #expect(try ctl("save").status == 0)
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.takes.count == 1, "\(movie.report)")
    let frames = Double(movie.frameCount)
    // A birth is known to 10 ms, and the first picture is the newest one before the press.
    #expect(frames >= (released - pressed) * 30 && frames <= (released - pressing) * 30 + 2.3)
    // What takes longer than this to load counts from its first own instruction.
    if pressed - pressing < 0.25 { #expect(frames >= (released - pressing) * 30 - 0.5) }
  }

  @Test func `a click does not end what a program holds, nor the other way round`() throws {
    let player = try open(kind: .xterm)
    defer { player.stop() }
    try player.wait(for: "[ Record ]")
    let lines = player.terminal.screen.lines
    let row = try #require(lines.firstIndex { $0.contains("[ Record ]") })
    let button = try #require(lines[row].firstRange(of: "[ Record ]")).lowerBound
    let place = "0;\(lines[row].distance(from: lines[row].startIndex, to: button) + 3);\(row + 1)"
    try succeeds("press")
    player.terminal.type("\u{1b}[<\(place)M\u{1b}[<\(place)m")
    try player.waitUntilUsed(0.4)
    #expect(player.terminal.screen.contains("by ctl, until its release"))
    try succeeds("release")
    player.terminal.type("\u{1b}[<\(place)M")
    try player.wait(for: "let go of the button to stop")
    #expect(try refusal("press") == "A take is running already.")
    #expect(try refusal("release").hasPrefix("'rushes ctl press' holds no take"))
    try player.waitUntilUsed(0.8)
    player.terminal.type("\u{1b}[<\(place)m")
    try player.wait(for: "hold SPACE for take 3")
  }

  @Test func `toggle begins a take that nobody holds and ends any that runs`() throws {
    let player = try open()
    defer { player.stop() }
    try succeeds("toggle")
    try player.wait(for: "by ctl; tap SPACE to stop")
    try player.waitUntilUsed(0.4)
    #expect(try refusal("release") == "'rushes ctl press' holds no take that could be released.")
    try succeeds("toggle")
    try player.wait(for: "hold SPACE for take 2")
    // What the key holds is ended as well, and the key means nothing until it is pressed anew.
    player.terminal.press(" ")
    try player.wait(for: "take 2   0:0")
    #expect(try refusal("press") == "A take is running already.")
    try player.waitUntilUsed(0.9)
    try succeeds("toggle")
    try player.wait(for: "hold SPACE for take 3")
    player.terminal.release(" ")
    // The key ends what a toggle has begun.
    try succeeds("toggle")
    try player.wait(for: "take 3   0:0")
    try player.waitUntilUsed(1.4)
    player.terminal.press(" ")
    player.terminal.release(" ")
    try player.wait(for: "hold SPACE for take 4")
    let undo = try ctl("undo")
    #expect(undo.status == 0 && undo.stderr == "rushes: Take 3 taken back.\n")
    let quit = try ctl("quit")
    #expect(quit.status == 0 && quit.stderr.hasPrefix("rushes: 2 takes ("))
    #expect(try player.waitForExit() == .code(0))
    #expect(player.terminal.screen.contains("2 takes ("))
    #expect(sockets.isEmpty)
  }

  @Test func `status tells people and programs what the recorder does`() throws {
    let player = try open(["--limit", "20s"])
    defer { player.stop() }
    var status = try Status(ctl("status", "--json"))
    let session = try #require(rushes.sessions.first)
    #expect(status.pid == player.process && status.session == session)
    #expect(status.state == "ready" && status.takes.isEmpty && status.used == 0)
    #expect(status.limit == 20 && status.left == 20 && !status.latched)
    #expect(status.camera == "test picture" && status.microphone?.isEmpty == false)
    #expect(!status.hold.isEmpty)
    try succeeds("press")
    status = try Status(ctl("status", "--json"))
    #expect(status.state == "recording" && status.takes.map(\.state) == ["recording"])
    #expect(status.hold == "by 'rushes ctl release'")
    try player.waitUntilUsed(0.5)
    try succeeds("release")
    status = try Status(ctl("status", "--json"))
    #expect(status.state == "paused" && status.takes.map(\.state) == ["ready"])
    let take = try #require(status.takes.first)
    #expect(take.frames >= 15 && abs(take.duration - Double(take.frames) / 30) < 1e-6)
    #expect(status.used == take.duration && abs(20 - status.used - (status.left ?? 0)) < 1e-6)
    let line = try ctl("status").text
    #expect(line.hasPrefix("paused, 1 take, "))
    #expect(line.hasSuffix(" of 20.00 s used; session \(session), process \(player.process)\n"))
    try succeeds("toggle")
    #expect(try Status(ctl("status", "--json")).latched)
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))

    let resumed = try open(["resume", session, "--limit", "none", "--mic", "none"])
    defer { resumed.stop() }
    let output = try ctl("status", "--json")
    status = try Status(output)
    #expect(status.session == session && status.takes.count == 2)
    #expect(status.limit == nil && status.left == nil && status.microphone == nil)
    for name in ["limit", "left", "microphone"] {
      #expect(output.text.contains("\"\(name)\":null"))
    }
    try succeeds("quit")
  }

  @Test func `what is not possible is refused by one sentence`() throws {
    #expect(try refusal("status").hasPrefix("No recorder is running; start one with 'rushes'"))
    let player = try open(["--limit", "1s", "--no-autosave"])
    defer { player.stop() }
    #expect(try refusal("save") == "Nothing to save yet: there is no take.")
    #expect(try refusal("undo") == "There is no take to take back.")
    player.terminal.type("?")
    try player.wait(for: "hold to record; or tap twice")
    #expect(try refusal("press") == "The recorder shows its keys: close that by Esc first.")
    player.terminal.type("?")
    try succeeds("press")
    try player.wait(for: "hold SPACE for take 2")
    #expect(try refusal("release").hasPrefix("'rushes ctl press' holds no take"))
    #expect(try refusal("press").hasPrefix("The budget is spent"))
    #expect(try refusal("toggle").hasPrefix("The budget is spent"))
    player.terminal.type("R")
    try player.wait(for: "Delete all takes? y/n")
    let sentence = "The recorder has asked something on its screen: answer that first."
    for word in ["press", "save", "undo"] { #expect(try refusal(word) == sentence) }
    try succeeds("status", "--pid", "\(player.process)", printing: ctl("status").text)
    #expect(try refusal("quit", "--pid", "1").hasPrefix("No recorder runs as process 1; process"))
    #expect(try ctl("dance").status == 2)
  }

  @Test func `two recorders are told apart, and a killed one leaves nothing behind`() throws {
    let first = try open()
    defer { first.stop() }
    let second = try open()
    defer { second.stop() }
    #expect(Set(sockets.names) == ["\(first.process).sock", "\(second.process).sock"])
    #expect(sockets.mode == 0o700 && sockets.names.allSatisfy { sockets.mode(of: $0) == 0o600 })
    try succeeds("toggle")
    try second.wait(for: "by ctl")
    try succeeds("toggle", "--pid", "\(first.process)")
    try first.wait(for: "by ctl")
    let recorder = try #require(RunningProcess.all.first { $0.parent == second.process })
    kill(recorder.id, SIGKILL)
    #expect(try second.waitForExit() == .code(128 + SIGKILL))
    // The socket is still there, but nobody listens.
    #expect(sockets.names.count == 2)
    try succeeds("toggle")
    try first.wait(for: "PAUSED")
    let third = try open()
    defer { third.stop() }
    #expect(Set(sockets.names) == ["\(first.process).sock", "\(third.process).sock"])
    for player in [third, first] {
      player.signal(SIGTERM)
      #expect(try player.waitForExit() == .code(130))
    }
    #expect(sockets.isEmpty)
  }

  @Test func `a folder that others may enter is not used, and the screen says so`() throws {
    mkdir(sockets.path, 0o755)
    chmod(sockets.path, 0o755)
    let player = try open()
    defer { player.stop() }
    try player.wait(for: "'rushes ctl' is off: other users may enter")
    #expect(sockets.isEmpty)
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }
}

/// What `rushes ctl status --json` says.
private struct Status: Decodable {
  struct Take: Decodable {
    var duration: Double
    var frames: Int
    var state: String
  }

  var pid: Int32
  var session: String
  var state: String
  var used: Double
  var limit: Double?
  var left: Double?
  var takes: [Take]
  var camera: String
  var microphone: String?
  var hold: String
  var latched: Bool

  init(_ output: Command.Output) throws {
    #expect(output.status == 0 && output.stderr.isEmpty)
    self = try JSONDecoder().decode(Status.self, from: Data(output.stdout))
  }
}

extension ControlFolder {
  /// Names of what lies in it.
  fileprivate var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  fileprivate var isEmpty: Bool { names.isEmpty }

  /// Its permissions.
  fileprivate var mode: UInt32 { mode(of: "") }

  fileprivate func mode(of name: String) -> UInt32 {
    var status = stat()
    return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
