import Lanes
import Units

/// Delivers the things of a steady source when they are due, on a lane of its own.
///
/// Unchecked: everything that changes is guarded by `lane`.
final class SteadyDelivery<Event: Sendable>: @unchecked Sendable {
  private let lane: Lane
  private let start: MediaTime
  private let make: @Sendable (_ index: Int64, _ followsHole: Bool) -> Event
  private var pace: Pace
  private var deliver: (@Sendable (Event) -> Void)?
  /// The latest thing that was delivered.
  private var delivered: Int64?
  /// Numbers each start, so that a timer of an earlier one finds itself outdated.
  private var run = 0

  /// Prepares to deliver by `pace`, counted from the instant `start`.
  ///
  /// `make` gets the number of each thing, and whether things before it were skipped; the very
  /// first one follows nothing, however late it begins.
  init(
    _ name: String, start: MediaTime, pace: Pace,
    make: @escaping @Sendable (_ index: Int64, _ followsHole: Bool) -> Event
  ) {
    lane = Lane(name)
    self.start = start
    self.pace = pace
    self.make = make
  }

  /// Begins, with what was due within the pace's patience.
  func begin(_ deliver: @escaping @Sendable (Event) -> Void) {
    lane.async { [self] in
      self.deliver = deliver
      run += 1
      tick(run)
    }
  }

  /// Ends; it may be called from within `deliver`.
  func end() {
    _ = lane.sync { [self] in deliver = nil }
  }

  private func tick(_ expected: Int) {
    lane.precondition()
    guard run == expected else { return }
    for index in pace.due(at: MonotonicClock.now() - start) {
      // Asked anew each time: a receiver may stop the source in the midst of a backlog.
      guard let deliver else { return }
      let followsHole = delivered.map { index != $0 + 1 } ?? false
      delivered = index
      deliver(make(index, followsHole))
    }
    guard deliver != nil else { return }
    lane.after(pace.wait(at: MonotonicClock.now() - start)) { [weak self] in
      self?.tick(expected)
    }
  }
}
