import Frames
import Lanes
import Merging
import Recording
import Screens
import Testing
import Units

@testable import Engine

@Suite struct `framing` {
  private let square = Framing(crop: .square)

  private func choose(
    _ studio: Studio,
    _ change: @escaping @Sendable (inout RecorderMachine) -> [RecorderMachine.Action]
  ) {
    studio.recorder.tell { machine, _ in change(&machine) }
    studio.settle()
  }

  private func saved(_ studio: Studio) throws -> FakeDisk.MovieFile {
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    return try #require(studio.hands.disk.movies["/movies/movie-1"])
  }

  @Test func `chosen before a take is how the take is coded, and its movie`() throws {
    let studio = try Studio(keepsTakes: true)
    choose(studio) { $0.nextCrop() }
    choose(studio) { $0.turn() }
    studio.take(0..<12)
    try studio.waiter.wait(for: "the take") { $0.takes.count == 1 }
    #expect(try studio.closedTake().take.framing == Framing(crop: .square, rotation: .quarter))
    let movie = try saved(studio)
    #expect(movie.specification.settings.size == PixelSize(width: 48, height: 48))
    #expect(movie.specification.runs == [.init(frames: 0..<12, isCopied: true)])
    #expect(studio.folder.index?.settings?.framing == Framing(crop: .square, rotation: .quarter))
    #expect(studio.folder.index?.settings?.camera == PixelSize(width: 64, height: 48))
  }

  @Test func `chosen later has only the takes coded anew that differ`() throws {
    let studio = try Studio()
    studio.take(0..<12)
    choose(studio) { $0.nextCrop() }
    studio.take(20..<30)
    studio.settle()
    let rows = studio.recorder.snapshot.current.takes.map(\.state)
    #expect(rows == [.reframed, .ready])
    #expect(studio.recorder.snapshot.current.camera.framing == "square 48x48")
    let movie = try saved(studio)
    #expect(movie.specification.settings.framing == square)
    #expect(
      movie.specification.runs == [
        .init(frames: 0..<12, isCopied: false), .init(frames: 12..<22, isCopied: true),
      ])
    #expect(movie.specification.turn == .upright)
  }

  @Test func `that only turns leaves all takes copied`() throws {
    let studio = try Studio()
    studio.take(0..<12)
    studio.take(20..<30)
    choose(studio) { $0.turn() }
    let movie = try saved(studio)
    #expect(movie.specification.turn == .quarter)
    #expect(movie.specification.settings.size == PixelSize(width: 64, height: 48))
    #expect(movie.specification.runs.map(\.isCopied) == [true, true])
  }

  @Test func `waits for saving when takes keep whole pictures`() throws {
    let studio = try Studio(keepsFull: true)
    choose(studio) { $0.nextCrop() }
    studio.take(0..<12)
    try studio.waiter.wait(for: "the take") { $0.takes.count == 1 }
    #expect(try studio.closedTake().take.framing == .native)
    let movie = try saved(studio)
    #expect(movie.specification.settings.framing == square)
    #expect(movie.specification.runs == [.init(frames: 0..<12, isCopied: false)])
  }

  @Test func `makes clips of a session that say why they are not copied`() throws {
    let studio = try Studio()
    let settings = VideoSettings(
      size: PixelSize(width: 64, height: 48), rate: .thirty, quality: 22
    ).framed(square)
    var takes = [Framing?.none, .native, square].map { framing in
      var take = Take(file: "a", frames: 30, samples: nil)
      take.framing = framing
      return take
    }
    takes[0].trim = .init(head: 3)
    let plan = MergePlan(takes: takes, in: studio.folder, settings: settings)
    #expect(plan.parts.map(\.clip.framing) == [.native, .native, nil])
    #expect(plan.parts[0].clip.obstacle == "framed as native, not as square")
    #expect(plan.parts[2].clip.obstacle == nil)
  }
}
