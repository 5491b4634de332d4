// For `environ`, which nobody changes here.
@preconcurrency import Glibc
import Lanes
import Units

/// Another program, run to its end within a bounded time.
enum SmallCommand {
  /// Runs `words` (posix_spawnp) and returns its standard output, at most 4 kB; nil when it cannot
  /// be run, fails, or is not through within `limit` milliseconds, when it is killed.
  static func run(_ words: [String], environment: [String]?, within limit: Int32) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = spawn(words, environment: environment, output: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard let child else { return nil }
    let deadline = MonotonicClock.now() + .milliseconds(Int64(limit))
    let output = readAll(ends[0], until: deadline)
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let output, status == 0 else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  private static func spawn(
    _ words: [String], environment: [String]?, output: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // What this program ignores or blocks is not for others.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    guard let arguments = ProgramWords(words), let variables = ProgramWords(environment ?? [])
    else { return nil }
    var child: pid_t = 0
    let result =
      environment == nil
      ? posix_spawnp(&child, words[0], &actions, &attributes, arguments.pointers, environ)
      : posix_spawnp(
        &child, words[0], &actions, &attributes, arguments.pointers, variables.pointers)
    return result == 0 ? child : nil
  }

  /// Everything until the end of the pipe; nil when that does not come in time.
  private static func readAll(_ pipe: Int32, until deadline: MediaTime) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    while output.count < 4096 {
      let left = (deadline - MonotonicClock.now()).nanoseconds / 1_000_000
      var wanted = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&wanted, 1, Int32(left)) > 0 else { return nil }
      let count = read(pipe, &buffer, buffer.count)
      if count == 0 { return output }
      if count > 0 { output += buffer[..<count] }
    }
    return nil
  }
}
