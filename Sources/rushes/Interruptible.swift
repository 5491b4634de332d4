import Glibc
import Lanes

/// Work without a terminal of its own that INT, TERM, HUP and QUIT end cleanly.
enum Interruptible {
  /// Does `body` on the caller's thread; it is told by its parameter when a signal came.
  static func run<Outcome>(
    _ body: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Outcome
  ) rethrows -> Outcome {
    let isCancelled = Locked(false)
    let lane = Lane("signals")
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      lane.watch(signal: number) { isCancelled.withLock { $0 = true } }
    }
    defer { for signal in signals { signal.cancel() } }
    return try body { isCancelled.current }
  }
}
