import Engine
import Frames
import Lanes
import Merging
import Recording
import Testing
import Units

@Suite struct `a merge` {
  private let hands = FakeTools()
  private static let ramp = 240

  // MARK: What it makes

  @Test func `numbers frames on and on and keeps the order of the takes`() throws {
    let takes = [take("a", 0..<5, loud: nil), take("b", 100..<103, loud: nil)]
    #expect(try merge(takes) == .saved(movie(frames: 8)))
    let movie = try saved()
    #expect(movie.video.map(\.picture) == [0, 1, 2, 3, 4, 100, 101, 102])
    #expect(movie.video.map(\.frame) == Array(0..<8))
    #expect(movie.specification.chapters.map(\.frames) == [0..<5, 5..<8])
    #expect(movie.specification.chapters.map(\.title) == ["Take 1", "Take 2"])
    #expect(movie.isFinished)
  }

  @Test func `leaves out what a file holds beyond its take`() throws {
    var long = take("a", 0..<9, loud: 1000)
    long.range = 0..<6
    #expect(try merge([long, take("b", 20..<24, loud: 1000)]) == .saved(movie(frames: 10)))
    #expect(try saved().video.map(\.picture) == Array(0..<6) + Array(20..<24))
    #expect(try saved().audio.count == 2 * Int(FrameRate.thirty.samples(ofFrame: 10)))
  }

  @Test(arguments: [(30, 1), (30_000, 1001), (7, 3)] as [(Int64, Int64)])
  func `gives each take sound of exactly its length`(frames: Int64, seconds: Int64) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    // Sounds of 1000, 2000, 3000: where one ends and the next begins can be read from the movie.
    let lengths: [Int64] = [7, 5, 11]
    let takes = lengths.enumerated().map { index, length in
      take("\(index)", 0..<length, loud: Int16(index + 1) * 1000, rate: rate)
    }
    _ = try merge(takes, rate: rate)
    let audio = try saved().audio
    #expect(Int64(audio.count / 2) == rate.samples(ofFrame: 23))
    var end: Int64 = 0
    for (index, length) in lengths.enumerated() {
      let (from, to) = (rate.samples(ofFrame: end), rate.samples(ofFrame: end + length))
      end += length
      let middle = Int(from) + Self.ramp..<Int(to) - Self.ramp
      #expect(left(audio)[middle].allSatisfy { $0 == (index + 1) * 1000 }, "take \(index + 1)")
    }
  }

  @Test func `has no sound track when no take has sound`() throws {
    _ = try merge([take("a", 0..<5, loud: nil), take("b", 0..<5, loud: nil)])
    #expect(try saved().specification.samples == nil)
    #expect(try saved().audio.isEmpty)
  }

  @Test func `puts silence where a take has no sound`() throws {
    _ = try merge([
      take("a", 0..<6, loud: nil), take("b", 0..<6, loud: 9000), take("c", 0..<6, loud: nil),
    ])
    let left = left(try saved().audio)
    let six = Int(FrameRate.thirty.samples(ofFrame: 6))
    #expect(left.count == 3 * six)
    #expect(left[..<six].allSatisfy { $0 == 0 })
    #expect(left[(six + Self.ramp)..<(2 * six - Self.ramp)].allSatisfy { $0 == 9000 })
    #expect(left[(2 * six)...].allSatisfy { $0 == 0 })
  }

  @Test func `hands sound over along with the pictures, silence too`() throws {
    _ = try merge([take("a", 0..<30, loud: nil), take("b", 0..<30, loud: 9000)])
    // Else a muxer would have to keep whole takes in memory.
    for (frame, sound) in try saved().soundBefore.enumerated() {
      let due = FrameRate.thirty.samples(ofFrame: Int64(frame))
      #expect(sound > due && sound <= due + SoundChunk.length)
    }
  }

  @Test func `fills with silence what a take's file is short of`() throws {
    let short = take("a", 0..<6, loud: 9000, missing: 4000)
    _ = try merge([short, take("b", 0..<6, loud: 9000)])
    let left = left(try saved().audio)
    let six = Int(FrameRate.thirty.samples(ofFrame: 6))
    #expect(left.count == 2 * six)
    #expect(left[..<(six - 4000)].allSatisfy { $0 == 9000 })
    #expect(left[(six - 4000)..<six].allSatisfy { $0 == 0 })
  }

  @Test func `dips for five milliseconds at joins and nowhere else`() throws {
    let takes = (0..<3).map { take("\($0)", 0..<6, loud: 10_000) }
    _ = try merge(takes)
    let left = left(try saved().audio)
    let six = Int(FrameRate.thirty.samples(ofFrame: 6))
    let joins = [six, 2 * six]
    for (position, sample) in left.enumerated() {
      // Samples from the nearest join: 0 for the two that touch it.
      let away = joins.map { position < $0 ? $0 - position - 1 : position - $0 }.min() ?? 0
      let gain = min(1, (Double(away) + 0.5) / Double(Self.ramp))
      guard sample != Int((10_000 * gain).rounded()) else { continue }
      Issue.record("sample \(position), \(away) from a join, is \(sample)")
      return
    }
    #expect(left.first == 10_000)
    #expect(left.last == 10_000)
  }

  @Test func `shares a take shorter than two ramps between them`() throws {
    // One frame at 240 a second is 200 samples long.
    let rate = try #require(FrameRate(240))
    _ = try merge((0..<3).map { take("\($0)", 0..<1, loud: 10_000, rate: rate) }, rate: rate)
    let left = left(try saved().audio)
    #expect(left.count == 600)
    let middle = left[200..<400]
    #expect(Array(middle) == middle.reversed())
    #expect(middle.max() == 9950)
    #expect(middle.first == 50)
  }

  @Test func `tells how far it is, never backwards`() throws {
    var told: [Double] = []
    _ = try runner([take("a", 0..<20, loud: 1), take("b", 0..<20, loud: 1)])
      .run(advanced: { told.append($0) }, isCancelled: { false })
    #expect(told == told.sorted())
    #expect(told.last == 1)
    #expect(told.count > 20)
  }

  // MARK: How it ends otherwise

  @Test(arguments: [
    Faults.Call.temporaryPath, .readTake, .readSound, .codeSound, .openMovie, .writeMovie,
    .finishMovie, .checkMovie,
    .publish,
  ])
  func `leaves nothing when it fails`(call: Faults.Call) {
    hands.faults.plan(call)
    let error = #expect(throws: Problem.self) {
      try merge([take("a", 0..<5, loud: 1), take("b", 0..<5, loud: 1)])
    }
    #expect(error?.sentence == Faults.sentence(call))
    #expect(hands.disk.movies.isEmpty)
    #expect(hands.disk.takes.count == 2)
  }

  @Test(arguments: 0..<14)
  func `leaves nothing when it is cancelled`(after questions: Int) throws {
    let takes = [take("a", 0..<5, loud: nil), take("b", 0..<5, loud: nil)]
    let asked = Locked(0)
    let outcome = try runner(takes).run(
      advanced: { _ in },
      isCancelled: {
        asked.withLock {
          $0 += 1
          return $0 > questions
        }
      })
    // Ten packets and once before the name is given.
    #expect(outcome == (questions < 11 ? .cancelled : .saved(movie(frames: 10))))
    #expect(hands.disk.movies.count == (questions < 11 ? 0 : 1))
    #expect(hands.disk.takes.count == 2)
  }

  @Test func `is refused for takes of other settings`() {
    let takes = [take("a", 0..<5, loud: nil), take("b", 0..<5, loud: nil, quality: 30)]
    let error = #expect(throws: Problem.self) { try merge(takes) }
    #expect(error?.sentence.contains("Take 2 was coded with other settings") == true)
    #expect(hands.disk.movies.isEmpty)
  }

  @Test func `is refused when a file holds less than its take`() {
    var short = take("a", 0..<5, loud: nil)
    short.length = 7
    short.range = 0..<7
    let error = #expect(throws: Problem.self) { try merge([short]) }
    #expect(error?.sentence == "Take 1 holds 5 of its 7 frames; the takes are kept.")
    #expect(hands.disk.movies.isEmpty)
  }

  @Test func `is refused without a take`() {
    let error = #expect(throws: Problem.self) { try merge([]) }
    #expect(error?.sentence == "There is no take to save.")
  }

  // MARK: Props

  /// A take's file in memory, picture and sound in turns.
  private func take(
    _ name: String, _ pictures: Range<Int64>, loud: Int16?, rate: FrameRate = .thirty,
    missing: Int64 = 0, quality: Int = 22
  ) -> Clip {
    let path = "/takes/\(name)"
    let length = rate.samples(ofFrame: Int64(pictures.count)) - missing
    hands.disk.change(take: path) { file in
      file.configuration = FakeEncoder.configuration(settings(rate, quality))
      file.hasAudio = loud != nil
      for (index, picture) in pictures.enumerated() {
        let frame = Int64(index)
        file.pieces.append(.video(EncodedPacket(picture: picture, frame: frame)))
        guard let loud else { continue }
        let count =
          min(length, rate.samples(ofFrame: frame + 1)) - rate.samples(ofFrame: frame)
        file.pieces.append(.audio([Int16](repeating: loud, count: 2 * Int(max(0, count)))))
      }
    }
    return Clip(
      path: path, title: "Take \(hands.disk.takes.count)", length: Int64(pictures.count),
      keys: .every(30), hasAudio: loud != nil)
  }

  private func settings(_ rate: FrameRate, _ quality: Int = 22) -> VideoSettings {
    VideoSettings(size: PixelSize(width: 64, height: 48), rate: rate, quality: quality)
  }

  private func runner(_ takes: [Clip], rate: FrameRate = .thirty) -> MergeRunner {
    MergeRunner(
      tools: hands.tools, plan: MergePlan(clips: takes, rate: rate), settings: settings(rate),
      place: FakePlace("movie", hands))
  }

  private func merge(
    _ takes: [Clip], rate: FrameRate = .thirty
  ) throws -> MergeRunner.Outcome {
    try runner(takes, rate: rate).run(advanced: { _ in }, isCancelled: { false })
  }

  private func saved() throws -> FakeDisk.MovieFile {
    try #require(hands.disk.movies["/movies/movie"])
  }

  private func movie(frames: Int64) -> SavedMovie {
    SavedMovie(
      path: "/movies/movie", length: FrameRate.thirty.time(ofFrame: frames), bytes: 4711,
      frames: frames)
  }

  private func left(_ audio: [Int16]) -> [Int] {
    stride(from: 0, to: audio.count, by: 2).map { Int(audio[$0]) }
  }
}
