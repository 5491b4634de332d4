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
  ///
  /// Not by SIGSTOP: SIGTSTP is discarded by the kernel where no shell could ever continue the
  /// process, as in `xterm -e rushes`.
  static func stopThisProcess() {
    var (action, before) = (sigaction(), sigaction())
    // Ignoring it discards one that waits, which would stop the process a second time.
    action.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGTSTP, &action, &before)
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &action, nil)
    var (stop, mask) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    sigaction(SIGTSTP, &before, nil)
  }

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
