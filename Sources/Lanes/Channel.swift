/// A bounded queue into a lane: what does not fit is refused, never piled up.
///
/// Elements arrive on the lane in the order they were sent.
package final class Channel<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var waiting: [Element] = []
    var isScheduled = false
    var refused = 0
  }

  private let lane: Lane
  private let capacity: Int
  private let handler: @Sendable (Element) -> Void
  private let state = Locked(State())

  /// Makes a queue of at most `capacity` elements; `handler` gets each of them on `lane`.
  package init(
    to lane: Lane, capacity: Int, _ handler: @escaping @Sendable (Element) -> Void
  ) {
    self.lane = lane
    self.capacity = capacity
    self.handler = handler
  }

  /// Appends an element from any thread; false when the queue is full and it was refused.
  @discardableResult
  package func send(_ element: Element) -> Bool {
    let (taken, mustSchedule) = state.withLock { state -> (Bool, Bool) in
      guard state.waiting.count < capacity else {
        state.refused += 1
        return (false, false)
      }
      state.waiting.append(element)
      defer { state.isScheduled = true }
      return (true, !state.isScheduled)
    }
    if mustSchedule { lane.async { [self] in drain() } }
    return taken
  }

  /// Elements refused so far because the queue was full.
  package var refused: Int { state.withLock { $0.refused } }

  private func drain() {
    let batch = state.withLock { state -> [Element] in
      defer { state.waiting.removeAll(keepingCapacity: true) }
      state.isScheduled = false
      return state.waiting
    }
    for element in batch { handler(element) }
  }
}
