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

  @Test func `holds a bounded number of bytes when the disk cannot follow`() throws {
    let studio = try Studio(hasSound: false)
    let (encoded, repeated) = (studio.hands.encoded, studio.hands.repeated)
    studio.hands.packetSize.withLock { $0 = 1 << 20 }
    studio.film(0..<3)
    studio.hands.writerDoor.shut()
    studio.press(1.5)
    // 33 packets of 1 MB are more than may wait between encoder and disk; two are held back.
    for frame in 3..<36 as Range<Int64> {
      studio.film(frame..<frame + 1)
      try studio.waiter.wait(for: "the encoder") { _ in encoded.current == frame }
    }
    // From here on the encoder waits: thirty pictures find room before it, the others do not.
    studio.film(36..<200)
    #expect(encoded.current == 35)
    studio.hands.writerDoor.open()
    studio.settle()
    // The 35th may still have had its place when the next ones came.
    #expect((64...65).contains(encoded.current))
    #expect(encoded.current + repeated.current == 199)
    studio.release(199.5)
    studio.film(200..<201)
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 199)
    #expect(take.dropped == repeated.current)
    #expect(file.video.map(\.frame) == Array(0..<199))
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
