import Dispatch

/// Holds the main thread until some lane has the program's result.
package final class Gate<Value: Sendable>: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let result = Locked<Value?>(nil)

  /// Makes a closed gate.
  package init() {}

  /// Opens the gate; only the first value counts.
  package func open(_ value: Value) {
    let isFirst = result.withLock { result -> Bool in
      guard result == nil else { return false }
      result = value
      return true
    }
    if isFirst { semaphore.signal() }
  }

  /// Waits until the gate is open.
  package func wait() -> Value {
    while true {
      semaphore.wait()
      if let value = result.current {
        semaphore.signal()
        return value
      }
    }
  }
}
