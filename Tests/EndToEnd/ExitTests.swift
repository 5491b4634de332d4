import Foundation
import Glibc
import Support
import Testing

@Suite(.serialized) struct `after the recorder the terminal is as before` {
  /// Every way out.
  enum Exit: String, CaseIterable {
    case quit, controlC, interrupt, terminate, hangUp, quitSignal
    case crash, recorderKilled, guardKilled

    /// What the shell sees of it.
    var code: Int32 {
      switch self {
      case .quit, .controlC: 0
      case .interrupt, .terminate, .hangUp, .quitSignal: 130
      case .crash: 128 + SIGSEGV
      case .recorderKilled, .guardKilled: 128 + SIGKILL
      }
    }

    /// True when the running take is finished before the end; else there is what reached the disk.
    var isInOrder: Bool { self != .crash && self != .recorderKilled }

    func happen(in shell: Shell) throws {
      let (guardian, recorder) = try shell.processes()
      switch self {
      case .quit: shell.player.terminal.type("q")
      case .controlC: shell.player.terminal.type("\u{3}")
      case .interrupt: kill(guardian.id, SIGINT)
      case .terminate: kill(guardian.id, SIGTERM)
      case .hangUp: kill(guardian.id, SIGHUP)
      case .quitSignal: kill(guardian.id, SIGQUIT)
      case .crash: kill(recorder.id, SIGSEGV)
      case .recorderKilled: kill(recorder.id, SIGKILL)
      case .guardKilled: kill(guardian.id, SIGKILL)
      }
    }
  }

  @Test(arguments: Exit.allCases)
  func `when it ends while SPACE is held`(exit: Exit) throws {
    let shell = try Shell()
    defer { shell.stop() }
    // Without a guard nobody can keep an answer that is on its way from a shell which has the
    // terminal back while the recorder is still finishing its take; the live picture asks often.
    let arguments = exit == .guardKilled ? ["--preview", "off"] : []
    shell.start(["--size", "320x180"] + arguments)
    let terminal = shell.player.terminal
    try shell.player.wait(for: "READY")
    terminal.press(" ")
    try shell.player.waitUntilUsed(exit.isInOrder ? 0.6 : 2)
    try shell.player.wait("release reports") { $0.modes.keyboardFlags == 3 }
    try exit.happen(in: shell)
    // Let go too late for the recorder, and yet reported; without a guard that is for the shell.
    if exit != .guardKilled { terminal.release(" ") }
    try shell.waitForEnd(exit.code)
    try shell.expectUntouched()
    let session = try #require(shell.rushes.sessions.first)
    let list = try shell.rushes.run(["sessions"]).text
    #expect(list.contains("\(session)  1 take  "), "\(list)")
    if exit == .crash || exit == .recorderKilled {
      #expect(terminal.hasWritten("'rushes resume' goes on with them."))
    }
  }

  @Test(arguments: [Exit.quit, .controlC, .terminate, .crash, .recorderKilled, .guardKilled])
  func `when it ends without a take`(exit: Exit) throws {
    let shell = try Shell(kind: exit == .terminate ? .xterm : .kitty)
    defer { shell.stop() }
    let arguments = exit == .guardKilled ? ["--preview", "off"] : []
    shell.start(["--size", "320x180"] + arguments)
    try shell.player.wait(for: "READY")
    // Without a guard answers on their way are for the shell that has the terminal back.
    if exit == .guardKilled {
      try shell.player.wait(for: "release by the kitty protocol")
      #expect(shell.player.terminal.waitForReader())
    }
    try exit.happen(in: shell)
    try shell.waitForEnd(exit.code)
    try shell.expectUntouched()
  }

  @Test(arguments: [Exit.quit, .interrupt, .recorderKilled])
  func `when it ends with the help open`(exit: Exit) throws {
    let shell = try Shell()
    defer { shell.stop() }
    shell.start()
    try shell.player.wait(for: "READY")
    shell.player.terminal.type("?")
    try shell.player.wait(for: "Ctrl-Z")
    try exit.happen(in: shell)
    try shell.waitForEnd(exit.code)
    try shell.expectUntouched()
  }

  @Test func `when it is killed before the terminal has answered`() throws {
    let shell = try Shell()
    defer { shell.stop() }
    shell.start()
    try shell.player.wait("its screen") { $0.modes.isAlternateScreen }
    try Exit.recorderKilled.happen(in: shell)
    try shell.waitForEnd(Exit.recorderKilled.code)
    try shell.expectUntouched()
  }

  @Test func `when it cannot begin`() throws {
    let shell = try Shell()
    defer { shell.stop() }
    shell.start(["--camera", "/dev/video99"])
    try shell.waitForEnd(3)
    try shell.expectUntouched()
    #expect(!shell.player.terminal.screen.sawAlternateScreen)
    #expect(shell.rushes.sessions.isEmpty)
  }

  @Test func `while it is stopped by its key, and after it has gone on`() throws {
    let shell = try Shell()
    defer { shell.stop() }
    shell.start()
    try shell.player.wait(for: "READY")
    shell.player.terminal.press(" ")
    try shell.player.waitUntilUsed(0.6)
    shell.player.terminal.type("\u{1a}")
    try shell.waitForEnd(128 + SIGTSTP)
    try shell.expectUntouched()
    try shell.goOn()
    try shell.player.wait("the recorder") { $0.modes.isAlternateScreen && $0.contains("✓ ready") }
    shell.player.terminal.type("q")
    try shell.waitForEnd(0, saying: "again")
    try shell.expectUntouched(file: "later")
    #expect(shell.rushes.sessions.count == 1)
  }

  /// The signals that stop and continue, sent to either process, and to both as a shell does.
  @Test(arguments: ["guard TSTP", "group TSTP", "recorder STOP"])
  func `after it was stopped from outside`(what: String) throws {
    let shell = try Shell()
    defer { shell.stop() }
    shell.start(["--size", "320x180", "--preview", "off"])
    // Behind that no answer is on its way, which a frozen recorder could not take.
    try shell.player.wait(for: "release by the kitty protocol")
    #expect(shell.player.terminal.waitForReader())
    let (guardian, recorder) = try shell.processes()
    switch what {
    case "guard TSTP": kill(guardian.id, SIGTSTP)
    case "group TSTP": kill(-guardian.id, SIGTSTP)
    default: kill(recorder.id, SIGSTOP)
    }
    try shell.waitForEnd(128 + SIGTSTP)
    if what != "recorder STOP" {
      try shell.expectUntouched()
    } else {
      shell.player.terminal.type("\u{4}")
    }
    try shell.goOn()
    try shell.player.wait("the recorder") { $0.modes.isAlternateScreen && $0.contains("READY") }
    shell.player.terminal.type("q")
    try shell.waitForEnd(0, saying: "again")
    try shell.expectUntouched(file: "later")
  }
}
