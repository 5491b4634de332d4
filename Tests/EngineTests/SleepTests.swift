import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a machine that sleeps` {
  @Test func `ends the take where it fell asleep, and the next one has nothing from before`() throws
  {
    let studio = try Studio(hasSound: false, base: MonotonicClock.now() - .seconds(Int64(1)))
    studio.film(0..<3)
    studio.press(2)
    studio.film(3..<12)
    try studio.waiter.wait(for: "a whole look") { _ in studio.asleepLooks.current > 1 }
    studio.asleep.withLock { $0 = .seconds(Int64(300)) }
    try studio.waiter.wait(for: "the end of the hold") { $0.endedHolds == 1 }
    #expect(
      studio.waiter.events.warnings
        == ["The machine slept for 5:00.0: the take ends where it fell asleep."])
    // Far behind the instant of the last look; nobody lets the key go.
    studio.film(300..<302)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect((10..<270).contains(take.frames))
    #expect(file.pictures.prefix(10) == Array(2..<12)[...])
    #expect(file.pictures.prefix(Int(take.frames)).allSatisfy { $0 < 300 })
  }

  @Test func `leaves who records nothing alone`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<3)
    try studio.waiter.wait(for: "a whole look") { _ in studio.asleepLooks.current > 1 }
    studio.asleep.withLock { $0 = .seconds(Int64(300)) }
    let looks = studio.asleepLooks.current
    // The picture of the moment before is forgotten: a press gets the first one afterwards.
    try studio.waiter.wait(for: "the next one") { _ in studio.asleepLooks.current > looks + 1 }
    studio.settle()
    #expect(studio.waiter.events.isEmpty)
    studio.press(2.5)
    studio.film(5..<9)
    studio.release(8.5)
    studio.film(9..<10)
    #expect(try studio.closedTake().file.pictures.prefix(4) == [5, 6, 7, 8])
  }
}
