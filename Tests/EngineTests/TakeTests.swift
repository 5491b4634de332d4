import Foundation
import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a take` {
  @Test func `is the frames from the press to the release`() throws {
    let studio = try Studio()
    studio.shoot(0..<6)
    studio.press(5.5)
    studio.shoot(6..<20)
    studio.release(19.5)
    studio.shoot(20..<22)
    let (take, file) = try studio.closedTake()
    // The newest frame at or before the press, up to the last one before the release.
    #expect(file.pictures == Array(5..<20))
    #expect(file.video.map(\.frame) == Array(0..<15))
    #expect(take.frames == 15)
    #expect(take.dropped == 0)
    #expect(take.state == .ready)
    #expect(take.leadIn == (studio.instant(5.5) - studio.instant(5)).nanoseconds)
    #expect(file.isClosed)
    #expect(studio.folder.index?.takes == [take])
  }

  @Test func `says when its first frame was captured`() throws {
    let studio = try Studio()
    studio.shoot(0..<6)
    studio.press(5.5)
    studio.shoot(6..<20)
    studio.release(19.5)
    studio.shoot(20..<22)
    let began = try #require(try studio.closedTake().take.began)
    // A third of a frame's length: neither the press nor another frame is as near.
    #expect(abs(began - MonotonicClock.unixSeconds(at: studio.instant(5))) < 0.01)
    let now = MonotonicClock.unixSeconds(at: MonotonicClock.now())
    #expect(abs(now - Date().timeIntervalSince1970) < 60)
  }

  @Test(arguments: [(5.0, 10.0, 5..<10), (5.001, 10.001, 5..<11), (4.999, 9.999, 4..<10)])
  func `counts a frame at the very press and none at the very release`(
    press: Double, release: Double, frames: Range<Int64>
  ) throws {
    let studio = try Studio()
    studio.shoot(0..<6)
    studio.press(press)
    studio.shoot(6..<12)
    studio.release(release)
    #expect(try studio.closedTake().file.pictures.prefix(frames.count) == Array(frames)[...])
    #expect(try studio.closedTake().take.frames == Int64(frames.count))
  }

  @Test func `begins with the frame of its press however late that is told`() throws {
    let studio = try Studio()
    studio.shoot(0..<12)
    studio.press(7.5)
    studio.shoot(12..<16)
    studio.release(14.5)
    #expect(try studio.closedTake().file.pictures.prefix(8) == Array(7..<15)[...])
    #expect(try studio.closedTake().take.frames == 8)
  }

  @Test func `begins with the first frame when there is none before the press`() throws {
    let studio = try Studio()
    studio.press(-3)
    studio.shoot(0..<10)
    studio.release(8.5)
    let (take, file) = try studio.closedTake()
    #expect(file.pictures.first == 0)
    #expect(take.frames == 9)
    #expect(take.leadIn < 0)
  }

  @Test func `shows the frame before in place of a missing one`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<6)
    studio.press(5)
    studio.film(6..<20, without: [9, 13, 14])
    studio.release(17.5)
    let (take, file) = try studio.closedTake()
    #expect(
      file.pictures.prefix(13) == [5, 6, 7, 8, 8, 10, 11, 12, 12, 12, 15, 16, 17][...])
    #expect(take.frames == 13)
    #expect(take.dropped == 3)
  }

  @Test func `counts pictures that could not be decoded as lost`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<4)
    studio.press(3)
    studio.camera.deliver(number: -1, at: studio.instant(4))
    studio.film(5..<8)
    studio.release(6.5)
    let (take, file) = try studio.closedTake()
    #expect(file.pictures.prefix(4) == [3, 3, 5, 6])
    #expect(take.dropped == 1)
  }

  @Test func `ends with the last frame when no further one comes`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<6)
    studio.press(5)
    studio.film(6..<10)
    // Longer than the last frame lasts: the missing ones are repeats.
    studio.release(12.5)
    #expect(studio.waiter.events.takes.isEmpty)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    let (take, file) = try studio.closedTake()
    #expect(file.pictures == [5, 6, 7, 8, 9, 9, 9, 9])
    #expect(take.frames == 8)
    #expect(take.dropped == 3)
  }

  @Test func `is given up when no frame comes at all`() throws {
    let studio = try Studio()
    studio.press(0)
    studio.release(5)
    try studio.waiter.wait(for: "the take") { !$0.takes.isEmpty }
    #expect(studio.waiter.events.takes.first?.frames == 0)
    #expect(studio.hands.disk.takes.isEmpty)
  }

  @Test func `of less than three frames is not kept`() throws {
    let studio = try Studio()
    studio.shoot(0..<4)
    studio.press(3)
    studio.shoot(4..<6)
    studio.release(4.5)
    studio.settle()
    #expect(studio.waiter.events.takes.map(\.frames) == [2])
    #expect(studio.hands.disk.takes.isEmpty)
    #expect(studio.hands.disk.log == ["remove take of first"])
  }

  @Test func `follows another without losing a frame`() throws {
    let studio = try Studio()
    studio.shoot(0..<4)
    studio.press(3)
    studio.film(4..<8)
    studio.release(7.5)
    // The second press comes before the first take has seen a frame past its release.
    studio.press(7.9)
    studio.film(8..<16)
    studio.talk(4..<16)
    studio.release(14.5)
    studio.film(16..<17)
    #expect(try studio.closedTake(0).file.pictures == [3, 4, 5, 6, 7])
    let second = try studio.closedTake(1)
    #expect(second.file.pictures.prefix(8) == Array(7..<15)[...])
    #expect(second.take.frames == 8)
    #expect(try studio.closedTake(0).take.file != second.take.file)
    #expect(studio.folder.index?.takes.map(\.frames) == [5, 8])
  }

  @Test func `ends by itself with the last frame of the budget`() throws {
    let studio = try Studio(limit: .seconds(Int64(1)), savesWhenSpent: false)
    studio.shoot(0..<3)
    studio.press(2.5)
    studio.shoot(3..<60)
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 30)
    #expect(file.pictures == Array(2..<32))
    #expect(studio.waiter.events.endedHolds == 1)
    // Nothing is left for another one.
    studio.press(59.5)
    studio.shoot(60..<63)
    #expect(studio.waiter.events.endedHolds == 2)
    #expect(studio.waiter.events.takes.count == 1)
  }

  @Test func `goes on where the budget gets longer under it`() throws {
    let studio = try Studio(limit: .seconds(Int64(1)), savesWhenSpent: false)
    studio.shoot(0..<3)
    studio.press(2.5)
    studio.shoot(3..<20)
    studio.recorder.tell { machine, _ in machine.changeBudget(by: .seconds(Int64(1))) }
    studio.shoot(20..<80)
    let (take, file) = try studio.closedTake()
    #expect(take.frames == 60)
    #expect(file.pictures == Array(2..<62))
  }

  @Test func `ends with what is there when the camera is lost`() throws {
    let studio = try Studio()
    studio.shoot(0..<4)
    studio.press(3.5)
    studio.shoot(4..<12)
    studio.camera.lose("The camera was unplugged.")
    studio.settle()
    let (take, file) = try studio.closedTake()
    #expect(file.pictures == Array(3..<12))
    #expect(take.frames == 9)
    #expect(take.samples == studio.rate.samples(ofFrame: 9))
    #expect(studio.waiter.events.problems == ["The camera was unplugged."])
    #expect(studio.waiter.events.endedHolds == 1)
    // No other take can begin, and the key is told so.
    studio.press(20)
    #expect(studio.waiter.events.endedHolds == 2)
    #expect(studio.waiter.events.takes.count == 1)
  }

  @Test func `ends before a release that comes after the camera was lost`() throws {
    let studio = try Studio(hasSound: false)
    studio.film(0..<4)
    studio.press(3.5)
    studio.film(4..<6)
    studio.camera.lose("The camera was unplugged.")
    studio.release(20)
    #expect(try studio.closedTake().take.frames == 3)
  }

  @Test func `is ready when picture and sound flow`() throws {
    let studio = try Studio()
    let isWarm = Flag()
    studio.recorder.whenWarm { [waiter = studio.waiter] _ in
      isWarm.raise()
      waiter.poke()
    }
    studio.film(0..<1)
    #expect(!isWarm.isRaised)
    studio.talk(0..<1)
    try studio.waiter.wait(for: "warmth") { _ in isWarm.isRaised }
  }
}
