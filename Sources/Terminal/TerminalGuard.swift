import CLinux
import Glibc

/// The process the shell knows: it starts the recorder as its child, waits, and gives the terminal
/// back when the recorder could not, after `kill -9` or a crash.
///
/// It has one thread, and neither handlers nor devices: all signals are blocked and waited for. Its
/// child is in its process group, so whatever the terminal's driver sends reaches both; what is sent
/// to this process by its number is handed on.
package struct TerminalGuard {
  /// What this process turns out to be.
  package enum Role {
    /// The recorder, with a guard that reads its will.
    case recorder(WillFile)
    /// The recorder on its own: no terminal, or no second process could be had.
    case unguarded
    /// The guard of a recorder that has ended, the terminal being in order again.
    case guardian(Ending)
  }

  /// How a recorder ended.
  package enum Ending: Sendable, Hashable {
    case code(Int32)
    /// By a signal; `inOffice` when it had the terminal, and that takes output again.
    case signal(Int32, inOffice: Bool)
  }

  /// `guard's process:descriptor of the will` for the recorder; anything else, such as `off`, runs
  /// without a guard, as debuggers like it.
  package static let variable = "RUSHES_GUARD"
  /// Does not hold the program's name, so that `pkill rushes` and `killall rushes` mean the recorder.
  private static let name = "terminal-guard"

  private let line: TerminalLine
  private let will: WillFile
  private let recorder: pid_t

  /// Starts this program once more as its own child, with the same words, and stays behind as its
  /// guard; returns at once in that child, and in the guard when it is over.
  ///
  /// To be called while there is one thread.
  package static func divide(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) -> Role {
    if let ticket = getenv(variable) {
      let words = String(cString: ticket)
      unsetenv(variable)
      return adopt(words)
    }
    guard let line = try? TerminalLine(input: input, output: output), let will = WillFile()
    else { return .unguarded }
    // An ignored SIGCHLD, which a parent may have left behind, would hide that the child stopped.
    signal(SIGCHLD, SIG_DFL)
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    guard let recorder = spawn(will, mask: &before) else {
      pthread_sigmask(SIG_SETMASK, &before, nil)
      close(will.descriptor)
      return .unguarded
    }
    clinux_set_name(name)
    return .guardian(TerminalGuard(line: line, will: will, recorder: recorder).stand(all))
  }

  /// The child's side.
  private static func adopt(_ ticket: String) -> Role {
    let numbers = ticket.split(separator: ":").compactMap { Int32($0) }
    guard numbers.count == 2 else { return .unguarded }
    // It was started as /proc/self/exe.
    clinux_set_name("rushes")
    // A recorder without its guard would be left with a terminal that the shell uses as well.
    clinux_die_with_parent(SIGTERM)
    if getppid() != numbers[0] { raise(SIGTERM) }
    return .recorder(WillFile(inherited: numbers[1], from: numbers[0]))
  }

  private static func spawn(_ will: WillFile, mask: inout sigset_t) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Onto itself, which takes close-on-exec off in the child alone (posix_spawn(3)).
    posix_spawn_file_actions_adddup2(&actions, will.descriptor, will.descriptor)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    setenv(variable, "\(getpid()):\(will.descriptor)", 1)
    defer { unsetenv(variable) }
    var child: pid_t = 0
    let code = posix_spawn(
      &child, "/proc/self/exe", &actions, &attributes, CommandLine.unsafeArgv, environ)
    return code == 0 ? child : nil
  }

  /// Waits for the recorder's end and puts the terminal in order.
  private func stand(_ all: sigset_t) -> Ending {
    var all = all
    while true {
      var news = siginfo_t()
      let number = sigwaitinfo(&all, &news)
      if number == SIGCHLD {
        if let status = look() ?? will.dismissalCode.map({ $0 << 8 }) { return finish(status) }
      } else if number > 0, Self.isForRecorder(number, code: news.si_code) {
        kill(recorder, number)
      }
    }
  }

  /// False for what has reached the recorder already.
  ///
  /// The terminal's driver tells the whole process group (its signals have codes above 0), but a
  /// lost line only the leader of the session. SIGCONT once too often redraws the screen.
  private static func isForRecorder(_ number: Int32, code: Int32) -> Bool {
    switch number {
    case SIGCONT: true
    case SIGHUP: code <= 0 || getsid(0) == getpid()
    default: code <= 0
    }
  }

  /// The status of a recorder that has ended (waitpid); stops this process with one that stopped, so
  /// that the shell sees a stopped job.
  private func look() -> Int32? {
    var status: Int32 = 0
    var found: pid_t
    repeat {
      found = waitpid(recorder, &status, WNOHANG | WUNTRACED)
    } while found < 0 && errno == EINTR
    if found == 0 { return nil }
    if found == recorder, status & 0xff == 0x7f {
      Signal.stopThisProcess()
      return nil
    }
    return found == recorder ? status : 1 << 8
  }

  private func finish(_ status: Int32) -> Ending {
    for use in SharedPicture.Use.allCases { SharedPicture(of: recorder, for: use).remove() }
    let lastWill = will.read()
    let isRestored = lastWill.map { line.carryOut($0) } ?? false
    let number = status & 0x7f
    return number == 0 ? .code(status >> 8 & 0xff) : .signal(number, inOffice: isRestored)
  }

  /// Ends this process by `number`, as its recorder ended; returns when that signal does not.
  package static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
