import Lanes
import Recording
import Screens
import Testing
import Units

@testable import Engine

@Suite struct `a camera that was lost` {
  private func studio() throws -> Studio {
    let studio = try Studio(hasSound: false)
    studio.shelf.items.withLock { $0 = [] }
    return studio
  }

  private func view(_ studio: Studio) -> ViewState { studio.recorder.snapshot.current }

  /// Lets the recorder look, not waiting for the second to be over.
  private func look(_ studio: Studio) {
    _ = studio.recorder.lane.sync { () throws(Never) in studio.recorder.lookForCamera() }
    studio.settleCamera()
    studio.settleCamera()
  }

  /// Lies there again, and is found.
  private func comeBack(_ item: FakeShelf.Item, to studio: Studio) {
    studio.shelf.items.withLock { $0 = [item] }
    look(studio)
  }

  @Test func `is opened when it is there again, and the next take goes into the same movie`() throws
  {
    let studio = try studio()
    studio.film(0..<4)
    studio.press(3.5)
    studio.film(4..<12)
    let lost = studio.camera
    lost.lose("The camera was unplugged.")
    studio.settle()
    #expect(
      view(studio).note
        == "The camera was unplugged. Waiting for it; c goes on to the next camera.")
    comeBack(.init("first"), to: studio)
    #expect(!lost.isRunning && studio.camera.isRunning && studio.camera !== lost)
    #expect(view(studio).note == "first is back.")
    studio.take(60..<70)
    #expect(try studio.closedTake(0).file.pictures == Array(3..<12))
    #expect(try studio.closedTake(1).file.pictures == Array(60..<70))
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    #expect(movie.video.map(\.picture) == Array(3..<12) + Array(60..<70))
  }

  @Test func `is tried again while it cannot be opened`() throws {
    let studio = try studio()
    studio.film(0..<1)
    studio.shelf.broken.withLock { $0 = ["first"] }
    studio.camera.lose("The camera was unplugged.")
    comeBack(.init("first"), to: studio)
    #expect(view(studio).note?.hasPrefix("The camera was unplugged. Waiting for it;") == true)
    studio.press(3)
    #expect(studio.waiter.events.endedHolds == 1, "no take can begin")
    studio.shelf.broken.withLock { $0 = [] }
    look(studio)
    #expect(view(studio).note == "first is back.")
  }

  @Test func `is forgotten once another one is in use`() throws {
    let studio = try studio()
    studio.film(0..<1)
    studio.camera.lose("The camera was unplugged.")
    studio.settle()
    studio.shelf.items.withLock { $0 = [.init("second")] }
    studio.changeCamera()
    studio.shelf.items.withLock { $0 = [.init("first"), .init("second")] }
    look(studio)
    let isAwaited = studio.recorder.lane.sync { () throws(Never) in studio.recorder.isAwaitingCamera
    }
    #expect(!isAwaited.get())
    #expect(studio.shelf.log.current == ["second"] && view(studio).camera.name == "second")
  }

  @Test func `is known by its stable name, else by node and name`() {
    func choice(_ path: String, _ stable: String?, name: String = "Cam") -> CameraChoice {
      CameraChoice(path: path, name: name, stableName: stable)
    }
    var lost = choice("/dev/video0", "/dev/v4l/by-id/cam")
    lost.input = 1
    let list = [
      choice("/dev/video0", "/dev/v4l/by-id/other"), choice("/dev/video2", lost.stableName),
    ]
    let found = lost.found(among: list)
    #expect(found?.path == "/dev/video2" && found?.input == 1)
    #expect(lost.found(among: Array(list.prefix(1))) == nil, "another one at its node")
    let plain = choice("/dev/video0", nil)
    #expect(plain.found(among: [choice("/dev/video0", nil)]) == plain)
    #expect(plain.found(among: [choice("/dev/video0", nil, name: "Other")]) == nil)
  }
}
