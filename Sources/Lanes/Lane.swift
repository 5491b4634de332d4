import Dispatch
package import Units

/// A serial queue that owns something that moves: a device, an encoder, the screen.
///
/// What a lane owns is touched on that lane alone; `precondition()` at the entries proves it.
package final class Lane: Sendable {
  /// How a lane's work stands to that of the others.
  package enum Urgency: Sendable {
    /// Someone waits for it.
    case prompt
    /// It takes what the others leave: Dispatch runs it on threads with a nice value of 10, which
    /// get a tenth of a processor that a prompt lane wants.
    case patient
  }

  private let queue: DispatchQueue
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes a lane; `name` shows up in debuggers and in traps.
  package init(_ name: String, urgency: Urgency = .prompt) {
    queue = DispatchQueue(
      label: "rushes.\(name)", qos: urgency == .prompt ? .userInitiated : .background)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  /// Traps when the caller is not on this lane.
  package func precondition(
    _ what: @autoclosure () -> String = "", file: StaticString = #fileID, line: UInt = #line
  ) {
    Swift.precondition(
      isCurrent, "used off its lane \(queue.label) \(what())", file: file, line: line)
  }

  /// True when the caller runs on this lane.
  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
  }

  /// Appends work and returns at once.
  package func async(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  /// Runs work on the lane and waits for it; at once when already there.
  ///
  /// Returns a Result because `DispatchQueue.sync` loses typed throws.
  package func sync<R: Sendable, E: Error>(
    _ work: @Sendable () throws(E) -> R
  ) -> Result<R, E> {
    func run() -> Result<R, E> {
      do throws(E) { return .success(try work()) } catch { return .failure(error) }
    }
    return isCurrent ? run() : queue.sync { run() }
  }

  /// Appends work that runs once `delay` has passed.
  package func after(_ delay: MediaTime, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(
      deadline: .now() + .nanoseconds(Int(max(0, delay.nanoseconds))), execute: work)
  }

  /// Calls `handler` on this lane whenever `descriptor` has something to read.
  ///
  /// `owner`, which closes the descriptor, lives at least until the watch has let go of it.
  package func watch(
    readable descriptor: Int32, of owner: (any AnyObject & Sendable)? = nil,
    _ handler: @escaping @Sendable () -> Void
  ) -> Watch {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    if let owner {
      source.setCancelHandler(
        handler: DispatchWorkItem(block: { @Sendable in withExtendedLifetime(owner) {} }))
    }
    source.setEventHandler(handler: DispatchWorkItem(block: { @Sendable in handler() }))
    source.activate()
    return Watch(source)
  }

  /// Calls `handler` on this lane whenever `descriptor` has room for something to be written.
  package func watch(
    writable descriptor: Int32, _ handler: @escaping @Sendable () -> Void
  ) -> Watch {
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: { @Sendable in handler() }))
    source.activate()
    return Watch(source)
  }

  /// Calls `handler` on this lane every `period`, first after one period.
  package func every(
    _ period: MediaTime, _ handler: @escaping @Sendable () -> Void
  ) -> Watch {
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    let interval = DispatchTimeInterval.nanoseconds(Int(period.nanoseconds))
    source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
    source.setEventHandler(handler: DispatchWorkItem(block: { @Sendable in handler() }))
    source.activate()
    return Watch(source)
  }

  /// Calls `handler` on this lane when the process receives `signal`; the default action is off.
  package func watch(
    signal number: Int32, _ handler: @escaping @Sendable () -> Void
  ) -> Watch {
    ignoreDefaultAction(of: number)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: { @Sendable in handler() }))
    source.activate()
    return Watch(source)
  }
}

/// A running Dispatch source; it stops when cancelled or let go.
///
/// Unchecked: Dispatch sources are safe to cancel from any thread, and nothing else is done here.
package final class Watch: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  fileprivate init(_ source: any DispatchSourceProtocol) { self.source = source }

  deinit { source.cancel() }

  /// Stops it; a handler already running on the lane finishes.
  package func cancel() { source.cancel() }
}
