import Glibc

/// A value behind a pthread mutex, for the few things that two lanes share.
///
/// A pthread mutex and not `Synchronization.Mutex`, for which ThreadSanitizer reports false races
/// on Linux. Unchecked: the value is only touched while the mutex is held.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Puts `value` behind a lock of its own.
  package init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Lends the value while the lock is held; keep `body` short.
  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// A copy of the value as it is now.
  package var current: Value { withLock { $0 } }
}
