import Glibc

extension TerminalLine {
  /// How long a terminal may take to accept and to answer, in milliseconds; a program that is asked
  /// for help gets as much.
  private static let patience: Int32 = 200

  /// `CSI 5 n`, then DA1 (`CSI c`): whoever wrote the will may still be owed an answer to DA1 alone,
  /// which must not be taken for this one.
  private static let questions = "\u{1b}[5n\u{1b}[c"

  /// Carries out the will of a process that is gone and gives the line its settings back; false when
  /// the terminal took nothing.
  ///
  /// The caller blocks signals, SIGCHLD and SIGTTOU among them. Ends within a second, whatever the
  /// terminal does.
  func carryOut(_ will: Will) -> Bool {
    // A file of its own, so that not to block holds for it alone: the shell shares the others.
    let own = open("/proc/self/fd/\(output)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { if own >= 0 { close(own) } }
    let line = TerminalLine(self, output: own >= 0 ? own : output)
    // A shell that has taken the terminal back has also set its line, and would get the answers.
    let isOurs = isForeground
    if isOurs { line.quiet() }
    let takes = line.isWritable(within: Self.patience)
    if takes, !will.sequences.isEmpty {
      line.write(will.sequences)
      if isOurs { line.askForSilence() }
    }
    Self.run(will.command)
    if isOurs {
      line.discardInput()
      line.restoreSettings()
    }
    return takes
  }

  /// Neither echo nor lines nor signals: answers are for nobody's eyes.
  private func quiet() {
    var settings = settings
    settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    tcsetattr(input, TCSANOW, &settings)
  }

  /// Reads away all that the terminal had sent when it answered.
  private func askForSilence() {
    write(Self.questions)
    let deadline = Self.milliseconds() + Int(Self.patience)
    var heard: [UInt8] = []
    while !Self.answers(heard) {
      let left = deadline - Self.milliseconds()
      guard left > 0, case .bytes(let bytes) = read(within: Int32(left)) else { return }
      heard += bytes
    }
  }

  /// True when `heard` holds `CSI 0 n` and behind it `CSI ? … c`.
  static func answers(_ heard: [UInt8]) -> Bool {
    guard let status = heard.firstRange(of: Array("\u{1b}[0n".utf8)) else { return false }
    return heard[status.upperBound...].ranges(of: Array("\u{1b}[?".utf8)).contains { beginning in
      let rest = heard[beginning.upperBound...]
      return rest.first { !(0x30...0x3b).contains($0) } == UInt8(ascii: "c")
    }
  }

  /// Runs a program that has nothing to say, and does not wait for ever.
  private static func run(_ command: [String]) {
    guard let name = command.first else { return }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, name, &actions, &attributes, &words, environ) == 0 else { return }
    var end = sigset_t()
    sigemptyset(&end)
    sigaddset(&end, SIGCHLD)
    var limit = timespec(tv_sec: 0, tv_nsec: Int(patience) * 1_000_000)
    sigtimedwait(&end, nil, &limit)
    waitpid(process, nil, WNOHANG)
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
