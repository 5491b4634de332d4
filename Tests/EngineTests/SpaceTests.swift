import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `room on the disk` {
  @Test func `that runs out ends the take while it can still be saved`() throws {
    let studio = try Studio(hasSound: false, base: MonotonicClock.now() - .seconds(Int64(1)))
    studio.film(0..<3)
    studio.press(2)
    studio.film(3..<12)
    studio.folder.free.withLock { $0 = 1 << 20 }
    // It is looked after once a second; the take then ends at that very moment.
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let problems = studio.waiter.events.problems
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("The disk is nearly full") == true)
    #expect(studio.waiter.events.endedHolds == 1)
    #expect(studio.waiter.events.takes.first?.state == .ready)
    // No other take begins, but the movie can be made.
    studio.press(200)
    #expect(studio.waiter.events.endedHolds == 2)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(studio.waiter.events.problems.count == 1)
  }

  @Test func `that comes back lets takes begin again`() throws {
    let studio = try Studio(hasSound: false)
    studio.folder.free.withLock { $0 = 0 }
    try studio.waiter.wait(for: "the problem") { !$0.problems.isEmpty }
    studio.folder.free.withLock { $0 = 1 << 40 }
    let deadline = MonotonicClock.now() + .seconds(Int64(60))
    while studio.hands.disk.takes.isEmpty {
      try #require(MonotonicClock.now() < deadline)
      studio.press(0)
      studio.film(0..<4)
      studio.release(3.5)
    }
    #expect(studio.waiter.events.problems.count == 1)
  }

  @Test func `is kept for a movie as long as all takes`() {
    let floor: Int64 = 32 << 20
    var space = DiskSpace(free: floor + 1, taken: 0)
    #expect(!space.isSpent)
    space.free = floor
    #expect(space.isSpent)
    space.taken = 1_000_000_000
    space.free = 1_000_000_000 + floor
    #expect(space.isSpent)
    space.free = 1_020_000_000 + floor + 1
    #expect(!space.isSpent)
    // What the disk does not tell is no reason to stop.
    space.free = nil
    #expect(!space.isSpent)
    #expect(space.timeLeft(bytesPerSecond: 1000) == nil)
  }

  @Test func `lasts half as long as takes alone would let it`() {
    let space = DiskSpace(free: (32 << 20) + 1_000_000, taken: 0)
    #expect(space.timeLeft(bytesPerSecond: 100_000) == .seconds(Int64(5)))
    #expect(space.timeLeft(bytesPerSecond: 0) == nil)
    #expect(DiskSpace(free: 0, taken: 0).timeLeft(bytesPerSecond: 1) == .zero)
  }
}
