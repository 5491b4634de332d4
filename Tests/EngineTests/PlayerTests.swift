import Frames
import Lanes
import Merging
import Recording
import Testing
import Units

@testable import Engine

/// Pictures whose first byte is the number of the frame in its file.
private final class FakeReader: ReviewReader {
  private let log: PlayLog
  init(_ log: PlayLog) { self.log = log }

  func picture(at frame: Int64, within room: PictureRoom) throws -> PreviewPicture? {
    log.read.withLock { $0.append(frame) }
    log.waiter.poke()
    if frame == 66 { throw Problem(.failed, "The take is damaged.") }
    return PreviewPicture(
      size: PixelSize(width: 1, height: 2), pixels: [UInt8(frame)] + Array(repeating: 0, count: 5))
  }
}

/// A sound card that plays when the test says so.
private final class FakeOutput: SoundOutput {
  struct State: Sendable {
    var tell: (@Sendable (SoundOutputEvent) -> Void)?
    var first: [Int16] = []
    var plays = 0
    var stops = 0
    var isClosed = false
  }
  let state = Locked(State())
  private let waiter: Waiter
  init(_ waiter: Waiter) { self.waiter = waiter }

  func play(
    _ open: @escaping @Sendable () -> any SoundFlow,
    _ tell: @escaping @Sendable (SoundOutputEvent) -> Void
  ) {
    let samples = open().samples(2)
    state.withLock {
      $0.plays += 1
      $0.first = samples
      $0.tell = tell
    }
    waiter.poke()
  }

  func stop() {
    state.withLock { $0.stops += 1 }
    waiter.poke()
  }

  func close() { state.withLock { $0.isClosed = true } }
}

/// Samples that are their own positions.
private final class PositionSound: SoundReader {
  func read(_ range: Range<Int64>) throws -> [Int16] {
    range.flatMap { [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: $0)] }
  }
}

private final class PlayLog: Sendable {
  let waiter = Waiter()
  let read = Locked<[Int64]>([])
  let opened = Locked<[String]>([])
  let answers = Locked<[UInt8?]>([])
}

@Suite struct `a player` {
  private let log = PlayLog()
  private let room = PictureRoom(blocks: CellSize(columns: 10, rows: 5))

  private func clip(_ name: String, _ range: Range<Int64>, sound: Bool = false) -> Clip {
    Clip(
      path: name, title: name, length: 200, range: range, keys: .every(30), hasAudio: sound)
  }

  private func player(_ clips: [Clip], output: FakeOutput? = nil) -> Player {
    let log = log
    var tools = FakeTools().tools
    tools.readSound = { _ in PositionSound() }
    tools.review = { clip, _ in
      log.opened.withLock { $0.append(clip.path) }
      return FakeReader(log)
    }
    if let output { tools.makeSpeaker = { output } }
    return Player(
      Reel(
        clips, rate: .thirty,
        settings: VideoSettings(size: PixelSize(width: 64, height: 48), rate: .thirty, quality: 22),
        title: "test", kind: .take), tools: tools)
  }

  private func ask(_ player: Player) {
    player.ask(within: room) { [log] picture in
      log.answers.withLock { $0.append(picture?.pixels[0]) }
      log.waiter.poke()
    }
  }

  private func wait(for count: Int) throws -> [UInt8?] {
    try log.waiter.wait(for: "\(count) answers") { _ in log.answers.current.count >= count }
    return log.answers.current
  }

  @Test func `gives each picture once, and the next one when another frame is due`() throws {
    let player = player([clip("a", 10..<20), clip("b", 100..<150)])
    defer { player.stop() }
    ask(player)
    #expect(try wait(for: 1) == [10])
    ask(player)
    player.tell { machine, now in machine.stepped(by: 1, at: now) }
    #expect(try wait(for: 2) == [10, 11])
    ask(player)
    player.tell { machine, now in machine.sought(to: 9, at: now) }
    #expect(try wait(for: 3) == [10, 11, 19])
    ask(player)
    player.tell { machine, now in machine.stepped(by: 1, at: now) }
    #expect(try wait(for: 4) == [10, 11, 19, 100])
    ask(player)
    player.tell { machine, now in machine.sought(by: .seconds(Int64(-5)), at: now) }
    #expect(try wait(for: 5) == [10, 11, 19, 100, 10])
  }

  @Test func `decodes a few frames ahead in order, and steps back without decoding again`() throws {
    let player = player([clip("a", 0..<200)])
    defer { player.stop() }
    player.tell { machine, now in machine.sought(to: 50, at: now) }
    ask(player)
    #expect(try wait(for: 1) == [50])
    try log.waiter.wait(for: "the window") { _ in log.read.current.count >= 17 }
    #expect(log.read.current == Array(42...58))
    for step in 1...8 {
      ask(player)
      player.tell { machine, now in machine.stepped(by: -1, at: now) }
      #expect(try wait(for: 1 + step).last == UInt8(50 - step))
    }
    #expect(log.read.current == Array(42...58), "nothing more was decoded")
  }

  @Test func `says what cannot be read, and goes on`() throws {
    let player = player([clip("a", 0..<200)])
    defer { player.stop() }
    player.tell { machine, now in machine.sought(to: 66, at: now) }
    ask(player)
    #expect(try wait(for: 1) == [nil])
    #expect(player.note.current == "The take is damaged.")
    ask(player)
    player.tell { machine, now in machine.stepped(by: 1, at: now) }
    #expect(try wait(for: 2) == [nil, 67])
  }

  @Test func `plays the sound from the very sample of its frame, and follows it`() throws {
    let output = FakeOutput(log.waiter)
    let player = player([clip("a", 10..<20), clip("b", 100..<150, sound: true)], output: output)
    player.tell { machine, now in machine.sought(to: 40, at: now) }
    player.tell { machine, now in machine.toggled(at: now) }
    try log.waiter.wait(for: "the sound") { _ in output.state.current.plays == 1 }
    // Frame 40 is frame 130 of b, at 1600 samples each.
    let first = Int16(truncatingIfNeeded: 130 * 1600)
    #expect(output.state.current.first == [first, first, first + 1, first + 1])
    ask(player)
    #expect(try wait(for: 1) == [130])
    ask(player)
    output.state.current.tell?(.heard(5 * 1600, at: MonotonicClock.now()))
    #expect(try wait(for: 2)[1].map { $0 >= 135 } == true)
    player.tell { machine, now in machine.toggled(at: now) }
    try log.waiter.wait(for: "silence") { _ in output.state.current.stops == 1 }
    player.stop()
    #expect(output.state.current.isClosed)
    output.state.current.tell?(.heard(9 * 1600, at: MonotonicClock.now()))
  }

  @Test func `goes on silently when the sound card is gone, and says so`() throws {
    let output = FakeOutput(log.waiter)
    let player = player([clip("a", 0..<30, sound: true)], output: output)
    defer { player.stop() }
    player.tell { machine, now in machine.toggled(at: now) }
    try log.waiter.wait(for: "the sound") { _ in output.state.current.plays == 1 }
    ask(player)
    output.state.current.tell?(.lost("No sound: the sound card is gone."))
    #expect(try wait(for: 1) == [0])
    ask(player)
    _ = try wait(for: 2)
    #expect(player.note.current == "No sound: the sound card is gone.")
    #expect(!player.snapshot.current.hasSound && player.snapshot.current.isPlaying)
  }

  @Test func `stands at the end, without being asked`() throws {
    let player = player([clip("a", 0..<6)])
    defer { player.stop() }
    player.tell { machine, now in machine.toggled(at: now) }
    for count in 1...6 {
      ask(player)
      _ = try wait(for: count)
      if log.answers.current.last == 5 { break }
    }
    #expect(log.answers.current.last == 5)
  }
}

@Suite struct `a review of takes` {
  @Test func `shows them in the movie's order less what is trimmed, by plain cuts`() throws {
    let studio = try Studio()
    for start in [0, 30, 60] as [Int64] { studio.take(start..<start + 20) }
    try studio.waiter.wait(for: "three takes") { $0.takes.count == 3 }
    studio.recorder.tell { machine, _ in machine.trimSelected(.beginning, by: 4) }
    studio.recorder.tell { machine, _ in machine.nextTransition() }
    studio.recorder.tell { machine, _ in machine.moveSelected(by: -1) }
    let reels = Locked<[Reel]>([])
    for all in [true, false] {
      studio.recorder.review(all: all) { reel in
        reels.withLock { $0.append(reel) }
        studio.waiter.poke()
      }
    }
    try studio.waiter.wait(for: "the reels") { _ in reels.current.count == 2 }
    let (all, one) = (reels.current[0], reels.current[1])
    #expect(all.plan.parts.map(\.frames) == [0..<20, 20..<36, 36..<56])
    #expect(all.plan.parts.map(\.clip.range) == [0..<20, 4..<20, 0..<20])
    #expect(all.chapters == [0, 20, 36] && all.title == "3 takes")
    #expect(all.hidesTransitions && all.plan.parts.allSatisfy { $0.clip.transition == nil })
    #expect(one.plan.parts.map(\.clip.range) == [4..<20] && one.title == "take 2")
    #expect(!one.hidesTransitions)
  }
}
