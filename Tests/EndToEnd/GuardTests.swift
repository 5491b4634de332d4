import Foundation
import Glibc
import Support
import Testing

/// Without a shell: the guard leads the session, as in `xterm -e rushes`.
@Suite(.serialized) struct `the guard of the recorder` {
  @Test func `is a small process beside it, with a name of its own`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "READY")
    let recorder = try self.recorder(of: player)
    #expect(recorder.name == "rushes")
    let guardian = try #require(RunningProcess.all.first { $0.id == player.process })
    #expect(guardian.name == "terminal-guard" && guardian.words == recorder.words)
    let own = try Self.kilobytes("Private_Dirty", of: guardian.id)
    // Nearly all of it are the addresses that the loader writes into 190 libraries.
    #expect(own < 16_000, "\(own) kB")
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(guardian.id)/task")
    #expect(tasks.count == 1)
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `is not there for a script`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--take", "300ms", "--take", "1h"])
    defer { player.stop() }
    try player.wait(for: "Take 1:")
    #expect(RunningProcess.all.allSatisfy { $0.parent != player.process })
    #expect(RunningProcess.all.first { $0.id == player.process }?.name == "rushes")
  }

  @Test func `lets it go on where nobody could continue it`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--preview", "off"])
    defer { player.stop() }
    try player.wait(for: "READY")
    let stops = [{ player.terminal.type("\u{1a}") }, { player.signal(SIGTSTP) }]
    for stop in stops {
      let count = player.terminal.output.count
      stop()
      try player.wait("a full picture") { $0.byteCount > count + 500 && $0.contains("READY") }
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(player.hasRestoredSettings)
  }

  @Test func `stopped and continued without a shell, it goes on`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180", "--preview", "off"])
    defer { player.stop() }
    try player.wait(for: "READY")
    let recorder = try self.recorder(of: player)
    for process in [player.process, recorder.id] {
      kill(process, SIGSTOP)
      let count = player.terminal.output.count
      kill(process, SIGCONT)
      try player.wait("a full picture") { $0.byteCount > count + 500 && $0.contains("READY") }
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(player.hasRestoredSettings)
  }

  @Test func `killed, it takes the recorder along in order`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"])
    defer { player.stop() }
    try player.wait(for: "READY")
    let recorder = try self.recorder(of: player)
    player.terminal.press(" ")
    try player.waitUntilUsed(0.6)
    player.signal(SIGKILL)
    #expect(recorder.waitForEnd())
    #expect(player.hasRestoredSettings && !player.terminal.screen.modes.isAlternateScreen)
    #expect(try rushes.run(["sessions"]).text.contains("1 take"))
  }

  @Test func `does not wait for a terminal that takes nothing`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], kind: .silent)
    defer { player.stop() }
    try player.wait(for: "READY")
    let recorder = try self.recorder(of: player)
    player.terminal.stall()
    kill(recorder.id, SIGKILL)
    #expect(try player.waitForExit(within: 10) == .code(128 + SIGKILL))
    #expect(player.hasRestoredSettings)
  }

  @Test func `can be left out`() throws {
    let rushes = try Rushes()
    let player = try rushes.open(["--size", "320x180"], environment: ["RUSHES_GUARD": "off"])
    defer { player.stop() }
    try player.wait(for: "READY")
    #expect(RunningProcess.all.allSatisfy { $0.parent != player.process })
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  private func recorder(of player: PtyPlayer) throws -> RunningProcess {
    try #require(RunningProcess.all.first { $0.parent == player.process })
  }

  /// One sum of /proc/…/smaps_rollup, which counts what a process shares with nobody.
  private static func kilobytes(_ name: String, of process: Int32) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    return try #require(Int(line.split(separator: " ")[1]))
  }
}
