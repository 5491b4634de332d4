import Frames
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a release that is only inferred` {
  @Test(arguments: [(10.5, 11), (10.0, 10), (9.999, 10), (0.25, 1), (-1, 1)])
  func `leaves nothing in the file of what came after it`(
    release: Double, frames: Int64
  ) throws {
    let studio = try Studio()
    studio.film(0..<1)
    studio.press(0)
    studio.talk(0..<1)
    // The key's last repeat proves only so much; frames go on meanwhile.
    confirm(studio, upTo: release)
    studio.shoot(1..<25)
    #expect(studio.hands.disk.takes.values.first?.video.count == Int(frames))
    studio.release(release)
    let take = try #require(studio.waiter.events.takes.first)
    #expect(take.frames == frames)
    if frames < 3 {
      studio.settle()
      #expect(studio.hands.disk.takes.isEmpty)
    } else {
      let (_, file) = try studio.closedTake()
      #expect(file.pictures == Array(0..<frames))
      let samples = studio.rate.samples(ofFrame: frames)
      #expect(file.audio == GridSound.samples(studio.position(0)..<studio.position(0) + samples))
    }
  }

  @Test func `lets everything through once the hold is sure`() throws {
    let studio = try Studio()
    studio.film(0..<1)
    studio.press(0)
    studio.talk(0..<1)
    confirm(studio, upTo: 3.5)
    studio.shoot(1..<10)
    #expect(studio.hands.disk.takes.values.first?.pictures == [0, 1, 2, 3])
    confirm(studio, upTo: 6.5)
    #expect(studio.hands.disk.takes.values.first?.pictures == [0, 1, 2, 3, 4, 5, 6])
    studio.recorder.confirm(upTo: .distantFuture)
    studio.shoot(10..<19)
    studio.release(18.5)
    studio.film(19..<20)
    #expect(try studio.closedTake().file.pictures == Array(0..<19))
    #expect(try studio.closedTake().file.audio.count == 2 * Int(studio.rate.samples(ofFrame: 19)))
  }

  @Test func `cuts the take although more was written already`() throws {
    let studio = try Studio()
    studio.take(0..<5)
    studio.shoot(6..<10)
    studio.press(9)
    studio.shoot(10..<30)
    // A key up that was told late: nothing was held back.
    studio.release(19.5)
    let (take, file) = try studio.closedTake(1)
    #expect(take.frames == 11)
    #expect(take.samples == studio.rate.samples(ofFrame: 11))
    #expect(file.pictures.prefix(11) == Array(9..<20)[...])
    // What is in the file beyond the take does not come into the movie.
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    #expect(movie.video.map(\.picture) == Array(0..<5) + Array(9..<20))
    #expect(Int64(movie.audio.count / 2) == studio.rate.samples(ofFrame: 16))
  }

  private func confirm(_ studio: Studio, upTo frame: Double) {
    studio.recorder.confirm(upTo: studio.instant(frame))
    studio.settle()
  }
}
