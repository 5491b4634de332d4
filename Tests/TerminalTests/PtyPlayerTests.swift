import Glibc
import Support
import Testing

@Suite struct `a program played in a terminal` {
  private func shell(_ script: String) throws -> PtyPlayer {
    try PtyPlayer(program: "/bin/sh", arguments: ["-c", script], columns: 50, rows: 10)
  }

  @Test func `has the terminal as its own, with its size`() throws {
    let player = try shell("stty size </dev/tty; echo $TERM; read line; echo \"got $line\"; exit 7")
    defer { player.stop() }
    try player.wait(for: "10 50")
    try player.wait(for: "xterm-256color")
    player.terminal.type("hello\r")
    try player.wait(for: "got hello")
    #expect(try player.waitForExit() == .code(7))
    #expect(player.hasRestoredSettings)
  }

  @Test func `is seen to leave the line changed`() throws {
    let player = try shell("stty raw -echo; echo done")
    defer { player.stop() }
    #expect(try player.waitForExit() == .code(0))
    #expect(!player.hasRestoredSettings)
  }

  @Test func `gets signals, and a new size`() throws {
    let player = try shell("trap 'stty size; exit 3' WINCH; echo up; while :; do sleep 0.05; done")
    defer { player.stop() }
    try player.wait(for: "up")
    player.terminal.resize(columns: 33, rows: 9)
    try player.wait(for: "9 33")
    #expect(try player.waitForExit() == .code(3))
  }

  @Test func `ends by the signal it was sent`() throws {
    let player = try shell("echo up; exec sleep 60")
    try player.wait(for: "up")
    player.signal(SIGTERM)
    #expect(try player.waitForExit() == .signal(SIGTERM))
  }

  @Test func `loses its terminal when the window is closed`() throws {
    let player = try shell("echo up; exec sleep 60")
    try player.wait(for: "up")
    player.terminal.hangUp()
    #expect(try player.waitForExit() == .signal(SIGHUP))
  }

  @Test func `is told about with the screen when something does not come`() throws {
    let player = try shell("echo something else; exec sleep 60")
    defer { player.stop() }
    try player.wait(for: "something else")
    let error = #expect(throws: PtyPlayer.Timeout.self) {
      try player.wait(for: "never", within: 0.05)
    }
    #expect(error?.description.contains("something else") == true)
  }
}
