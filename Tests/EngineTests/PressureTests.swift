import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a recorder under pressure` {
  @Test func `repeats frames when the encoder cannot follow, and counts them`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<3)
    studio.hands.encoderDoor.shut()
    studio.press(2)
    studio.film(3..<202)
    try studio.waiter.wait(for: "the encoder") { _ in studio.hands.encoderDoor.isHolding }
    studio.hands.encoderDoor.open()
    studio.settle()
    // No more pictures waited than there was room for.
    #expect(studio.hands.encoded.current == 30)
    #expect(studio.hands.repeated.current == 170)
    studio.film(202..<210)
    studio.release(207.5)
    studio.film(210..<211)
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 206)
    #expect(take.dropped == 170)
    #expect(file.video.prefix(206).map(\.frame) == Array(0..<206))
    // First the pictures that waited, then the last of them again, then new ones.
    #expect(file.pictures.prefix(30) == Array(2..<32)[...])
    #expect(file.pictures[30..<200].allSatisfy { $0 == 31 })
    #expect(file.pictures[200..<206] == Array(202..<208)[...])
  }

  @Test func `ends the take, whole, when no more can wait for the disk, and begins none`() throws {
    let studio = try Studio()
    let encoded = studio.hands.encoded
    let backlog = studio.recorder.lane.sync { [studio] () throws(Never) in
      studio.recorder.rig.backlog
    }.get()
    studio.hands.packetSize.withLock { $0 = Backlog.most / 32 }
    studio.shoot(0..<3)
    studio.hands.writerDoor.shut()
    studio.press(1.5)
    // 32 packets and their sound are more than may wait; two are held back by the encoder.
    var frame: Int64 = 3
    while studio.waiter.events.problems.isEmpty {
      try #require(frame < 40, "the disk is never too far behind")
      studio.shoot(frame..<frame + 1)
      // When it has coded what fills the room, it waits before the next one.
      try studio.waiter.wait(for: "the encoder") { _ in encoded.current >= frame || backlog.isFull }
      frame += 1
    }
    #expect(studio.waiter.events.problems.first?.hasPrefix("The disk is too slow") == true)
    #expect(studio.waiter.events.endedHolds == 1)
    // Far more sound than is kept passes before the disk is back.
    studio.shoot(frame..<frame + 600)
    studio.press(Double(frame) + 599.5)
    #expect(studio.waiter.events.endedHolds == 2, "it is refused")
    studio.hands.writerDoor.open()
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect((33...36).contains(take.frames) && take.dropped == 0 && take.audioFilled == 0)
    #expect(file.pictures.prefix(Int(take.frames)) == Array(1...take.frames)[...])
    #expect(Int64(file.audio.count / 2) == studio.rate.samples(ofFrame: take.frames))
    #expect(encoded.current <= 37, "nothing more is coded for nobody")
    #expect(studio.waiter.events.problems.count == 1)
    // Nobody says when the disk has caught up; it is looked after several times a second.
    let deadline = MonotonicClock.now() + .seconds(Int64(60))
    var next = frame + 600
    while studio.hands.disk.takes.count < 2 {
      try #require(MonotonicClock.now() < deadline)
      studio.press(Double(next) - 0.5)
      studio.shoot(next..<next + 4)
      studio.release(Double(next) + 3.5)
      studio.shoot(next + 4..<next + 5)
      next += 5
    }
  }

  @Test func `leaves out the live picture first`() throws {
    let shown = Locked<[Int64]>([])
    let studio = try Studio(hasSound: false) { hands in
      hands.makePreview.withLock { $0 = { NumberPreview() } }
    }
    func ask() {
      studio.recorder.preview.ask(within: PictureRoom(blocks: CellSize(columns: 1, rows: 1))) {
        [waiter = studio.waiter] picture in
        shown.withLock { $0.append(Int64(picture?.pixels.first ?? 0)) }
        waiter.poke()
      }
    }
    studio.film(0..<3)
    studio.hands.encoderDoor.shut()
    studio.press(2)
    studio.film(3..<8)
    ask()
    try studio.waiter.wait(for: "a picture") { _ in shown.current == [7] }
    studio.film(8..<28)
    ask()
    try studio.waiter.wait(for: "another one") { _ in shown.current.count == 2 }
    // Ten pictures wait for the encoder, the first of which is the take's.
    #expect(shown.current[1] < 14, "\(shown.current)")
    ask()
    studio.hands.encoderDoor.open()
    studio.settle()
    #expect(shown.current.count == 2)
    studio.film(28..<29)
    try studio.waiter.wait(for: "the picture") { _ in shown.current.count == 3 }
    #expect(shown.current[2] == 28)
    studio.release(28.5)
    studio.film(29..<30)
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 27 && take.dropped == 0)
    #expect(file.pictures.prefix(27) == Array(2..<29)[...])
  }

  @Test func `says that the disk does not answer, and is left at once when asked for it twice`()
    throws
  {
    let studio = try Studio(hasSound: false)
    studio.film(0..<3)
    studio.hands.writerDoor.shut()
    studio.press(2)
    studio.film(3..<20)
    try studio.waiter.wait(for: "the writer") { _ in studio.hands.writerDoor.isHolding }
    try studio.waiter.wait(for: "the warning") { !$0.warnings.isEmpty }
    #expect(studio.waiter.events.warnings.first?.hasPrefix("The disk does not answer") == true)
    // What is recorded waits for it, and goes on being recorded.
    studio.film(20..<30)
    studio.release(29.5)
    studio.recorder.leave(.quit)
    studio.film(30..<31)
    #expect(studio.waiter.events.farewell == nil)
    studio.recorder.leave(.quit)
    try studio.waiter.wait(for: "the end") { $0.farewell != nil }
    let farewell = try #require(studio.waiter.events.farewell)
    #expect(farewell.isAbandoned && farewell.kept?.takes == 1)
    // Had nobody been so impatient, nothing would be lost.
    studio.hands.writerDoor.open()
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 28 && take.dropped == 0)
    #expect(file.pictures.prefix(28) == Array(2..<30)[...])
  }

  @Test func `ends a take only when a slow disk has all of it`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<3)
    studio.hands.writerDoor.shut()
    studio.press(2)
    studio.film(3..<20)
    studio.release(18.5)
    try studio.waiter.wait(for: "the writer") { _ in studio.hands.writerDoor.isHolding }
    #expect(studio.waiter.events.takes.isEmpty)
    studio.hands.writerDoor.open()
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    #expect(try studio.closedTake().file.pictures == Array(2..<19))
  }
}

/// Pictures whose first byte is the number of the frame.
private final class NumberPreview: PreviewConverter {
  func convert(
    _ frame: VideoFrame, as movie: VideoSettings, within room: PictureRoom
  ) throws -> PreviewPicture? {
    let bytes = [UInt8(frame.number)] + [UInt8](repeating: 0, count: 5)
    return PreviewPicture(size: PixelSize(width: 1, height: 2), pixels: bytes)
  }
}

@Suite struct `the watch over the disk` {
  private func ms(_ count: Int64) -> MediaTime { .milliseconds(count) }

  @Test func `says once that no answer comes, and for how long it was missed`() {
    var watch = DiskWatch()
    #expect(watch.ask(at: ms(0)) == true)
    #expect(watch.answered(at: ms(3900)) == nil)
    #expect(watch.ask(at: ms(4000)) == true)
    #expect(watch.ask(at: ms(5000)) == false, "questions do not pile up")
    #expect(watch.looked(at: ms(8000)) == false)
    #expect(!watch.isSilent)
    #expect(watch.looked(at: ms(8001)) == true)
    #expect(watch.isSilent)
    #expect(watch.looked(at: ms(9000)) == false)
    #expect(watch.answered(at: ms(14_000)) == ms(10_000))
    #expect(!watch.isSilent)
    #expect(watch.looked(at: ms(20_000)) == false)
    // While the whole program is stopped nobody hears an answer.
    #expect(watch.ask(at: ms(20_000)) == true)
    #expect(watch.looked(at: ms(20_100)) == false)
    #expect(watch.looked(at: ms(30_100)) == false)
    for look in 302...341 as ClosedRange<Int64> {
      #expect(watch.looked(at: ms(100 * look)) == false)
    }
    #expect(watch.looked(at: ms(34_101)) == true)
  }
}
