import Frames
import Lanes
import Recording
import Screens
import Support
import Testing
import Units

@testable import Engine

/// At 30 a second a live photo has 45 frames before and 45 from the shutter on.
@Suite struct `a live photo` {
  /// The pictures of the movie that stands as the run's `number`th photo.
  private func movie(_ number: Int, of studio: Studio) throws -> FakeDisk.MovieFile {
    try #require(studio.hands.disk.movies["/photos/\(number).mov"], "no photo \(number)")
  }

  private func pictures(_ movie: FakeDisk.MovieFile) -> [Int64] {
    movie.video.map { $0.picture % FakeStretch.mark }
  }

  @Test func `is exact at any phase, its still the frame of the shutter`() throws {
    let studio = try Studio(isLive: true)
    var numbers = SeededNumbers(seed: 6)
    let shutters = (0..<50).map { _ in Double.random(in: 50..<400, using: &numbers) }.sorted()
    var next = shutters[...]
    for frame: Int64 in 0..<460 {
      studio.shoot(frame..<frame + 1)
      while let shutter = next.first, shutter < Double(frame) + 1 {
        studio.shutter(shutter)
        next.removeFirst()
      }
    }
    try studio.waiter.wait(for: "the photos") { $0.photos.count == 50 }
    for (index, shutter) in shutters.enumerated() {
      let frame = Int64(shutter)
      let movie = try movie(index + 1, of: studio)
      #expect(pictures(movie) == Array(frame - 45..<frame + 45))
      #expect(movie.specification.samples == studio.rate.samples(ofFrame: 90))
      #expect(movie.specification.chapters.isEmpty)
      #expect(studio.stills.current[index + 1]?.map(Int64.init) == [frame % 256])
    }
    let identifiers = studio.hands.disk.movies.values.map(\.specification.identifier)
    #expect(Set(identifiers).count == 50)
    // The takes that they were made of are gone.
    studio.settle()
    #expect(studio.hands.disk.takes.isEmpty)
  }

  @Test func `gets what there is when it is taken early, and says so`() throws {
    let studio = try Studio(isLive: true)
    studio.shoot(0..<13)
    studio.shutter(12.5)
    studio.shoot(13..<70)
    try studio.waiter.wait(for: "the photo") { $0.photos.count == 1 }
    #expect(pictures(try movie(1, of: studio)) == Array(0..<57))
    let photo = try #require(studio.waiter.events.photos.first)
    #expect(photo.shutter == .milliseconds(400) && photo.length == .milliseconds(1900))
    #expect(
      studio.waiter.events.warnings == [
        "Live photo 1 begins 0.40 s before its shutter, not 1.50 s: there was no more in hand."
      ])
  }

  @Test func `finds its frame though the shutter is told late, or before the frame comes`() throws {
    let studio = try Studio(isLive: true)
    studio.shoot(0..<60)
    studio.shutter(55.5)
    studio.shutter(62.5)
    studio.shoot(60..<120)
    try studio.waiter.wait(for: "the photos") { $0.photos.count == 2 }
    #expect(pictures(try movie(1, of: studio)) == Array(10..<100))
    #expect(pictures(try movie(2, of: studio)) == Array(17..<107))
  }

  @Test func `is cut short when the recorder is left, which waits for it`() throws {
    // Frame 70 is captured about now, which is when it is left.
    let studio = try Studio(isLive: true, base: MonotonicClock.now() - .milliseconds(2333))
    studio.shoot(0..<60)
    studio.shutter(59.5)
    studio.shoot(60..<70)
    studio.recorder.tell { machine, now in machine.leave(.quit, at: now) }
    try studio.waiter.wait(for: "the end") { $0.farewell != nil }
    let pictures = pictures(try movie(1, of: studio))
    #expect(pictures.count > 50 && pictures.prefix(50) == Array(14..<64)[...])
    #expect(studio.waiter.events.photos.count == 1)
  }

  @Test func `keeps what there is when the camera is lost`() throws {
    let studio = try Studio(isLive: true)
    studio.shoot(0..<60)
    studio.shutter(59.5)
    studio.shoot(60..<70)
    studio.camera.lose("Unplugged.")
    try studio.waiter.wait(for: "the photo") { $0.photos.count == 1 }
    #expect(pictures(try movie(1, of: studio)) == Array(14..<70))
    studio.shutter(80)
    #expect(studio.waiter.events.photos.count == 1)
  }

  @Test func `that no encoder can make is refused at once`() throws {
    let studio = try Studio(isLive: true) { $0.faults.plan(.openEncoder) }
    studio.shoot(0..<60)
    studio.shutter(59.5)
    try studio.waiter.wait(for: "the refusal") { !$0.problems.isEmpty }
    #expect(studio.waiter.events.problems == ["No picture came for live photo 1."])
    studio.recorder.tell { machine, now in machine.leave(.quit, at: now) }
    try studio.waiter.wait(for: "the end") { $0.farewell != nil }
  }

  @Test func `that cannot be saved leaves its take, and the recorder as it was`() throws {
    let studio = try Studio(isLive: true) { $0.faults.plan(.publish) }
    studio.shoot(0..<60)
    studio.shutter(50.5)
    studio.shutter(55.5)
    studio.shoot(60..<110)
    try studio.waiter.wait(for: "both") { $0.photos.count == 1 && $0.problems.count == 1 }
    #expect(
      studio.waiter.events.problems == [
        Faults.sentence(.publish)
          + " Its take is kept: 'rushes save first' makes a movie of it."
      ])
    studio.settle()
    #expect(studio.hands.disk.takes.count == 1)
    studio.recorder.tell { machine, now in machine.leave(.quit, at: now) }
    try studio.waiter.wait(for: "the end") { $0.farewell != nil }
    #expect(studio.hands.disk.takes.count == 1)
  }

  @Test func `keeps the session of its take from being saved away`() throws {
    let studio = try Studio(hasSound: false, isLive: true)
    studio.recorder.toggleLive()
    studio.take(0..<12)
    studio.recorder.toggleLive()
    studio.film(13..<80)
    studio.shutter(79.5)
    studio.save()
    studio.settle()
    let note = studio.recorder.snapshot.current.note
    #expect(note == "Not saved: a live photo is still being made.")
    studio.film(80..<140)
    try studio.waiter.wait(for: "the photo") { $0.photos.count == 1 }
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
  }

  @Test func `is not to be had while the key records takes`() throws {
    let studio = try Studio(isLive: true)
    studio.shoot(0..<5)
    studio.recorder.toggleLive()
    studio.settle()
    studio.shutter(4.5)
    studio.shoot(5..<60)
    studio.settle()
    #expect(studio.waiter.events.photos.isEmpty && studio.inHand() == .zero)
    studio.recorder.toggleLive()
    studio.shoot(60..<70)
    #expect(studio.inHand() == .milliseconds(300))
  }

  @Test func `of one frame alone is a still, and disturbs no take`() throws {
    let studio = try Studio(isLive: true)
    studio.recorder.toggleLive()
    studio.shoot(0..<6)
    studio.press(5.5)
    studio.shoot(6..<10)
    studio.recorder.still(at: studio.instant(8.5))
    studio.shoot(10..<20)
    studio.release(19.5)
    studio.shoot(20..<22)
    #expect(try studio.closedTake().file.pictures == Array(5..<20))
    try studio.waiter.wait(for: "the still") { _ in studio.stills.current[0] == [8] }
  }
}
