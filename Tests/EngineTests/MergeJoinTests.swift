import Frames
import Lanes
import Merging
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `joins that are coded anew` {
  private let hands = FakeTools()
  private let settings = VideoSettings(
    size: PixelSize(width: 64, height: 48), rate: .thirty, quality: 22)

  /// A take of `length` pictures, numbered from `first` on, with sound of one loudness.
  private func clip(
    _ name: String, _ length: Int64, from first: Int64 = 0, loud: Int16 = 8000,
    _ range: Range<Int64>? = nil, fade frames: Int64? = nil
  ) -> Clip {
    let path = "/takes/\(name)"
    hands.disk.change(take: path) { file in
      file.configuration = FakeEncoder.configuration(settings)
      file.hasAudio = true
      for index in 0..<length {
        file.pieces.append(.video(EncodedPacket(picture: first + index, frame: index)))
        file.pieces.append(.audio([Int16](repeating: loud, count: 2 * 1600)))
      }
    }
    return Clip(
      path: path, title: name, length: length, range: range, keys: .every(30), hasAudio: true,
      transition: frames.map { Transition(.fade, length: FrameRate.thirty.time(ofFrame: $0)) })
  }

  @discardableResult
  private func merge(
    _ clips: [Clip], bank: SoundBank? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> MergeRunner.Outcome {
    let runner = MergeRunner(
      tools: hands.tools, plan: MergePlan(clips: clips, rate: .thirty), settings: settings,
      place: FakePlace("movie", hands), bank: bank)
    return try runner.run(advanced: { _ in }, isCancelled: isCancelled)
  }

  private func movie() throws -> FakeDisk.MovieFile {
    try #require(hands.disk.movies["/movies/movie"])
  }

  @Test func `lie between the copied frames in the movie's order`() throws {
    try merge([clip("a", 90), clip("b", 90, from: 500, fade: 10)])
    let (pictures, frames) = (try movie().video.map(\.picture), try movie().video.map(\.frame))
    #expect(frames == Array(0..<170))
    #expect(Array(pictures[..<80]) == Array(0..<80))
    // Both takes at once, then the second one alone up to its next key frame.
    #expect(Array(pictures[80..<90]) == (80..<90).map { $0 + 2 * FakeStretch.mark })
    #expect(Array(pictures[90..<110]) == (510..<530).map { $0 + FakeStretch.mark })
    #expect(Array(pictures[110...]) == Array(530..<590))
    #expect(
      try movie().specification.runs == [
        .init(frames: 0..<80, isCopied: true), .init(frames: 80..<110, isCopied: false),
        .init(frames: 110..<170, isCopied: true),
      ])
  }

  @Test func `are cut into pieces that many lanes share when they are long`() throws {
    var long = clip("a", 1000)
    long.obstacle = "another size"
    try merge([clip("b", 30), long])
    #expect(hands.faults.count(.codeStretch) == 4)
    #expect(try movie().video.map(\.frame) == Array(0..<1030))
    #expect(try movie().video.filter(\.isKey).map(\.frame) == [0, 30, 330, 630, 930])
  }

  @Test func `add both sounds up over a transition`() throws {
    try merge([
      clip("a", 90, loud: 8000), clip("b", 90, loud: -8000, fade: 30),
    ])
    let left = try movie().audio.enumerated().filter { $0.offset % 2 == 0 }.map { Int($0.element) }
    #expect(left.count == 150 * 1600)
    // Equal and opposite: in the middle of the transition they cancel out.
    #expect(left[59 * 1600] == 8000)
    #expect(abs(left[75 * 1600]) < 3)
    #expect(left[90 * 1600] == -8000)
  }

  @Test(arguments: [0, 3, 40, 85]) func `leave nothing when the merge is cancelled`(
    after questions: Int
  ) throws {
    let asked = Locked(0)
    let outcome = try merge([clip("a", 90), clip("b", 90, fade: 30)]) {
      asked.withLock {
        $0 += 1
        return $0 > questions
      }
    }
    #expect(outcome == .cancelled)
    #expect(hands.disk.movies.isEmpty)
  }

  @Test func `leave nothing when one of them fails`() throws {
    hands.faults.plan(.codeStretch, at: 2)
    let clips = (0..<5).map { clip("\($0)", 90, fade: 30) }
    let error = #expect(throws: Problem.self) { try merge(clips) }
    #expect(error?.sentence == Faults.sentence(.codeStretch))
    #expect(hands.disk.movies.isEmpty)
  }

  // MARK: Sound in advance

  @Test func `find their sound coded already, but for the end`() throws {
    let takes = (0..<5).map { clip("\($0)", 180, loud: Int16($0 + 1) * 1000) }
    try merge(takes)
    let expected = try movie().audio
    let all = hands.coded.current.count
    let bank = SoundBank()
    for count in 1...5 {
      bank.prepare(
        SoundPlan(MergePlan(clips: Array(takes[..<count]), rate: .thirty)), tools: hands.tools)
      bank.wait()
    }
    #expect(all > 10)
    #expect(hands.coded.current.count == 2 * all - 1, "no chunk was prepared twice")
    hands.coded.withLock { $0 = [] }
    try merge(takes, bank: bank)
    #expect(hands.coded.current.count == 1, "only the end, which another take would change")
    #expect(try movie().audio == expected)
  }

  @Test func `never get the sound of takes that were taken back`() throws {
    let bank = SoundBank()
    let first = [
      clip("a", 180, loud: 1000), clip("b", 180, loud: 2000), clip("c", 180, loud: 3000),
    ]
    bank.prepare(SoundPlan(MergePlan(clips: first, rate: .thirty)), tools: hands.tools)
    bank.wait()
    let second = [first[0], first[2], first[1]]
    try merge(second, bank: bank)
    let mixed = try movie().audio
    try merge(second)
    #expect(try movie().audio == mixed)
  }

  @Test func `keep the sound before a take that was taken back`() throws {
    let bank = SoundBank()
    let takes = (0..<4).map { clip("\($0)", 180, loud: Int16($0 + 1) * 1000) }
    func prepare(_ clips: [Clip]) -> [SoundChunk] {
      hands.coded.withLock { $0 = [] }
      bank.prepare(SoundPlan(MergePlan(clips: clips, rate: .thirty)), tools: hands.tools)
      bank.wait()
      return hands.coded.current
    }
    let first = prepare(Array(takes[..<3]))
    #expect(first.count == 6)
    // Two takes last 12 s, which hold four chunks of 2.7 s.
    let again = prepare([takes[0], takes[1], takes[3]])
    #expect(again.map(\.samples) == first[4...].map(\.samples))
  }
}
