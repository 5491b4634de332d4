import Frames
import Lanes
import Recording
import Screens
import Testing
import Units

@testable import Engine

@Suite struct `changing the camera between takes` {
  private func studio(_ items: FakeShelf.Item..., hasSound: Bool = true) throws -> Studio {
    let studio = try Studio(hasSound: hasSound)
    studio.shelf.items.withLock { $0 = [FakeShelf.Item("first")] + items }
    return studio
  }

  private func view(_ studio: Studio) -> ViewState { studio.recorder.snapshot.current }

  private func settings(_ studio: Studio) -> VideoSettings {
    studio.recorder.lane.sync { () throws(Never) in studio.recorder.settings }.get()
  }

  @Test func `makes takes of both cameras that become one movie`() throws {
    let studio = try studio(.init("second"))
    studio.take(0..<12)
    let first = studio.camera
    studio.changeCamera()
    #expect(!first.isRunning && studio.camera.isRunning)
    #expect(studio.shelf.overlaps.current == 0, "opened while the other one ran")
    #expect(view(studio).camera.name == "second")
    #expect(view(studio).note == nil)
    // The sound went on meanwhile, and belongs to the take by its own stamps.
    studio.talk(13..<40)
    studio.take(40..<50)
    let (take, file) = try studio.closedTake(1)
    #expect(file.pictures == Array(40..<50))
    #expect(take.dropped == 0 && take.audioFilled == 0)
    #expect(file.audio == GridSound.samples(studio.position(40)..<studio.position(50)))
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    #expect(movie.video.map(\.picture) == Array(0..<12) + Array(40..<50))
    #expect(studio.waiter.events.problems == [])
  }

  @Test func `goes round and back to the first`() throws {
    let studio = try studio(.init("second"), .init("third"))
    for _ in 0..<4 { studio.changeCamera() }
    #expect(studio.shelf.log.current == ["second", "third", "first", "second"])
    #expect(view(studio).camera.name == "second")
  }

  @Test func `takes nothing of what the old one still had on its way`() throws {
    let studio = try studio(.init("second"), hasSound: false)
    studio.film(0..<10)
    let first = studio.camera
    studio.changeCamera()
    first.deliver(number: 11, at: studio.instant(11))
    first.lose("The first camera was unplugged.")
    studio.settle()
    studio.press(11.5)
    first.deliver(number: 12, at: studio.instant(12))
    studio.film(13..<20)
    studio.release(18.5)
    let (take, file) = try studio.closedTake()
    #expect(file.pictures == Array(13..<19))
    #expect(take.dropped == 0)
    #expect(studio.waiter.events.problems == [])
    #expect(view(studio).note == nil)
  }

  @Test func `is refused during a take, which it leaves alone`() throws {
    let studio = try studio(.init("second"))
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<6)
    studio.changeCamera()
    #expect(view(studio).note == "Not while recording.")
    studio.shoot(6..<12)
    studio.release(10.5)
    #expect(try studio.closedTake().file.pictures == Array(2..<11))
    #expect(studio.shelf.log.current == [])
  }

  @Test func `keeps the size and grid of the takes there are`() throws {
    var other = FakeShelf.Item("second", rate: try #require(FrameRate(10)))
    other.size = PixelSize(width: 160, height: 90)
    let studio = try studio(other, hasSound: false)
    studio.take(0..<12)
    let before = settings(studio)
    studio.changeCamera()
    #expect(settings(studio) == before)
    #expect(view(studio).camera.got == "GREY 160x90")
    #expect(
      view(studio).note == "The camera gives 160x90 at 10; the movie stays 64x48 at 30.")
    // Every third frame of the grid is there; the others repeat it.
    studio.film(30..<31)
    studio.press(30)
    for frame in stride(from: Int64(33), through: 42, by: 3) { studio.film(frame..<frame + 1) }
    studio.release(38.5)
    #expect(
      try studio.closedTake(1).file.pictures.prefix(9) == [30, 30, 30, 33, 33, 33, 36, 36, 36][...])
    // The next session is the new camera's own.
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    studio.settle()
    #expect(settings(studio).size == other.size)
    #expect(settings(studio).rate == other.rate)
  }

  @Test func `gives the new one's size and rate to a session without takes`() throws {
    var other = FakeShelf.Item("second", rate: try #require(FrameRate(10)))
    other.size = PixelSize(width: 160, height: 90)
    let studio = try Studio(hasSound: false, limit: .seconds(Int64(2)))
    studio.shelf.items.withLock { $0 = [FakeShelf.Item("first"), other] }
    studio.changeCamera()
    #expect(view(studio).note == nil)
    // Each third of the studio's frames is one of the new grid.
    let pictures = Array(stride(from: Int64(0), to: 90, by: 3))
    studio.film(0..<1)
    studio.press(0)
    for frame in pictures.dropFirst() { studio.film(frame..<frame + 1) }
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    // Two seconds are twenty frames of it.
    #expect(movie.video.map(\.picture) == Array(pictures.prefix(20)))
    #expect(movie.specification.settings.size == other.size)
    #expect(movie.specification.settings.rate == other.rate)
  }

  @Test func `goes on with the old one when the next cannot be opened, then passes it`() throws {
    let studio = try studio(.init("second"), .init("third"))
    studio.shelf.broken.withLock { $0 = ["second"] }
    studio.film(0..<5)
    studio.changeCamera()
    #expect(studio.shelf.log.current == ["second", "first"])
    #expect(view(studio).note == "second cannot be opened. Going on with first.")
    #expect(studio.waiter.events.warnings == ["second cannot be opened."])
    #expect(view(studio).camera.name == "first")
    studio.take(10..<20)
    #expect(try studio.closedTake().file.pictures == Array(10..<20))
    studio.changeCamera()
    #expect(view(studio).camera.name == "third")
  }

  @Test func `says so when nothing can be opened, and tries again`() throws {
    let studio = try studio(.init("second"))
    studio.shelf.broken.withLock { $0 = ["first", "second"] }
    studio.changeCamera()
    #expect(studio.waiter.events.problems == ["second cannot be opened."])
    studio.press(3)
    #expect(studio.waiter.events.endedHolds == 1)
    #expect(view(studio).note == "second cannot be opened. c goes on to the next camera.")
    studio.shelf.broken.withLock { $0 = [] }
    studio.changeCamera()
    studio.take(10..<20)
    #expect(try studio.closedTake().file.pictures == Array(10..<20))
  }

  @Test func `brings recording back when the camera was pulled out`() throws {
    let studio = try studio(.init("second"), hasSound: false)
    studio.take(0..<12)
    studio.camera.lose("The first camera was unplugged.")
    studio.settle()
    studio.shelf.items.withLock { _ = $0.removeFirst() }
    studio.changeCamera()
    #expect(view(studio).note == nil)
    studio.take(20..<30)
    #expect(try studio.closedTake(1).file.pictures == Array(20..<30))
    // There is no other one now.
    studio.changeCamera()
    #expect(view(studio).note == "There is no other camera.")
    #expect(studio.camera.isRunning)
  }

  @Test func `lets the keys go on while a camera is slow to open`() throws {
    let studio = try studio(.init("second"))
    studio.shelf.door.shut()
    studio.recorder.tell { machine, _ in machine.changeCamera() }
    try studio.waitUntilOpening()
    #expect(view(studio).note == "Opening second...")
    studio.press(0)
    #expect(studio.waiter.events.endedHolds == 1)
    #expect(studio.hands.disk.takes.isEmpty)
    studio.shelf.door.open()
    studio.settleCamera()
    #expect(studio.shelf.log.current == ["second"])
    #expect(view(studio).note == nil)
    studio.take(10..<20)
    #expect(try studio.closedTake().file.pictures == Array(10..<20))
  }

  @Test func `leaves no camera running when the recorder is left at once`() throws {
    let studio = try studio(.init("second"))
    studio.recorder.tell { machine, _ in machine.changeCamera() }
    studio.recorder.stop()
    studio.settleCamera()
    #expect(!studio.camera.isRunning)
  }

  @Test func `leaves no camera running when the recorder is left in the midst of it`() throws {
    let studio = try studio(.init("second"))
    let first = studio.camera
    studio.shelf.door.shut()
    studio.recorder.tell { machine, _ in machine.changeCamera() }
    try studio.waitUntilOpening()
    let leaving = Lane("leaving")
    let recorder = studio.recorder
    leaving.async { recorder.stop() }
    while !recorder.lane.sync({ () throws(Never) in recorder.isStopped }).get() {}
    studio.shelf.door.open()
    _ = leaving.sync { () throws(Never) in }
    studio.settleCamera()
    #expect(studio.shelf.log.current == ["second"])
    #expect(!first.isRunning && !studio.camera.isRunning)
  }

  @Test func `holds on to no camera and no frame that is past`() throws {
    let studio = try studio(.init("second"), hasSound: false)
    studio.changeCamera()
    var past: [Weak] = []
    for round in 0..<20 {
      let start = Int64(round) * 10
      studio.film(start..<start + 10)
      past.append(Weak(studio.camera))
      studio.changeCamera()
    }
    #expect(past.filter { $0.camera != nil }.isEmpty)
    #expect(studio.shelf.overlaps.current == 0)
  }

  @Test func `measures each camera by itself`() throws {
    let studio = try studio(.init("second"), hasSound: false)
    studio.film(0..<60)
    #expect(
      studio.recorder.lane.sync { () throws(Never) in studio.recorder.view() }.get()
        .camera.measuredRate != nil)
    studio.changeCamera()
    #expect(view(studio).camera.measuredRate == nil)
    #expect(!view(studio).camera.isSubstitute)
  }
}

/// Holds on to nothing.
private struct Weak {
  weak var camera: FakeCamera?
  init(_ camera: FakeCamera) { self.camera = camera }
}

@Suite struct `changing the input of a camera` {
  private func studio() throws -> Studio {
    let studio = try Studio(hasSound: false)
    studio.shelf.items.withLock {
      $0 = [FakeShelf.Item("card", inputs: ["HDMI", "S-Video", "Composite"])]
    }
    studio.changeCamera()
    return studio
  }

  @Test func `opens it anew with the next one`() throws {
    let studio = try studio()
    #expect(studio.recorder.snapshot.current.camera.name == "HDMI of card")
    let before = studio.camera
    studio.changeInput()
    #expect(!before.isRunning)
    #expect(studio.recorder.snapshot.current.camera.name == "S-Video of card")
    studio.changeInput()
    studio.changeInput()
    #expect(studio.shelf.log.current == ["card", "card 1", "card 2", "card 0"])
    #expect(studio.shelf.overlaps.current == 0)
    studio.take(0..<10)
    #expect(try studio.closedTake().file.pictures == Array(0..<10))
  }

  @Test func `goes back to the one before when the next has no signal, then passes it`() throws {
    let studio = try studio()
    studio.shelf.broken.withLock { $0 = ["card 1"] }
    studio.changeInput()
    #expect(studio.shelf.log.current == ["card", "card 1", "card 0"])
    #expect(
      studio.recorder.snapshot.current.note
        == "card 1 cannot be opened. Going on with HDMI of card.")
    studio.changeInput()
    #expect(studio.recorder.snapshot.current.camera.name == "Composite of card")
  }

  @Test func `is nothing for a camera with one`() throws {
    let studio = try Studio(hasSound: false)
    studio.changeInput()
    #expect(studio.recorder.snapshot.current.note == "fake camera has no inputs.")
    #expect(studio.camera.isRunning)
  }
}
