import Glibc

/// The signals of a terminal, by what they say.
enum Signal {
  /// SIGWINCH.
  static let windowChanged = SIGWINCH
  /// SIGTSTP, sent from outside; Ctrl-Z comes as a byte.
  static let stopAsked = SIGTSTP
  /// SIGCONT.
  static let continued = SIGCONT

  /// Stops this process until SIGCONT (raise, so that this very thread does not run on).
  static func stopThisProcess() { raise(SIGSTOP) }

  /// Runs `body` and puts the default action back where it was in force before.
  ///
  /// newterm replaces the default action of SIGINT and SIGTERM by a handler that ends the process
  /// at once; what these signals do is not the terminal's to decide. Other handlers are left
  /// alone, by newterm and here: Dispatch installs its own at some later moment.
  static func keepingDefaults<R>(_ body: () -> R) -> R {
    let defaults = [SIGINT, SIGTERM].filter { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self) == 0  // SIG_DFL
    }
    defer { for number in defaults { signal(number, SIG_DFL) } }
    return body()
  }
}
