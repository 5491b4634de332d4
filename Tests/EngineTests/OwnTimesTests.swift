import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a recorder that keeps the camera's own times` {
  /// Delivers pictures at these milliseconds after the base, numbered by them.
  private func film(_ studio: Studio, _ times: [Int64]) {
    for time in times {
      studio.camera.deliver(number: time, at: studio.base + .milliseconds(time))
      studio.settle()
    }
  }

  private func press(_ studio: Studio, _ time: Int64) {
    let instant = studio.base + .milliseconds(time)
    studio.recorder.tell { machine, _ in machine.pressed(at: instant) }
    studio.settle()
  }

  private func release(_ studio: Studio, _ time: Int64) {
    let instant = studio.base + .milliseconds(time)
    studio.recorder.tell { machine, _ in machine.released(at: instant) }
    studio.settle()
  }

  @Test func `gives each picture its time and the length up to the next one`() throws {
    let studio = try Studio(hasSound: false, isVariable: true)
    film(studio, [0, 30])
    press(studio, 40)
    film(studio, [71, 90, 200, 201])
    // The encoder holds two back, and one waits for the next to say how long it lasts.
    #expect(studio.hands.disk.takes.values.first?.pictures == [30, 71])
    film(studio, [240, 280])
    #expect(studio.hands.disk.takes.values.first?.pictures == [30, 71, 90, 200])
    release(studio, 300)
    film(studio, [333])
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 270 && take.pictures == 7 && take.dropped == 0)
    #expect(file.pictures == [30, 71, 90, 200, 201, 240, 280])
    #expect(file.video.map(\.frame) == [0, 41, 60, 170, 171, 210, 250])
    #expect(file.video.map(\.count) == [41, 19, 110, 1, 39, 40, 20])
    #expect(studio.hands.repeated.current == 0)
  }

  @Test func `cuts at a release that was told late`() throws {
    let studio = try Studio(hasSound: false, isVariable: true)
    film(studio, [0])
    press(studio, 0)
    film(studio, [33, 66, 100, 133, 166, 200, 233])
    release(studio, 110)
    film(studio, [266])
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 110 && take.pictures == 4)
    #expect(file.pictures.prefix(4) == [0, 33, 66, 100])
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    #expect(movie.video.map(\.frame) == [0, 33, 66, 100])
    #expect(movie.video.map(\.count) == [33, 33, 34, 10])
    #expect(studio.waiter.events.movies.first?.frames == 4)
    #expect(studio.waiter.events.movies.first?.length == .milliseconds(110))
  }

  @Test func `joins takes one behind the other, with sound of exactly their length`() throws {
    let studio = try Studio(isVariable: true)
    for begin in [0, 1000] as [Int64] {
      film(studio, [begin])
      press(studio, begin)
      studio.microphone?.deliver(position(studio, begin)..<position(studio, begin + 500))
      film(studio, [begin + 41, begin + 77, begin + 230])
      release(studio, begin + 301)
      film(studio, [begin + 333])
    }
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    #expect(movie.video.map(\.frame) == [0, 41, 77, 230, 301, 342, 378, 531])
    #expect(movie.audio.count == 2 * 602 * 48)
    #expect(movie.specification.chapters.map(\.frames) == [0..<301, 301..<602])
  }

  @Test func `leaves out what the encoder has no room for, and counts it`() throws {
    let studio = try Studio(hasSound: false, isVariable: true)
    film(studio, [0])
    studio.hands.encoderDoor.shut()
    press(studio, 0)
    film(studio, (1..<100).map { $0 * 33 })
    try studio.waiter.wait(for: "the encoder") { _ in studio.hands.encoderDoor.isHolding }
    studio.hands.encoderDoor.open()
    studio.settle()
    film(studio, [3300])
    release(studio, 3320)
    film(studio, [3333])
    let (take, file) = try studio.closedTake()
    #expect(studio.hands.repeated.current == 0)
    #expect(take.frames == 3320 && take.pictures == 31 && take.dropped == 70)
    #expect(file.video.map(\.frame) == (0..<30).map { $0 * 33 } + [3300])
    #expect(file.video[29].count == 3300 - 29 * 33)
  }

  private func position(_ studio: Studio, _ time: Int64) -> Int64 {
    (studio.base + .milliseconds(time)).samplePosition
  }
}
