import Glibc
import Lanes
import Units

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
      if isOurs { line.askForSilence(outside: will.outside) }
    }
    if !will.command.isEmpty {
      _ = SmallCommand.run(will.command, environment: nil, within: Self.patience)
    }
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
  private func askForSilence(outside: String) {
    write(outside + Self.questions)
    let deadline = MonotonicClock.now() + .milliseconds(Int64(Self.patience))
    var heard: [UInt8] = []
    let mark = Array("\u{1b}[?1004;".utf8)
    while !Self.answers(heard) || !(outside.isEmpty || heard.contains(mark)) {
      let left = (deadline - MonotonicClock.now()).nanoseconds / 1_000_000
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
}
