import Lanes
package import Units

/// The instant at which a file begins to play, shared by its picture and its sound, so that they
/// stay together to the sample.
package final class PlayClock: Sendable {
  /// Both readers have their first pieces ready by then, on any machine that could play the file.
  private static let lead = MediaTime.milliseconds(200)
  private let instant = Locked<MediaTime?>(nil)

  /// Makes a clock that does not run yet.
  package init() {}

  /// Time 0 of the file on CLOCK_MONOTONIC; the first to ask sets it, a little ahead of now.
  package var start: MediaTime {
    instant.withLock { instant in
      let start = instant ?? MonotonicClock.now() + Self.lead
      instant = start
      return start
    }
  }
}

/// Something that makes a file's events one after another, each with the time it is due.
protocol PlayScript<Event>: AnyObject {
  associatedtype Event: Sendable
  /// Makes the next event of a file whose time 0 is the instant `start`; nil at the end. It may
  /// take as long as it needs.
  func next(start: MediaTime) -> Due<Event>?
}

/// An event of a file, and when it is to be told.
struct Due<Event: Sendable>: Sendable {
  /// An instant of CLOCK_MONOTONIC.
  var instant: MediaTime
  var event: Event
}

/// Plays a script in real time: reads ahead on a lane of its own, delivers on another.
///
/// Unchecked: `script` is guarded by the lane `ahead`, `deliver` and `timer` by `lane`, and the
/// queue between the two by its lock.
final class Playback<Event: Sendable>: @unchecked Sendable {
  private struct Queue: Sendable {
    var waiting: [Due<Event>] = []
    var isOpen = true
  }

  private let ahead: Lane
  private let lane: Lane
  private let clock: PlayClock
  private let capacity: Int
  private let queue = Locked(Queue())
  private var script: (any PlayScript<Event>)?
  private var deliver: (@Sendable (Event) -> Void)?
  /// The instant the timer was set for.
  private var timer: MediaTime?

  /// Prepares to play; at most `capacity` events are read ahead.
  init(
    _ name: String, _ script: sending any PlayScript<Event>, clock: PlayClock, capacity: Int
  ) {
    ahead = Lane("\(name) reader")
    lane = Lane(name)
    self.clock = clock
    self.capacity = capacity
    self.script = script
  }

  /// Begins to read and to deliver; called once.
  func begin(_ deliver: @escaping @Sendable (Event) -> Void) {
    // The clock runs from here on, however long the lanes take.
    _ = clock.start
    lane.async { [self] in self.deliver = deliver }
    ahead.async { [self] in readAhead() }
  }

  /// Ends for good and lets the file go; it may be called from within `deliver`.
  func end() {
    queue.withLock { queue in
      queue.isOpen = false
      queue.waiting = []
    }
    _ = lane.sync { [self] in deliver = nil }
    ahead.async { [self] in script = nil }
  }

  private func readAhead() {
    ahead.precondition()
    while queue.withLock({ $0.isOpen && $0.waiting.count < capacity }) {
      guard let event = script?.next(start: clock.start) else {
        script = nil
        return
      }
      queue.withLock { if $0.isOpen { $0.waiting.append(event) } }
      lane.async { [self] in deliverDue() }
    }
  }

  private func deliverDue() {
    lane.precondition()
    while let deliver, let event = takeDue() {
      ahead.async { [self] in readAhead() }
      deliver(event)
    }
    guard deliver != nil, let next = queue.withLock({ $0.waiting.first?.instant }), next != timer
    else { return }
    timer = next
    lane.after(next - MonotonicClock.now()) { [weak self] in self?.deliverDue() }
  }

  private func takeDue() -> Event? {
    let now = MonotonicClock.now()
    return queue.withLock { queue in
      guard let first = queue.waiting.first, first.instant <= now else { return nil }
      return queue.waiting.removeFirst().event
    }
  }
}
