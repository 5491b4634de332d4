import Foundation
import Support
import Testing

@testable import Terminal

@Suite struct `passing through tmux` {
  /// A tmux server of its own, with one pane.
  private final class Server {
    let folder: TempFolder
    let pane: String
    private let socket: String

    init() throws {
      folder = try TempFolder()
      socket = folder.file("socket")
      _ = try Command.run("tmux", ["-f", "/dev/null", "-S", socket, "new", "-d", "cat"])
      pane = try Command.run("tmux", ["-S", socket, "list-panes", "-F", "#{pane_id}"]).text
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    var environment: [String] {
      ["TMUX=\(socket),1,0", "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
    }

    func tmux(_ words: String...) throws -> String {
      try Command.run("tmux", ["-S", socket] + words).text
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { _ = try? tmux("kill-server") }
  }

  @Test(arguments: ["unset", "off", "on"])
  func `is allowed for the own pane and then as it was`(before: String) throws {
    let server = try Server()
    if before != "unset" {
      _ = try server.tmux("set-option", "-p", "-t", server.pane, "allow-passthrough", before)
    }
    let options = try server.tmux("show-options", "-p", "-t", server.pane)
    var passthrough = TmuxPassthrough(pane: server.pane, environment: server.environment)
    passthrough.open()
    #expect(
      try server.tmux("show-options", "-p", "-t", server.pane) == "allow-passthrough on")
    passthrough.close()
    #expect(try server.tmux("show-options", "-p", "-t", server.pane) == options)
  }

  @Test func `gives up quietly where there is no server`() {
    var passthrough = TmuxPassthrough(pane: "%0", environment: ["TMUX=/nowhere/socket,1,0"])
    passthrough.open()
    passthrough.close()
  }

  @Test func `does not wait for ever for a command`() {
    #expect(SmallCommand.run(["sleep", "60"], environment: nil, within: 50) == nil)
    #expect(SmallCommand.run(["echo", "there"], environment: nil, within: 5_000) == "there\n")
    #expect(SmallCommand.run(["false"], environment: nil, within: 5_000) == nil)
    #expect(SmallCommand.run(["no-such-command"], environment: nil, within: 5_000) == nil)
  }
}
