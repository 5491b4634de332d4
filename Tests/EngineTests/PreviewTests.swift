import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

/// Makes pictures whose first byte is the number of the frame, and waits at a door for each.
private final class FakePreview: PreviewConverter {
  private let log: PreviewLog
  init(_ log: PreviewLog) { self.log = log }

  func convert(
    _ frame: VideoFrame, as movie: VideoSettings, within room: PictureRoom
  ) throws -> PreviewPicture? {
    log.door.pass { log.waiter.poke() }
    log.numbers.withLock { $0.append(frame.number) }
    log.framings.withLock { $0.append(movie.framing ?? .native) }
    if frame.number < 0 { return nil }
    if frame.number == 666 { throw Problem(.failed, "no memory") }
    let bytes = [UInt8(frame.number)] + [UInt8](repeating: 0, count: 5)
    return PreviewPicture(size: PixelSize(width: 1, height: 2), pixels: bytes)
  }
}

/// What the fake was asked to do.
private final class PreviewLog: Sendable {
  let door = Turnstile()
  let waiter = Waiter()
  let numbers = Locked<[Int64]>([])
  let framings = Locked<[Framing]>([])
  let made = Locked(0)
  let answers = Locked<[Int?]>([])
}

@Suite struct `the live picture's stage` {
  private let lane = Lane("preview")
  private let log = PreviewLog()
  private let pool = FramePool()
  private let movie = VideoSettings(
    size: PixelSize(width: 64, height: 48), rate: .thirty, quality: 22)
  private let stage: PreviewStage

  init() {
    let log = log
    stage = PreviewStage(movie: movie, lane: lane) {
      log.made.withLock { $0 += 1 }
      return FakePreview(log)
    }
  }

  private func offer(_ numbers: Int64...) {
    for number in numbers {
      let memory = pool.fill(capacity: 8) { bytes in
        bytes.storeBytes(of: number, as: Int64.self)
        return 8
      }
      stage.offer(
        VideoFrame(
          format: .grey, size: movie.size, stride: 64, colour: .take, capturedAt: .zero,
          memory: memory))
    }
  }

  private func ask() {
    stage.ask(within: PictureRoom(blocks: CellSize(columns: 1, rows: 1))) { [log] picture in
      log.answers.withLock { $0.append(picture.map { Int($0.pixels[0]) }) }
    }
  }

  private func settle() { _ = lane.sync { () throws(Never) in } }

  @Test func `looks at no frame that nobody asks for`() {
    offer(1, 2, 3, 4, 5)
    settle()
    #expect(log.numbers.current.isEmpty && log.made.current == 0)
  }

  @Test func `takes the newest frame, once`() {
    offer(1, 2, 3)
    ask()
    settle()
    #expect(log.answers.current == [3])
    ask()
    settle()
    #expect(log.answers.current == [3], "a frame that was shown is not shown again")
    offer(4)
    settle()
    offer(5)
    settle()
    #expect(log.answers.current == [3, 4] && log.numbers.current == [3, 4])
    #expect(log.made.current == 1)
  }

  @Test func `never makes two at a time, and leaves out what comes meanwhile`() throws {
    log.door.shut()
    offer(1)
    ask()
    try log.waiter.wait(for: "the first conversion") { [log] _ in log.door.isHolding }
    ask()
    offer(2, 3, 4)
    ask()
    #expect(log.numbers.current.isEmpty)
    log.door.open()
    settle()
    settle()
    #expect(log.numbers.current == [1, 4], "one for the two requests that came meanwhile")
    #expect(log.answers.current == [1, 4])
  }

  @Test func `waits for the next frame when one is damaged, and gives up on an error`() {
    ask()
    offer(-1)
    settle()
    #expect(log.answers.current == [])
    offer(2)
    settle()
    #expect(log.answers.current == [2])
    offer(666)
    ask()
    settle()
    #expect(log.answers.current == [2, nil])
  }

  @Test func `says that there is nothing to see while there is no camera`() {
    offer(1)
    stage.goDark()
    ask()
    #expect(log.answers.current == [nil], "at once")
    offer(2)
    ask()
    settle()
    ask()
    stage.goDark()
    #expect(log.answers.current == [nil, 2, nil], "who waits is told")
    #expect(log.numbers.current == [2])
  }

  @Test func `follows the movie's framing`() {
    offer(1)
    stage.show(as: movie.framed(Framing(mirror: .horizontal)))
    ask()
    settle()
    #expect(log.framings.current == [Framing(mirror: .horizontal)])
  }
}

@Suite struct `the live picture of a recorder` {
  @Test func `shows the newest frame as the movie will, and another camera's after a change`()
    throws
  {
    let log = PreviewLog()
    let studio = try Studio { $0.makePreview.withLock { $0 = { FakePreview(log) } } }
    let recorder = studio.recorder
    func ask() {
      recorder.preview.ask(within: PictureRoom(blocks: CellSize(columns: 4, rows: 2))) { picture in
        log.answers.withLock { $0.append(picture.map { Int($0.pixels[0]) }) }
        studio.waiter.poke()
      }
    }
    studio.film(0..<8)
    recorder.tell { machine, _ in machine.nextCrop() }
    studio.settle()
    ask()
    try studio.waiter.wait(for: "a picture") { _ in log.answers.current.count == 1 }
    #expect(log.answers.current == [7] && log.framings.current.first?.crop == .square)
    studio.shelf.items.withLock { $0 = [.init("first"), .init("second")] }
    studio.changeCamera()
    ask()
    #expect(log.answers.current == [7, nil], "nothing of the camera that is gone")
    studio.film(20..<21)
    ask()
    try studio.waiter.wait(for: "the other camera") { _ in log.answers.current.last == 20 }
  }
}
