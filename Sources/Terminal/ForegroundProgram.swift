import CLinux
// For `environ`, which nobody changes here.
@preconcurrency import Glibc
import Lanes
import Units

/// Another program that has the terminal for a while, as a job of a shell has it.
package final class ForegroundProgram: Sendable {
  /// How it ended.
  package enum Ending: Sendable, Hashable {
    /// By itself, with this exit code; 127 when there is no such program.
    case code(Int32)
    /// By a signal, ours among them.
    case signal(Int32)
  }

  private let process: pid_t
  private let lane = Lane("foreground program")
  private let terminal: Int32
  /// True for a job of its own, which has the terminal; where none is ours to give, it stays one
  /// with this process.
  private let isJob: Bool
  private let state = Locked(State.running)

  private enum State {
    case running, toldToEnd, ended
  }

  /// A program that was told to end and has not by then is killed, and all that it has begun.
  private static let patience = MediaTime.seconds(Int64(2))

  private init(process: pid_t, terminal: Int32, isJob: Bool) {
    self.process = process
    self.terminal = terminal
    self.isJob = isJob
  }

  /// Starts `command`, a line for the shell, with `file` behind it; nil when that cannot be.
  ///
  /// `ended` is called once, on a lane of the program's own, when the terminal is ours again.
  /// The program is a process group of its own in the foreground: Ctrl-C and the like are for it
  /// alone.
  package static func start(
    _ command: String, with file: String, terminal: Int32 = STDIN_FILENO,
    _ ended: @escaping @Sendable (Ending) -> Void
  ) -> ForegroundProgram? {
    // A name that begins with - is no option.
    let name = file.hasPrefix("-") ? "./\(file)" : file
    let isJob = tcgetpgrp(terminal) == getpgrp()
    // The player itself is often a child of the shell that runs its line.
    _ = clinux_adopt_orphans()
    let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", name]
    guard let process = spawn(words, asJob: isJob) else { return nil }
    let program = ForegroundProgram(process: process, terminal: terminal, isJob: isJob)
    program.giveTerminal(to: process)
    program.lane.async { ended(program.awaitEnd()) }
    return program
  }

  /// Tells it to end, by force if it does not.
  package func end() {
    state.withLock { if $0 == .running { $0 = .toldToEnd } }
    signal(SIGTERM)
    signal(SIGCONT)
    Lane("foreground program's end").after(Self.patience) { [self] in signal(SIGKILL) }
  }

  /// Waits until it has ended and `ended` was called.
  package func wait() { _ = lane.sync { () throws(Never) in } }

  private func signal(_ number: Int32) {
    // Its number may be another's once it was waited for.
    state.withLock { if $0 != .ended { kill(isJob ? -process : process, number) } }
  }

  private func awaitEnd() -> Ending {
    var status: Int32 = 0
    while true {
      let found = waitpid(process, &status, WUNTRACED)
      if found < 0, errno == EINTR { continue }
      guard found == process, status & 0xff == 0x7f else { break }
      // Nobody could bring a stopped player back: Ctrl-Z in it leaves it.
      end()
    }
    // One of its processes that still waits for a key would get the first of the next.
    if isJob, state.current == .toldToEnd {
      while waitpid(-process, nil, 0) > 0 || errno == EINTR {}
    }
    state.withLock { $0 = .ended }
    giveTerminal(to: getpgrp())
    let number = status & 0x7f
    return number == 0 ? .code(status >> 8 & 0xff) : .signal(number)
  }

  /// Makes a process group the one in the foreground (tcsetpgrp), which who is behind may do only
  /// while SIGTTOU is blocked.
  private func giveTerminal(to group: pid_t) {
    guard isJob else { return }
    var (stop, mask) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, &mask)
    // Only if it is ours to give: else another job of the shell has it.
    let owner = tcgetpgrp(terminal)
    if owner == getpgrp() || owner == process { tcsetpgrp(terminal, group) }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    // It may have wanted to read before it had the terminal, which stops it.
    if group == process { kill(-process, SIGCONT) }
  }

  private static func spawn(_ words: [String], asJob isJob: Bool) -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program ignores or blocks is not for others.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = isJob ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    guard let arguments = ProgramWords(words) else { return nil }
    var child: pid_t = 0
    let result = posix_spawn(
      &child, words[0], nil, &attributes, arguments.pointers, environ)
    return result == 0 ? child : nil
  }
}
