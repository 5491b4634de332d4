import Glibc
import Settings
import Terminal

/// The guard of the recorder's screen, as the program runs it.
enum ScreenGuard {
  /// Leaves a guard behind and goes on as its child; in the guard it does not return.
  ///
  /// The will is for the guard to read; nil where there is none.
  static func stand() -> WillFile? {
    switch TerminalGuard.divide() {
    case .recorder(let will): will
    case .unguarded: nil
    case .guardian(let ending): end(as: ending)
    }
  }

  /// Ends as the recorder ended: with its exit code, or 128 + n for signal n, as shells say it.
  ///
  /// A shell has to see of itself that a signal was meant to end its commands too.
  private static func end(as ending: TerminalGuard.Ending) -> Never {
    switch ending {
    case .code(let code): exit(code)
    case .signal(let number, let inOffice):
      if inOffice { Output.tell(sentence(about: number)) }
      if [SIGINT, SIGTERM, SIGHUP].contains(number) { TerminalGuard.end(by: number) }
      exit(128 + number)
    }
  }

  private static func sentence(about number: Int32) -> String {
    let name = strsignal(number).map { String(cString: $0) } ?? "signal \(number)"
    let event = number == SIGKILL ? "The recorder was killed" : "The recorder crashed (\(name))"
    return "\(event); its takes are kept: 'rushes resume' goes on with them."
  }
}

extension Command {
  /// True when it draws on the terminal, and may leave that in disorder.
  func opensScreen(_ options: Options) -> Bool {
    switch self {
    case .record, .resume, .live: options.takes.isEmpty && options.shots.isEmpty
    case .play: options.player == nil
    case .devices, .sessions, .save, .merge, .ctl, .doctor: false
    }
  }
}
