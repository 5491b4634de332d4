import Foundation
import Glibc

/// A spawned program with its three pipes, in a process group of its own.
final class ChildProcess {
  /// Process id, which is also the id of its group.
  let pid: pid_t
  private var stdin: Int32
  private var stdout: Int32
  private var stderr: Int32

  /// Held from making the pipes until they are closed on exec and the child has its own: else a
  /// program started meanwhile by another test would inherit them and keep them open.
  private static let spawning = NSLock()

  /// Starts the program (posix_spawnp) with `NAME=value` lines as its whole environment.
  init(_ path: String, _ args: [String], environment: [String]) throws {
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    let pipes = (0..<3).map { _ in Self.pipe() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0].read, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1].write, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[2].write, 2)
    var attributes = posix_spawnattr_t()
    Self.describe(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var child: pid_t = 0
    let code = withStrings([path] + args) { argv in
      withStrings(environment) { envp in
        posix_spawnp(&child, path, &actions, &attributes, argv, envp)
      }
    }
    for end in [pipes[0].read, pipes[1].write, pipes[2].write] { close(end) }
    (pid, stdin, stdout, stderr) = (child, pipes[0].write, pipes[1].read, pipes[2].read)
    if code != 0 {
      closePipes()
      throw Command.Failure.notStarted(path: path, errno: code)
    }
  }

  private static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(Glibc.pipe(&ends) == 0, "no pipe left")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func describe(_ attributes: inout posix_spawnattr_t) {
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setpgroup(&attributes, 0)
    // A child inherits what is ignored or blocked here, such as SIGPIPE; it begins afresh instead.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Feeds and drains all pipes at once until both outputs end; false when the deadline came first.
  func serve(
    input: [UInt8], until deadline: Date, onOutput: (UnsafeRawBufferPointer) -> Void,
    onError: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    defer { closePipes() }
    _ = fcntl(stdin, F_SETFL, O_NONBLOCK)
    var fed = 0
    if input.isEmpty { Self.shut(&stdin) }
    while stdout >= 0 || stderr >= 0 {
      let left = deadline.timeIntervalSinceNow
      if left <= 0 { return false }
      // poll leaves entries with negative descriptors alone.
      var entries = [
        pollfd(fd: stdin, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: stdout, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stderr, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&entries, 3, Int32(min(left * 1000 + 1, 60_000))) <= 0 { continue }
      if entries[0].revents != 0 { feed(input, from: &fed) }
      if entries[1].revents != 0 { Self.drain(&stdout, onOutput) }
      if entries[2].revents != 0 { Self.drain(&stderr, onError) }
    }
    return true
  }

  private func feed(_ input: [UInt8], from fed: inout Int) {
    let count = input.withUnsafeBytes {
      write(stdin, $0.baseAddress.map { $0 + fed }, $0.count - fed)
    }
    if count < 0 && errno == EAGAIN { return }
    fed += max(0, count)
    if count < 0 || fed == input.count { Self.shut(&stdin) }
  }

  private static func drain(_ end: inout Int32, _ receive: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      let count = read(end, buffer.baseAddress, buffer.count)
      if count > 0 { receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      if count == 0 || (count < 0 && errno != EINTR) { shut(&end) }
    }
  }

  private static func shut(_ end: inout Int32) {
    if end >= 0 { close(end) }
    end = -1
  }

  private func closePipes() {
    Self.shut(&stdin)
    Self.shut(&stdout)
    Self.shut(&stderr)
  }

  /// Waits for the end and returns the exit code, 128 + n for signal n; nil when the deadline came
  /// first.
  func wait(until deadline: Date) -> Int32? {
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      if deadline.timeIntervalSinceNow <= 0 { return nil }
      usleep(2000)
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// Ends the program and everything it started in its group (SIGKILL).
  func killGroup() {
    kill(-pid, SIGKILL)
    waitpid(pid, nil, 0)
  }
}

/// Lends `strings` as the null-terminated array of C strings that posix_spawn takes.
private func withStrings<R>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
  var pointers = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
