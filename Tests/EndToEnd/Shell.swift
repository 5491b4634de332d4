import Foundation
import Glibc
import Support
import Testing

/// An interactive bash in a terminal that the test plays, and the recorder as its job.
struct Shell {
  /// What bash answers to 50 ms later, as over a slow link: late bytes would fall into its hands.
  private static let latency = 0.05
  /// Kitty keyboard flags that the shell pushed for itself, as fish does.
  private static let flags = 5

  /// What must be as before.
  struct State: Equatable {
    var modes: VTModes
    var settings: [UInt32]
  }

  let rushes: Rushes
  let player: PtyPlayer
  /// As bash left the terminal before it started the recorder.
  let before: State

  init(kind: PtyTerminal.Kind = .kitty) throws {
    rushes = try Rushes()
    var environment = rushes.environment
    environment["SSH_CONNECTION"] = nil
    environment["PS1"] = "bash$ "
    player = try PtyPlayer(
      program: "/bin/bash", arguments: ["--norc", "--noprofile", "--noediting", "-i"],
      environment: environment, columns: 100, rows: 28, kind: kind, latency: Self.latency)
    try Self.waitForPrompt(in: player)
    player.terminal.type("printf '\\033[>\(Self.flags)u'; cd; echo re''ady\n")
    try player.wait("the shell") { $0.lines.contains("ready") }
    try Self.waitForPrompt(in: player)
    before = State(modes: player.terminal.screen.modes, settings: player.terminal.settings)
    try #require(before.modes.mainFlags == [Self.flags])
  }

  /// Starts the recorder, and behind it a program that keeps what is typed to it.
  func start(_ arguments: [String] = ["--size", "320x180"]) {
    let words = ([Rushes.program] + arguments).joined(separator: " ")
    player.terminal.type("\(words); echo \"ended $?\"; cat > typed\n")
  }

  /// Goes on with the stopped recorder, and has what is typed behind it kept in `later`.
  func goOn() throws {
    try waitForPrompt()
    player.terminal.type("fg; echo \"again $?\"; cat > later\n")
  }

  /// Waits until the program is over for the shell, with this exit code.
  ///
  /// The shell may say so on the alternate screen, when the guard is gone before the recorder.
  func waitForEnd(_ code: Int32, saying word: String = "ended") throws {
    let hasEnded = player.terminal.waitForOutput("\(word) \(code)\r")
    try #require(hasEnded, "\(player.terminal.screen.text)")
  }

  /// Waits until the shell waits: what is typed before that may be flushed by an interrupt.
  func waitForPrompt() throws { try Self.waitForPrompt(in: player) }

  private static func waitForPrompt(in player: PtyPlayer) throws {
    // A recorder that was frozen leaves its screen around the cursor.
    try player.wait("the prompt") { screen in
      let line = screen.lines[screen.cursor.row]
      return screen.cursor.column == 6 && line.hasPrefix("bash$")
    }
  }

  /// The two processes of the recorder, which the shell has started.
  func processes() throws -> (guardian: RunningProcess, recorder: RunningProcess) {
    let all = RunningProcess.all
    let guardian = try #require(all.first { $0.parent == player.process })
    return (guardian, try #require(all.first { $0.parent == guardian.id }))
  }

  /// Nothing is left on the terminal, and the next program gets exactly what is typed to it.
  func expectUntouched(file: String = "typed") throws {
    let isAsBefore = player.terminal.wait(within: 5) { $0.modes == before.modes }
    #expect(isAsBefore, "\(player.terminal.screen.modes)")
    // Whatever was on its way when the program ended has arrived before what is typed now.
    let text = "typed: \u{1b}[A\u{1b}[B é SPACE q"
    player.terminal.type("\(text)\n\u{4}")
    try waitForPrompt()
    let got = try String(contentsOfFile: rushes.folder.file(file), encoding: .utf8)
    #expect(got == text + "\n")
    #expect(player.terminal.settings == before.settings)
    player.terminal.type("clear; echo wa''iting; cat\n")
    try player.wait("cat") { $0.lines.contains("waiting") }
    player.terminal.type("\u{3}")
    try waitForPrompt()
    player.terminal.type("echo \"interrupted $?\"\n")
    try player.wait("the interrupt") { $0.lines.contains("interrupted 130") }
    #expect(player.terminal.screen.modes == before.modes)
  }

  func stop() { player.stop() }
}
