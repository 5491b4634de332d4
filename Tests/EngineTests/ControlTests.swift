import Lanes
import Recording
import Testing
import Units

@testable import Engine

@Suite struct `a recorder that another program drives` {
  /// What programs were told, in their order.
  private let told = Locked<[ControlAnswer]>([])

  private func press(_ studio: Studio, at frame: Double) {
    let instant = studio.instant(frame)
    studio.recorder.drive({ machine, _ in machine.controlPressed(at: instant) }) { [told] answer in
      told.withLock { $0.append(answer) }
    }
    studio.settle()
  }

  private func release(_ studio: Studio, at frame: Double) {
    let instant = studio.instant(frame)
    studio.recorder.drive({ machine, _ in machine.controlReleased(at: instant) }) { [told] answer in
      told.withLock { $0.append(answer) }
    }
    studio.settle()
  }

  @Test func `has the pictures from before a press that is told 150 ms late, at 60 a second too`()
    throws
  {
    let studio = try Studio(rate: #require(FrameRate(60)), hasSound: false)
    studio.film(0..<30)
    press(studio, at: 20.5)
    #expect(told.current == [.success("")])
    studio.film(30..<40)
    release(studio, at: 39.5)
    studio.film(40..<42)
    #expect(try studio.closedTake().file.pictures == Array(20..<40))
    #expect(told.current == [.success(""), .success("")])
  }

  @Test func `answers when frames flow and when the take is closed`() throws {
    let studio = try Studio(hasSound: false)
    press(studio, at: 0)
    #expect(told.current.isEmpty)
    // It is known to be the first picture of the take once another one lies past the press.
    studio.film(0..<2)
    #expect(told.current == [.success("")])
    studio.film(2..<10)
    release(studio, at: 9.5)
    #expect(told.current.count == 1)
    studio.film(10..<12)
    #expect(try studio.closedTake().take.frames == 10)
    #expect(told.current == [.success(""), .success("")])
  }
}
