import Frames
import Lanes
import Recording
import Screens
import Testing
import Units

@testable import Engine

/// At 30 a second the ring's groups are 15 frames long.
@Suite struct `a take with pre-roll` {
  private func studio(
    preroll: Double = 1, hasSound: Bool = true, limit: MediaTime? = nil
  ) throws -> Studio {
    try Studio(
      hasSound: hasSound, limit: limit, savesWhenSpent: false, preroll: .seconds(preroll))
  }

  /// The numbers of the pictures that the movie shows of a take.
  private func shown(_ take: Take, _ file: FakeDisk.TakeFile) -> [Int64] {
    Array(file.pictures[Int(take.played.lowerBound)..<Int(take.played.upperBound)])
  }

  @Test(arguments: [(70.5, 90.5), (75.0, 91.0), (74.999, 90.001), (76.25, 105.25)])
  func `begins exactly so long before its press`(press: Double, release: Double) throws {
    let studio = try studio()
    studio.shoot(0..<Int64(press) + 1)
    studio.press(press)
    studio.shoot(Int64(press) + 1..<Int64(release) + 1)
    studio.release(release)
    studio.shoot(Int64(release) + 1..<Int64(release) + 8)
    let (take, file) = try studio.closedTake()
    let first = Int64((press - 30).rounded(.down))
    let end = Int64(release.rounded(.up))
    #expect(shown(take, file) == Array(first..<end))
    // The file begins with the key frame before it.
    #expect(file.pictures.first == first / 15 * 15)
    #expect(file.video.first?.isKey == true)
    #expect(take.surplus ?? 0 == first % 15 && take.trim == nil)
    #expect(take.keyInterval == 15)
    #expect(take.leadIn == (studio.instant(press) - studio.instant(Double(first))).nanoseconds)
    #expect(take.state == .ready && take.dropped == 0)
  }

  @Test func `has its sound to the sample`() throws {
    let studio = try studio()
    studio.shoot(0..<70)
    studio.press(69.5)
    studio.shoot(70..<90)
    studio.release(89.5)
    studio.shoot(90..<96)
    let (take, file) = try studio.closedTake()
    #expect(file.pictures.first == 30 && take.played == 9..<60)
    #expect(file.audio == GridSound.samples(studio.position(30)..<studio.position(90)))
    #expect(take.samples == studio.position(90) - studio.position(30))
    #expect(take.audioFilled == 0)
  }

  @Test func `gets what there is when the ring is not full, and says so`() throws {
    let studio = try studio(preroll: 2)
    studio.shoot(0..<13)
    studio.press(12.5)
    studio.shoot(13..<20)
    studio.release(19.5)
    studio.shoot(20..<26)
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(0..<20))
    #expect(
      studio.waiter.events.warnings == [
        "Take 1 begins 0.42 s before its press, not 2.00 s: there was no more pre-roll in hand."
      ])
  }

  @Test func `counts with it against the budget, and is never spent before it is pressed`() throws {
    let studio = try studio(limit: .seconds(1.0))
    studio.shoot(0..<70)
    studio.press(69.5)
    studio.shoot(70..<100)
    let (take, file) = try studio.closedTake()
    // Half of the second before the press, half of it behind.
    #expect(shown(take, file) == Array(54..<84))
    #expect(
      studio.waiter.events.warnings == [
        "Take 1 begins 0.52 s before its press, not 1.00 s: the budget leaves no more."
      ])
  }

  @Test func `may share frames with the take before it`() throws {
    let studio = try studio()
    studio.shoot(0..<61)
    studio.press(60.5)
    studio.shoot(61..<70)
    studio.release(69.5)
    studio.shoot(70..<76)
    studio.press(75.5)
    studio.shoot(76..<80)
    studio.release(79.5)
    studio.shoot(80..<86)
    let (one, two) = (try studio.closedTake(0), try studio.closedTake(1))
    #expect(shown(one.take, one.file) == Array(30..<70))
    #expect(shown(two.take, two.file) == Array(45..<80))
  }

  @Test func `repeats what the camera missed, before the press as well`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<80, without: [50, 51, 70])
    studio.press(75.5)
    studio.film(80..<90, without: [83])
    studio.release(89.5)
    studio.film(90..<96)
    let (take, file) = try studio.closedTake()
    var expected = Array<Int64>(45..<90)
    for (missing, shown) in [(50, 49), (51, 49), (70, 69), (83, 82)] {
      expected[missing - 45] = Int64(shown)
    }
    #expect(shown(take, file) == expected)
    #expect(take.dropped == 4)
  }

  @Test func `misses nothing when the encoder is further behind than the ring is long`() throws {
    let studio = try studio(preroll: 0.1, hasSound: false)
    studio.film(0..<6)
    studio.hands.encoderDoor.shut()
    studio.press(5.5)
    studio.film(6..<36)
    studio.release(35.5)
    studio.hands.encoderDoor.open()
    studio.film(36..<42)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(2..<36))
  }

  @Test func `ends at its release though no more frames come`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<62)
    studio.press(60.5)
    studio.film(62..<70)
    studio.release(75.5)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(30..<70) + [Int64](repeating: 69, count: 6))
    // The ring begins anew with the next frame.
    studio.film(100..<110)
    #expect(studio.inHand() == .milliseconds(300))
  }

  @Test func `keeps what there is when the camera is lost`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<62)
    studio.press(60.5)
    studio.film(62..<70)
    studio.camera.lose("Unplugged.")
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(30..<70))
  }

  @Test func `is closed without waiting for what the encoder looks ahead`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<62)
    studio.press(60.5)
    studio.film(62..<70)
    studio.release(69.5)
    #expect(studio.waiter.events.takes.isEmpty, "a frame behind the release is still to come")
    // The fake encoder holds two packets back.
    studio.film(70..<71)
    studio.settle()
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(30..<70))
    // The ring goes on with a key frame, which the next take can begin with.
    studio.film(71..<110)
    studio.press(108.5)
    studio.film(110..<112)
    studio.release(109.5)
    studio.film(112..<113)
    studio.settle()
    let (second, other) = try studio.closedTake(1)
    #expect(shown(second, other) == Array(78..<110))
    #expect(other.pictures.first == 75 && second.surplus == 3)
    #expect(second.keyInterval == 15)
    func row() throws -> ViewState.TakeRow {
      try #require(studio.recorder.snapshot.current.takes.last)
    }
    #expect(try row().cutBeginning == 0 && row().cutEnd == 0, "nobody has trimmed it")
    studio.recorder.tell { machine, _ in machine.trimSelected(.beginning, by: 4) }
    studio.settle()
    #expect(try row().cutBeginning == 4 && row().cutEnd == 0)
  }

  @Test func `lists its key frames where another take's end has made them uneven`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<62)
    studio.press(60.5)
    studio.film(62..<70)
    studio.release(69.5)
    studio.film(70..<76)
    studio.press(75.5)
    studio.film(76..<80)
    studio.release(79.5)
    studio.film(80..<81)
    studio.settle()
    let (take, file) = try studio.closedTake(1)
    #expect(shown(take, file) == Array(45..<80) && take.surplus == nil)
    #expect(take.keys == [0, 15, 26, 30] && take.keyInterval == nil)
    #expect(file.video.filter(\.isKey).map(\.frame) == [0, 15, 26, 30])
  }

  @Test func `counts the damaged pictures that are its own`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<36)
    // In front of the take, at its beginning, in it, and behind it.
    for (frame, isWhole) in [(36, false), (37, true), (38, true), (39, false), (40, false)] {
      studio.camera.deliver(
        number: isWhole ? Int64(frame) : -1, at: studio.instant(Double(frame)))
      studio.settle()
    }
    studio.film(41..<70)
    studio.press(69.5)
    studio.film(70..<80)
    studio.release(79.5)
    studio.camera.deliver(number: -1, at: studio.instant(80))
    studio.settle()
    studio.settle()
    let (take, file) = try studio.closedTake()
    #expect(take.surplus == 9 && file.pictures.first == 30)
    #expect(shown(take, file) == [38, 38] + Array(41..<80))
    #expect(take.dropped == 2)
  }

  @Test func `runs no encoder before the first press without it`() throws {
    let studio = try Studio()
    studio.shoot(0..<60)
    #expect(studio.hands.encoded.current == 0)
    #expect(studio.inHand() == .zero)
    let rolling = try self.studio()
    rolling.shoot(0..<60)
    #expect(rolling.hands.encoded.current == 60)
    #expect(rolling.inHand() == .seconds(1.0))
    rolling.press(59.5)
    rolling.shoot(60..<70)
    // The take costs no second one.
    #expect(rolling.hands.encoded.current == 70)
  }

  @Test func `does without when the ring's encoder fails`() throws {
    let studio = try Studio(hasSound: false, preroll: .seconds(1.0)) { hands in
      hands.faults.plan(.openEncoder)
    }
    studio.film(0..<60)
    studio.press(59.5)
    studio.film(60..<70)
    studio.release(69.5)
    studio.film(70..<72)
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(59..<70))
    #expect(studio.waiter.events.warnings.first == Faults.sentence(.openEncoder))
  }

  @Test func `is framed as was chosen, from a ring that begins anew`() throws {
    let studio = try studio(hasSound: false)
    studio.film(0..<60)
    studio.recorder.tell { machine, _ in machine.nextCrop() }
    studio.settle()
    #expect(studio.inHand() == .zero)
    studio.film(60..<70)
    studio.press(69.5)
    studio.film(70..<80)
    studio.release(79.5)
    studio.film(80..<86)
    let (take, file) = try studio.closedTake()
    #expect(shown(take, file) == Array(60..<80))
    #expect(take.framing?.crop == .native.next)
  }

  @Test func `is joined with others exactly, anew from its first frame to the next key frame`()
    throws
  {
    let studio = try studio()
    studio.shoot(0..<61)
    studio.press(60.5)
    studio.shoot(61..<70)
    studio.release(69.5)
    studio.shoot(70..<103)
    studio.press(102.5)
    studio.shoot(103..<110)
    studio.release(109.5)
    studio.shoot(110..<116)
    studio.save()
    try studio.waiter.wait(for: "the movie") { !$0.movies.isEmpty }
    let movie = try #require(studio.hands.disk.movies["/movies/movie-1"])
    // The first one begins with a key frame (30), the second one (72) behind the one (71) that the
    // first one's end has made.
    let second = (72..<75).map { $0 + FakeStretch.mark } + Array<Int64>(75..<110)
    #expect(movie.video.map(\.picture) == Array(30..<70) + second)
    #expect(movie.specification.samples == studio.rate.samples(ofFrame: 78))
  }
}

extension Studio {
  /// What the screen says is in hand of the pre-roll.
  func inHand() -> MediaTime {
    recorder.lane.sync { [recorder] () throws(Never) in recorder.rig.inHand }.get()
  }
}
