import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `the sound of a take` {
  @Test(
    arguments: [
      (30, 1), (25, 1), (60, 1), (24, 1), (30_000, 1001), (60_000, 1001), (24_000, 1001), (7, 3),
    ] as [(Int64, Int64)])
  func `is as long as its pictures, to the sample`(frames: Int64, seconds: Int64) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    let studio = try Studio(rate: rate)
    studio.shoot(0..<3)
    studio.press(2.5)
    studio.shoot(3..<40)
    studio.release(33.5)
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 32)
    #expect(take.samples == rate.samples(ofFrame: 32))
    #expect(take.audioFilled == 0)
    #expect(Int64(file.audio.count / 2) >= rate.samples(ofFrame: 32))
    #expect(isSound(file.audio, in: studio, from: 2, count: rate.samples(ofFrame: 32)))
  }

  @Test func `is cut to the sample where nothing was written in doubt`() throws {
    let studio = try Studio()
    studio.take(4..<37)
    let (take, file) = try studio.closedTake()
    #expect(take.samples == studio.rate.samples(ofFrame: 33))
    let start = studio.position(4)
    #expect(file.audio == GridSound.samples(start..<start + studio.rate.samples(ofFrame: 33)))
  }

  @Test func `may come late and in runs of any length`() throws {
    let studio = try Studio()
    studio.shoot(0..<2)
    studio.film(2..<3)
    studio.press(2)
    studio.film(3..<20)
    studio.release(19.5)
    studio.film(20..<21)
    #expect(studio.waiter.events.takes.isEmpty)
    var position = studio.position(2)
    for count in [1, 479, 4800, 17, 12_000, 20_000] as [Int64] {
      studio.microphone?.deliver(position..<position + count)
      studio.settle()
      position += count
    }
    let (take, file) = try studio.closedTake()
    let start = studio.position(2)
    #expect(take.audioFilled == 0)
    #expect(file.audio == GridSound.samples(start..<start + studio.rate.samples(ofFrame: 18)))
  }

  @Test(arguments: [1, 480, 1000, 10_000] as [Int64])
  func `is silent where samples were lost, for exactly as long`(lost: Int64) throws {
    let studio = try Studio()
    studio.film(0..<1)
    studio.press(0)
    let start = studio.position(0)
    let hole = start + 5000..<start + 5000 + lost
    studio.microphone?.deliver(start - 100..<hole.lowerBound)
    studio.film(1..<12)
    studio.microphone?.deliver(hole.upperBound..<start + 40_000, followsHole: true)
    studio.settle()
    studio.film(12..<16)
    studio.release(14.5)
    let (take, file) = try studio.closedTake()
    #expect(take.audioFilled == lost)
    let count = studio.rate.samples(ofFrame: 15)
    #expect(file.audio.prefix(Int(count) * 2) == sound(start, count, silentIn: [hole])[...])
  }

  @Test func `is not shifted by samples that come twice`() throws {
    let studio = try Studio()
    studio.film(0..<1)
    studio.press(0)
    let start = studio.position(0)
    studio.microphone?.deliver(start..<start + 10_000)
    studio.microphone?.deliver(start + 6000..<start + 24_000, followsHole: true)
    studio.settle()
    studio.film(1..<13)
    studio.release(11.5)
    let (take, file) = try studio.closedTake()
    #expect(take.audioFilled == 0)
    #expect(file.audio.prefix(38_400) == sound(start, 19_200)[...])
  }

  @Test func `is silent before the microphone came`() throws {
    let studio = try Studio()
    studio.film(0..<1)
    studio.press(0)
    let start = studio.position(0)
    studio.microphone?.deliver(start + 3000..<start + 30_000)
    studio.film(1..<13)
    studio.release(11.5)
    let (take, file) = try studio.closedTake()
    #expect(take.audioFilled == 3000)
    let silent = [start..<start + 3000]
    #expect(file.audio.prefix(38_400) == sound(start, 19_200, silentIn: silent)[...])
  }

  @Test func `is there when the key was down before the sources were started`() throws {
    let studio = try Studio(isStarted: false)
    studio.press(-0.5)
    try studio.recorder.start()
    studio.shoot(0..<12)
    studio.release(11.5)
    studio.shoot(12..<13)
    let (take, file) = try studio.closedTake()
    let count = studio.rate.samples(ofFrame: 12)
    #expect(take.samples == count && take.audioFilled == 0)
    #expect(isSound(file.audio, in: studio, from: 0, count: count))
  }

  @Test func `goes on as silence when the microphone is lost`() throws {
    let studio = try Studio()
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<12)
    studio.microphone?.lose("The microphone was unplugged.")
    studio.film(12..<32)
    studio.release(31.5)
    studio.film(32..<33)
    let (take, file) = try studio.closedTake()
    #expect(studio.waiter.events.warnings == ["The microphone was unplugged."])
    #expect(take.frames == 30)
    #expect(take.samples == 48_000)
    let (start, end) = (studio.position(2), studio.position(12))
    #expect(take.audioFilled == 48_000 - (end - start))
    #expect(
      file.audio.prefix(96_000) == sound(start, 48_000, silentIn: [end..<start + 48_000])[...])
    // The next take has sound too, all of it silence, so that both can be joined.
    studio.film(33..<40)
    studio.press(39)
    studio.film(40..<45)
    studio.release(44.5)
    studio.film(45..<46)
    #expect(try studio.closedTake(1).take.audioFilled == studio.rate.samples(ofFrame: 6))
  }

  @Test func `goes on as silence when the microphone says nothing any more`() throws {
    let studio = try Studio(hasOwnTime: true)
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<10)
    studio.film(10..<23)
    studio.release(22.5)
    studio.film(23..<24)
    // It is waited for until it is a second late.
    try studio.pass(to: 39.9)
    #expect(studio.waiter.events.takes.isEmpty)
    try studio.pass(to: 40.1)
    let (take, file) = try studio.closedTake()
    let (start, end) = (studio.position(2), studio.position(10))
    let count = studio.rate.samples(ofFrame: 21)
    #expect(take.samples == count)
    #expect(take.audioFilled == count - (end - start))
    #expect(file.audio == sound(start, count, silentIn: [end..<start + count]))
  }

  @Test func `goes on as silence when it cannot be converted, and that is told once`() throws {
    let studio = try Studio { $0.faults.plan(.convert, at: 6, forever: true) }
    studio.shoot(0..<3)
    studio.press(2)
    studio.shoot(3..<19)
    studio.release(18.5)
    studio.shoot(19..<21)
    let (take, _) = try studio.closedTake()
    #expect(studio.waiter.events.warnings == [Faults.sentence(.convert)])
    #expect(take.samples == studio.rate.samples(ofFrame: 17))
    #expect(take.audioFilled == studio.rate.samples(ofFrame: 17) - 3 * 1600)
  }

  @Test func `is silence nobody lost while it is muted`() throws {
    let studio = try Studio()
    studio.shoot(0..<3)
    studio.recorder.toggleMute()
    studio.settle()
    studio.press(2.5)
    studio.shoot(3..<14)
    studio.release(12.5)
    let (take, file) = try studio.closedTake()
    #expect(take.audioFilled == 0)
    #expect(take.samples == studio.rate.samples(ofFrame: 11))
    // The first frame was heard before the key was hit.
    #expect(file.audio.dropFirst(3200).allSatisfy { $0 == 0 })
    #expect(file.audio.prefix(3200) == sound(studio.position(2), 1600)[...])
  }

  @Test func `is none without a microphone`() throws {
    let studio = try Studio(hasSound: false)
    studio.take(0..<8)
    let (take, file) = try studio.closedTake()
    #expect(take.samples == nil)
    #expect(!file.hasAudio)
    #expect(file.audio.isEmpty)
  }

  @Test func `is waited for, but not for ever`() throws {
    let start = MediaTime.seconds(Int64(1000))
    var sound = SoundInput(
      format: .take, converter: FakeConverter(faults: Faults()), startedAt: start)
    // A microphone needs a moment before its first samples.
    #expect(!sound.isOverdue(now: start + .milliseconds(900)))
    #expect(sound.isOverdue(now: start + .milliseconds(1100)))
    try sound.append(
      AudioChunk(format: .take, samples: [0, 0, 0, 0], capturedAt: start + .seconds(Int64(5))))
    #expect(!sound.isOverdue(now: start + .milliseconds(5900)))
    #expect(sound.isOverdue(now: start + .milliseconds(6100)))
    sound.isLost = true
    #expect(sound.isOverdue(now: start))
  }

  private func sound(
    _ start: Int64, _ count: Int64, silentIn holes: [Range<Int64>] = []
  ) -> [Int16] {
    GridSound.samples(start..<start + count, silentIn: holes)
  }

  /// True when the samples are those of the positions from a frame's stamp on.
  private func isSound(
    _ samples: [Int16], in studio: Studio, from frame: Int64, count: Int64
  ) -> Bool {
    samples.prefix(Int(count) * 2) == sound(studio.position(frame), count)[...]
  }
}
