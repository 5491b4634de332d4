import Recording
import Support
import Testing
import Units

@Suite struct `a ring` {
  /// Groups of 5 frames at 10 a second; a payload is its frame's number.
  private func ring(length: Double, mostBytes: Int = .max) -> Ring<Int64> {
    Ring(length: .seconds(length), rate: FrameRate(10) ?? .thirty, mostBytes: mostBytes)
  }

  private let start = MediaTime.seconds(7.0)

  /// Captures frames and has each coded when `delay` more were captured.
  private func run(
    _ ring: inout Ring<Int64>, frames: Range<Int64>, delay: Int64 = 0, bytes: Int = 10
  ) {
    for frame in frames {
      ring.captured(at: start)
      let coded = frame - delay
      if coded >= 0 { ring.coded(coded, coded, bytes: bytes, isKey: coded % 5 == 0) }
    }
  }

  @Test func `keeps at least its length and at most a group more`() {
    var ring = ring(length: 2)
    for frame: Int64 in 0..<200 {
      run(&ring, frames: frame..<frame + 1)
      #expect(ring.frames.count >= min(Int(frame) + 1, 21))
      #expect(ring.frames.count < 21 + 5)
      #expect(ring.frames.lowerBound % 5 == 0, "it begins with a key frame")
      #expect(ring.bytes == 10 * ring.frames.count)
      #expect(ring[ring.frames.lowerBound] == ring.frames.lowerBound)
      #expect(ring[ring.frames.lowerBound - 1] == nil)
    }
    #expect(ring.inHand >= .seconds(2.0))
  }

  @Test func `never lets a frame go before it is coded`() {
    var ring = ring(length: 0.5)
    run(&ring, frames: 0..<100, delay: 40)
    // 60 are coded; the group that waits for its coding stays, however old it is.
    #expect(ring.frames == 55..<100)
    #expect(ring[59] == 59 && ring[60] == nil)
    ring.coded(60, 60, bytes: 10, isKey: true)
    #expect(ring[60] == 60 && ring.bytes == 60)
    for frame: Int64 in 61..<96 { ring.coded(frame, frame, bytes: 10, isKey: frame % 5 == 0) }
    // Who is fed from it can still take them all, however old they are.
    #expect(ring.frames == 55..<100)
    ring.captured(at: start)
    #expect(ring.frames == 95..<101)
  }

  @Test func `lets groups go that differ in length`() {
    var ring = ring(length: 1)
    let keys: Set<Int64> = [0, 3, 4, 20, 31]
    for frame: Int64 in 0..<35 {
      ring.captured(at: start)
      ring.coded(frame, frame, bytes: 10, isKey: keys.contains(frame))
      #expect(keys.contains(ring.frames.lowerBound))
      #expect(ring.inHand >= .seconds(min(1, Double(frame) / 10)))
    }
    #expect(ring.frames == 20..<35)
    #expect(ring.key(atOrBefore: 30) == 20 && ring.key(atOrBefore: 31) == 31)
    // What is not coded yet may be a key frame; nobody can know.
    ring.captured(at: start)
    #expect(ring.key(atOrBefore: 35) == 31)
  }

  @Test func `knows which of its pictures are damaged`() {
    var ring = ring(length: 1)
    run(&ring, frames: 0..<4)
    ring.damaged(2)
    ring.damaged(9)
    #expect((0..<4).map(ring.isDamaged) == [false, false, true, false] && !ring.isDamaged(9))
  }

  @Test func `gives up time before it takes more memory`() {
    var ring = ring(length: 60, mostBytes: 100)
    run(&ring, frames: 0..<1000)
    #expect(ring.bytes <= 100)
    #expect(ring.frames.upperBound == 1000)
    #expect(ring.inHand >= .milliseconds(500))
  }

  @Test func `keeps a group that is larger than all it may take`() {
    var ring = ring(length: 1, mostBytes: 100)
    run(&ring, frames: 0..<5, bytes: 1000)
    #expect(ring.frames == 0..<5)
  }

  @Test func `finds a frame by its instant and the key frame before it`() {
    var ring = ring(length: 2)
    run(&ring, frames: 0..<33)
    #expect(ring.time(of: 0) == start)
    #expect(ring.time(of: 27) == start + .milliseconds(2700))
    #expect(ring.frame(at: start + .milliseconds(2700)) == 27)
    #expect(ring.key(atOrBefore: 27) == 25 && ring.key(atOrBefore: 25) == 25)
    ring.captured(at: start, isRepeat: true)
    #expect(ring.isRepeat(33) && !ring.isRepeat(32) && !ring.isRepeat(34))
  }

  @Test func `is as small after an hour as after a minute`() {
    var ring = ring(length: 10)
    var numbers = SeededNumbers(seed: 6)
    var most = (early: 0, late: 0)
    for frame: Int64 in 0..<36_000 {
      run(
        &ring, frames: frame..<frame + 1, delay: 7, bytes: Int.random(in: 50...150, using: &numbers)
      )
      if frame < 600 { most.early = max(most.early, ring.bytes) }
      if frame > 35_000 { most.late = max(most.late, ring.bytes) }
    }
    #expect(most.late < most.early * 11 / 10 && most.late > most.early * 9 / 10)
  }
}
