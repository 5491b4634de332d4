import Glibc
import Lanes

/// Work without a terminal of its own that INT, TERM, HUP and QUIT end cleanly.
enum Interruptible {
  /// Does `body` on the caller's thread; it is told by its parameter when a signal came.
  static func run<Outcome>(
    _ body: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Outcome
  ) rethrows -> Outcome {
    let isCancelled = Locked(false)
    let signals = whenSignalled { isCancelled.withLock { $0 = true } }
    defer { for signal in signals { signal.cancel() } }
    return try body { isCancelled.current }
  }

  /// Calls `react` on a lane of its own at each of these signals, until the watches are cancelled.
  static func whenSignalled(_ react: @escaping @Sendable () -> Void) -> [Watch] {
    let lane = Lane("signals")
    return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { lane.watch(signal: $0, react) }
  }
}
