import Frames
import Lanes
import Recording
import Screens
import Testing
import Units

@testable import Engine

@Suite struct `saving` {
  @Test func `removes the session only after its movie stands`() throws {
    let studio = try Studio()
    studio.take(0..<12)
    studio.take(20..<30)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(
      studio.hands.disk.log == [
        "index first: 1", "index first: 2", "publish movie-1", "remove first",
      ]
    )
    #expect(studio.hands.disk.takes.isEmpty)
    #expect(Array(studio.hands.disk.movies.keys) == ["/movies/movie-1"])
    let movie = try #require(studio.waiter.events.movies.first)
    #expect(movie.frames == 22)
    #expect(movie.length == studio.rate.time(ofFrame: 22))
    #expect(
      studio.hands.disk.movies["/movies/movie-1"]?.video.map(\.picture)
        == Array(0..<12) + Array(20..<30))
  }

  @Test func `says that the movie stands when only its name is not safe, and keeps the takes`()
    throws
  {
    let studio = try Studio()
    studio.take(0..<12)
    studio.hands.faults.plan(.settle)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(Array(studio.hands.disk.movies.keys) == ["/movies/movie-1"])
    #expect(studio.hands.disk.takes.count == 1, "a power cut might cost the movie")
    let sentence = try #require(studio.waiter.events.warnings.first)
    #expect(sentence.hasPrefix("/movies/movie-1 is whole, but a power cut might still cost it; "))
    #expect(studio.waiter.events.problems.isEmpty)
    studio.take(20..<30)
    studio.save()
    try studio.waiter.wait(for: "the second movie") { $0.movies.count == 2 }
    #expect(studio.hands.disk.takes.count == 1, "the next one's takes are gone")
  }

  @Test func `removes the session behind an index that is still on its way`() throws {
    let studio = try Studio(hasSound: false)
    studio.take(0..<12)
    let door = Turnstile()
    door.shut()
    studio.recorder.writerLane.async { door.pass {} }
    studio.recorder.tell { machine, _ in machine.trimSelected(.beginning, by: 1) }
    studio.save()
    try studio.waiter.wait(for: "the movie's name") { _ in
      studio.hands.disk.log.contains("publish movie-1")
    }
    #expect(!studio.hands.disk.log.contains("remove first"))
    door.open()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(
      studio.hands.disk.log.suffix(3) == ["publish movie-1", "index first: 1", "remove first"])
  }

  @Test func `begins a new session for the next movie`() throws {
    let studio = try Studio()
    studio.take(0..<12)
    studio.save()
    try studio.waiter.wait(for: "the movie") { $0.movies.count == 1 }
    studio.take(20..<30)
    #expect(studio.hands.disk.takes.keys.allSatisfy { $0.hasPrefix("/sessions/session-2/") })
    studio.save()
    try studio.waiter.wait(for: "the second movie") { $0.movies.count == 2 }
    #expect(studio.hands.disk.movies["/movies/movie-2"]?.video.map(\.picture) == Array(20..<30))
    #expect(studio.hands.disk.log.last == "remove session-2")
  }

  @Test func `keeps the takes when it was told to`() throws {
    let studio = try Studio(keepsTakes: true)
    studio.take(0..<12)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    leave(studio)
    try studio.waiter.wait(for: "the farewell") { $0.farewell != nil }
    #expect(studio.hands.disk.takes.count == 1)
    #expect(studio.folder.index?.takes.count == 1)
    #expect(!studio.hands.disk.log.contains("remove first"))
  }

  @Test func `happens by itself when the budget is spent`() throws {
    let studio = try Studio(limit: .seconds(Int64(1)))
    studio.take(0..<12)
    studio.shoot(13..<20)
    studio.press(19)
    studio.shoot(20..<50)
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(studio.waiter.events.movies.first?.frames == 30)
    #expect(studio.waiter.events.takes.map(\.frames) == [12, 18])
  }

  @Test func `first ends the take that runs`() throws {
    // By the real clock, because that is when the user asks for it.
    let studio = try Studio(hasSound: false, base: MonotonicClock.now() - .seconds(Int64(1)))
    studio.film(0..<3)
    studio.press(2)
    studio.film(3..<20)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(studio.waiter.events.takes.count == 1)
    let frames = try #require(studio.waiter.events.takes.first?.frames)
    #expect(frames >= 18)
    #expect(studio.waiter.events.movies.first?.frames == frames)
  }

  @Test(arguments: [Faults.Call.openMovie, .writeMovie, .checkMovie, .publish])
  func `keeps everything when it fails, and can be tried again`(call: Faults.Call) throws {
    let studio = try Studio()
    studio.take(0..<12)
    studio.hands.faults.plan(call)
    studio.save()
    try studio.waiter.wait(for: "the problem") { !$0.problems.isEmpty }
    #expect(studio.waiter.events.problems == [Faults.sentence(call)])
    #expect(studio.hands.disk.movies.isEmpty)
    #expect(studio.hands.disk.takes.count == 1)
    try wait(studio, until: { !$0.isSaving })
    let note = studio.recorder.snapshot.current.note
    #expect(
      note == "Not saved: \(Faults.sentence(call)) Leave, and 'rushes save' looks closer.")
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(studio.hands.disk.takes.isEmpty)
  }

  @Test func `leaves nothing when it is cancelled`() throws {
    let studio = try Studio()
    studio.take(0..<12)
    studio.hands.mergeDoor.shut()
    studio.save()
    try studio.waiter.wait(for: "the merge") { _ in studio.hands.mergeDoor.isHolding }
    studio.recorder.tell { machine, _ in machine.cancelled() }
    studio.settle()
    studio.hands.mergeDoor.open()
    try wait(studio, until: { !$0.isSaving })
    #expect(studio.hands.disk.movies.isEmpty)
    #expect(studio.hands.disk.takes.count == 1)
    #expect(studio.waiter.events.movies.isEmpty)
    #expect(note(studio) == "Saving cancelled; the takes are kept.")
  }

  @Test func `is broken off when the user leaves, and the takes are kept`() throws {
    let studio = try Studio()
    studio.take(0..<12)
    studio.hands.mergeDoor.shut()
    studio.save()
    try studio.waiter.wait(for: "the merge") { _ in studio.hands.mergeDoor.isHolding }
    leave(studio, .interrupted)
    studio.settle()
    studio.hands.mergeDoor.open()
    try studio.waiter.wait(for: "the farewell") { $0.farewell != nil }
    #expect(studio.hands.disk.movies.isEmpty)
    #expect(studio.hands.disk.takes.count == 1)
    let farewell = try #require(studio.waiter.events.farewell)
    #expect(farewell.reason == .interrupted)
    #expect(farewell.kept?.id == "first")
    #expect(farewell.kept?.takes == 1)
    #expect(farewell.kept?.length == studio.rate.time(ofFrame: 12))
  }

  @Test func `succeeds although no new session can be made`() throws {
    let studio = try Studio { $0.faults.plan(.nextFolder) }
    studio.take(0..<12)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    // The old folder serves on, empty.
    #expect(studio.hands.disk.takes.isEmpty)
    #expect(studio.folder.index?.takes == [])
    studio.take(20..<30)
    #expect(studio.folder.index?.takes.map(\.frames) == [10])
  }

  @Test func `never removes kept takes with a folder that is still in use`() throws {
    let studio = try Studio(keepsTakes: true) { $0.faults.plan(.nextFolder) }
    studio.take(0..<12)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    leave(studio)
    try studio.waiter.wait(for: "the farewell") { $0.farewell != nil }
    #expect(studio.hands.disk.takes.count == 1)
    #expect(studio.folder.index?.takes.count == 1)
  }

  @Test func `tells when the takes of a saved movie cannot be removed`() throws {
    let studio = try Studio { $0.faults.plan(.removeSession) }
    studio.take(0..<12)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    #expect(studio.waiter.events.problems == [Faults.sentence(.removeSession)])
    #expect(studio.hands.disk.movies.count == 1)
  }

  @Test func `is not needed to leave an empty session, which is removed`() throws {
    let studio = try Studio()
    leave(studio)
    try studio.waiter.wait(for: "the farewell") { $0.farewell != nil }
    #expect(studio.waiter.events.farewell == Recorder.Farewell(reason: .quit, kept: nil))
    #expect(studio.hands.disk.log == ["remove first"])
  }

  private func leave(_ studio: Studio, _ reason: RecorderMachine.Reason = .quit) {
    studio.recorder.tell { machine, now in machine.leave(reason, at: now) }
  }

  private func note(_ studio: Studio) -> String? {
    studio.recorder.lane.sync { [recorder = studio.recorder] () throws(Never) in
      recorder.machine.note
    }.get()
  }

  /// Waits for what the recorder tells nobody but its machine.
  private func wait(_ studio: Studio, until holds: @escaping @Sendable (RecorderMachine) -> Bool)
    throws
  {
    let deadline = MonotonicClock.now() + .seconds(Int64(60))
    while true {
      let isSo = studio.recorder.lane.sync { [recorder = studio.recorder] () throws(Never) in
        holds(recorder.machine)
      }.get()
      if isSo { return }
      try #require(MonotonicClock.now() < deadline)
    }
  }
}

extension RecorderMachine {
  fileprivate var isSaving: Bool {
    if case .saving = stage { return true }
    return false
  }
}
