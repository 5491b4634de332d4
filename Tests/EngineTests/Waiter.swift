import Engine
import Foundation
import Recording

/// Collects what a recorder tells and lets a test wait for it, as long as anything goes on.
///
/// Unchecked: the events and their instant are guarded by the condition's own lock.
final class Waiter: @unchecked Sendable {
  /// Nothing more happens, and what was waited for has not.
  struct TimedOut: Error, CustomStringConvertible {
    let description: String
  }

  /// From one thing that happens to the next: far beyond anything a busy machine needs, so that only
  /// a hang comes to it.
  private static let patience = 60.0

  private let condition = NSCondition()
  private var collected: [Recorder.Event] = []
  private var movedAt = Date()

  /// Notes an event of the recorder.
  func add(_ event: Recorder.Event) {
    condition.withLock { collected.append(event) }
    moved()
  }

  /// Notes that the work goes on, which is worth waiting for, and makes those who wait look again.
  func moved() {
    condition.withLock { movedAt = Date() }
    poke()
  }

  /// Makes those who wait look again.
  func poke() { condition.withLock { condition.broadcast() } }

  /// Returns as soon as `happened` says so; asked again after every event, move and poke.
  func wait(for what: String, _ happened: ([Recorder.Event]) -> Bool) throws {
    condition.lock()
    defer { condition.unlock() }
    movedAt = Date()
    while !happened(collected) {
      let deadline = movedAt + Self.patience
      guard Date() < deadline else { throw TimedOut(description: what) }
      _ = condition.wait(until: deadline)
    }
  }

  /// Everything so far.
  var events: [Recorder.Event] { condition.withLock { collected } }
}

extension [Recorder.Event] {
  /// Takes whose files are closed, in that order.
  var takes: [Take] {
    compactMap { if case .takeClosed(let take) = $0 { take } else { nil } }
  }

  /// Sentences of everything that went wrong.
  var problems: [String] {
    compactMap { if case .problem(let problem) = $0 { problem.sentence } else { nil } }
  }

  /// Sentences of what does not end the recording.
  var warnings: [String] {
    compactMap { if case .warning(let sentence) = $0 { sentence } else { nil } }
  }

  /// Movies that stand under their names.
  var movies: [SavedMovie] {
    compactMap { if case .saved(let movie, _) = $0 { movie } else { nil } }
  }

  /// Live photos that stand, in the order in which they did.
  var photos: [LivePhoto] {
    compactMap { if case .photo(let photo, _) = $0 { photo } else { nil } }
  }

  /// How the recorder was left.
  var farewell: Recorder.Farewell? {
    for case .left(let farewell) in self { return farewell }
    return nil
  }

  /// How often a held key was said to mean nothing any more.
  var endedHolds: Int {
    count { if case .holdEnded = $0 { true } else { false } }
  }
}

/// A door that lanes pass through; shut, it holds them until it is opened.
///
/// Unchecked: its state is guarded by the condition's own lock.
final class Turnstile: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = true
  private var held = 0

  /// Nobody is held.
  var isPassable: Bool { condition.withLock { isOpen } }

  /// Someone waits at the shut door.
  var isHolding: Bool { condition.withLock { held > 0 } }

  func shut() { condition.withLock { isOpen = false } }

  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Waits while the door is shut; `waits` is told first.
  func pass(_ waits: () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    guard !isOpen else { return }
    held += 1
    condition.unlock()
    waits()
    condition.lock()
    // A test that failed before it opened the door must not hang.
    let deadline = Date(timeIntervalSinceNow: 120)
    while !isOpen, condition.wait(until: deadline) {}
    held -= 1
  }
}
