import Foundation
import Glibc

/// Runs a program in a terminal that the test plays.
///
/// Unchecked: what changes is guarded by `ended`.
package final class PtyPlayer: @unchecked Sendable {
  /// How a program came to its end.
  package enum Exit: Sendable, Hashable {
    case code(Int32)
    case signal(Int32)
  }

  /// What did not come, and the screen at that moment.
  package struct Timeout: Error, CustomStringConvertible {
    package let description: String
  }

  /// The terminal it runs in.
  package let terminal: PtyTerminal
  /// Its process id, which is also its session and its process group.
  package let process: Int32
  /// The line settings before it was started.
  package let settingsBefore: [UInt32]
  private let ended = NSCondition()
  private var exit: Exit?

  /// Starts `program`; its standard input, output and error are the terminal, which controls it.
  ///
  /// `environment` is added to a small one with `TERM=xterm-256color` and a UTF-8 locale.
  package init(
    program: String, arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 80, rows: Int = 24, kind: PtyTerminal.Kind = .kitty, latency: Double = 0
  ) throws {
    terminal = try PtyTerminal(columns: columns, rows: rows, kind: kind, latency: latency)
    settingsBefore = terminal.settings
    var variables = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    variables.merge(environment) { _, new in new }
    process = try Self.spawn(
      [program] + arguments, environment: variables.map { "\($0.key)=\($0.value)" },
      on: terminal.path)
    Thread { [self] in reap() }.start()
  }

  /// Waits until `text` stands on one of the screen's lines.
  package func wait(for text: String, within limit: Double = 20) throws {
    try wait("\"\(text)\"", within: limit) { $0.contains(text) }
  }

  /// Waits until the screen is as wanted; `what` names that in the error.
  package func wait(
    _ what: String, within limit: Double = 20, until isReached: (VTScreen) -> Bool
  ) throws {
    guard !terminal.wait(within: limit, until: isReached) else { return }
    throw Timeout(description: "\(what) did not come; the screen was:\n\(terminal.screen.text)")
  }

  /// Waits until the program has ended and all it wrote is on the screen.
  package func waitForExit(within limit: Double = 20) throws -> Exit {
    let deadline = Date(timeIntervalSinceNow: limit)
    ended.lock()
    while exit == nil, ended.wait(until: deadline) {}
    let exit = exit
    ended.unlock()
    guard let exit else {
      throw Timeout(description: "it did not end; the screen was:\n\(terminal.screen.text)")
    }
    terminal.drain()
    return exit
  }

  /// True when the line settings are those from before the program was started.
  package var hasRestoredSettings: Bool { terminal.settings == settingsBefore }

  /// Sends a signal to the program alone.
  package func signal(_ number: Int32) { kill(process, number) }

  /// Ends the program if the test has left it running.
  package func stop() {
    ended.lock()
    if exit == nil { kill(process, SIGKILL) }
    ended.unlock()
  }

  private func reap() {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    ended.lock()
    exit = status & 0x7f == 0 ? .code(status >> 8 & 0xff) : .signal(status & 0x7f)
    ended.broadcast()
    ended.unlock()
  }

  private static func spawn(
    _ command: [String], environment: [String], on path: String
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A program in a fresh terminal ignores and blocks nothing, whatever the test process does.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let setSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, hidden from Swift
    let flags = setSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let code = withCStrings(command) { argv in
      withCStrings(environment) { envp in
        posix_spawnp(&process, command[0], &actions, &attributes, argv, envp)
      }
    }
    guard code == 0 else { throw PtyTerminal.Failure(call: "posix_spawn", errno: code) }
    return process
  }

  private static func withCStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
