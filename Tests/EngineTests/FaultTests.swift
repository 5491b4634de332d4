import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a take that goes wrong` {
  /// Where it breaks, and how many frames its file then holds.
  static let breaks: [(Faults.Call, at: Int, frames: Int64)] = [
    // The encoder holds two packets back; those are lost with it.
    (.encode, 12, 9), (.writeVideo, 8, 7), (.writeAudio, 6, 7), (.encode, 5, 2),
    (.writeVideo, 1, 0),
  ]

  @Test(arguments: breaks)
  func `ends at once and counts what its file holds`(
    call: Faults.Call, number: Int, frames: Int64
  ) throws {
    let studio = try Studio { $0.faults.plan(call, at: number, forever: true) }
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<30)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let take = try #require(studio.waiter.events.takes.first)
    let events = studio.waiter.events
    #expect(events.problems == [Faults.sentence(call)])
    #expect(events.endedHolds == 1)
    let held = studio.hands.disk.takes.values.first?.video.count ?? 0
    if call == .writeAudio {
      // Which packets were written before depends on the lanes; the file alone counts.
      #expect(take.frames > 3)
    } else {
      #expect(take.frames == frames)
    }
    #expect(take.state == .ready)
    #expect(held == 0 || held == Int(take.frames))
    studio.settle()
    #expect(studio.folder.index?.takes ?? [] == (take.frames >= 3 ? [take] : []))
  }

  @Test func `can be saved up to where it broke`() throws {
    let studio = try Studio { $0.faults.plan(.writeVideo, at: 8, forever: true) }
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<30)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    #expect(movie.video.map(\.picture) == Array(2..<9))
    #expect(Int64(movie.audio.count / 2) == studio.rate.samples(ofFrame: 7))
  }

  @Test(arguments: [Faults.Call.openEncoder, .openTake])
  func `is not kept when it could not even begin`(call: Faults.Call) throws {
    let studio = try Studio { $0.faults.plan(call) }
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<30)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    studio.settle()
    #expect(studio.waiter.events.takes.map(\.frames) == [0])
    #expect(studio.waiter.events.problems == [Faults.sentence(call)])
    #expect(studio.folder.index?.takes ?? [] == [])
    #expect(studio.hands.disk.log == ["remove take of first"])
    // The next one can.
    studio.take(40..<50)
    #expect(studio.waiter.events.takes.last?.frames == 10)
    #expect(studio.folder.index?.takes.count == 1)
  }

  @Test func `is whole and told of when closing its file fails`() throws {
    let studio = try Studio { $0.faults.plan(.closeTake) }
    studio.take(0..<12)
    let (take, _) = try studio.closedTake()
    #expect(studio.waiter.events.problems == [Faults.sentence(.closeTake)])
    #expect(take.frames == 12)
    #expect(take.state == .ready)
  }

  @Test func `is kept as bad when its file cannot be read`() throws {
    let studio = try Studio {
      $0.faults.plan(.closeTake)
      $0.faults.plan(.contents)
    }
    studio.take(0..<12)
    let (take, _) = try studio.closedTake()
    #expect(take.state == .bad)
    #expect(take.frames == 12)
    #expect(studio.folder.index?.takes == [take])
    // It stays out of the movie and on disk.
    studio.take(20..<30)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    studio.settle()
    #expect(studio.hands.disk.movies["/movies/movie-1"]?.video.map(\.picture) == Array(20..<30))
    #expect(studio.folder.index?.takes == [take])
    #expect(studio.hands.disk.takes[studio.folder.path(ofTake: take.file)] != nil)
  }

  @Test func `ends when the disk cannot keep it safe`() throws {
    let studio = try Studio(hasSound: false) { $0.faults.plan(.sync) }
    studio.film(0..<3)
    studio.press(2)
    // The file is synced once a second by the real clock; frames flow until then.
    var frame: Int64 = 3
    let start = MonotonicClock.now()
    while studio.waiter.events.takes.isEmpty {
      try #require(MonotonicClock.now() - start < .seconds(Int64(60)))
      studio.film(frame..<frame + 1)
      frame += 1
    }
    let (take, file) = try studio.closedTake()
    #expect(studio.waiter.events.problems == [Faults.sentence(.sync)])
    #expect(take.frames == Int64(file.video.count))
    #expect(file.pictures == Array(2..<2 + take.frames))
  }

  @Test func `is safe within a second while it is made`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<3)
    studio.press(2)
    var frame: Int64 = 3
    let start = MonotonicClock.now()
    while studio.hands.disk.takes.values.first?.syncs ?? 0 < 2 {
      try #require(MonotonicClock.now() - start < .seconds(Int64(60)))
      studio.film(frame..<frame + 1)
      frame += 1
    }
    #expect(MonotonicClock.now() - start >= .milliseconds(750))
  }

  @Test func `leaves a problem with the index to be told`() throws {
    let studio = try Studio { $0.faults.plan(.writeIndex) }
    studio.take(0..<12)
    try studio.waiter.wait(for: "the problem") { !$0.problems.isEmpty }
    #expect(studio.waiter.events.problems == [Faults.sentence(.writeIndex)])
    studio.take(20..<30)
    #expect(studio.folder.index?.takes.map(\.frames) == [12, 10])
  }
}
