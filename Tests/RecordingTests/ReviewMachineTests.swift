import Recording
import Testing
import Units

@Suite struct `a review` {
  private let start = MediaTime.seconds(Int64(1000))
  private func at(_ milliseconds: Int64) -> MediaTime { start + .milliseconds(milliseconds) }

  private func silent(_ frames: Int64 = 300) -> ReviewMachine {
    ReviewMachine(rate: .thirty, frames: frames, hasSound: false)
  }

  private func sounding(_ frames: Int64 = 300) -> ReviewMachine {
    ReviewMachine(rate: .thirty, frames: frames, hasSound: true)
  }

  @Test func `stands at the first frame, and plays in real time without sound`() {
    var machine = silent()
    #expect(!machine.isPlaying && machine.frame(at: at(0)) == 0)
    #expect(machine.toggled(at: at(0)) == nil)
    #expect([0, 33, 34, 99, 100, 1000].map { machine.frame(at: at($0)) } == [0, 0, 1, 2, 3, 30])
    #expect(machine.timeToNextFrame(at: at(10)) == MediaTime(nanoseconds: 23_333_333))
    #expect(machine.toggled(at: at(1010)) == nil)
    #expect(machine.frame(at: at(9000)) == 30 && machine.timeToNextFrame(at: at(9000)) == nil)
  }

  @Test func `steps by exactly one frame, and stands then`() {
    var machine = silent()
    _ = machine.toggled(at: at(0))
    _ = machine.stepped(by: 1, at: at(1010))
    #expect(!machine.isPlaying && machine.frame(at: at(5000)) == 31)
    _ = machine.stepped(by: 1, at: at(5000))
    #expect(machine.frame(at: at(5000)) == 32)
    for _ in 0..<3 { _ = machine.stepped(by: -1, at: at(6000)) }
    #expect(machine.frame(at: at(6000)) == 29)
    _ = machine.sought(to: 0, at: at(6000))
    _ = machine.stepped(by: -1, at: at(6000))
    #expect(machine.frame(at: at(6000)) == 0)
  }

  @Test func `is sought by seconds, playing or not as before, and never beyond its ends`() {
    var machine = silent()
    _ = machine.sought(by: .seconds(Int64(5)), at: at(0))
    #expect(!machine.isPlaying && machine.frame(at: at(0)) == 150)
    _ = machine.toggled(at: at(0))
    _ = machine.sought(by: .seconds(Int64(-5)), at: at(1000))
    #expect(machine.isPlaying && machine.frame(at: at(1000)) == 30)
    _ = machine.sought(by: .seconds(Int64(-5)), at: at(1000))
    #expect(machine.frame(at: at(1000)) == 0)
    _ = machine.sought(by: .seconds(Int64(60)), at: at(1000))
    #expect(machine.frame(at: at(1000)) == 299)
    _ = machine.timePassed(at: at(1034))
    #expect(!machine.isPlaying && machine.isAtEnd)
  }

  @Test func `stands at the last frame when all was played, and begins anew from there`() {
    var machine = silent(30)
    _ = machine.toggled(at: at(0))
    #expect(machine.timePassed(at: at(999)) == nil && machine.isPlaying)
    #expect(machine.timePassed(at: at(1000)) == nil)
    #expect(!machine.isPlaying && machine.isAtEnd && machine.frame(at: at(2000)) == 29)
    _ = machine.toggled(at: at(3000))
    #expect(machine.isPlaying && machine.frame(at: at(3100)) == 3)
  }

  @Test func `plays at half and at double speed, without sound`() {
    var machine = sounding()
    #expect(machine.changedSpeed(by: 1, at: at(0)) == nil)
    #expect(machine.speed == .double)
    #expect(machine.toggled(at: at(0)) == .stopSound)
    #expect(machine.frame(at: at(1000)) == 60)
    #expect(machine.changedSpeed(by: 1, at: at(1000)) == nil && machine.speed == .double)
    guard case .playSound(60, _) = machine.changedSpeed(by: -1, at: at(1000)) else {
      Issue.record("no sound at the usual speed")
      return
    }
    #expect(machine.changedSpeed(by: -1, at: at(1000)) == .stopSound && machine.speed == .half)
    #expect(machine.frame(at: at(3000)) == 90)
    #expect(machine.timeToNextFrame(at: at(3000)) == MediaTime(nanoseconds: 66_666_666))
  }

  @Test func `waits for its sound, and then follows the sound card's clock`() {
    var machine = sounding()
    #expect(machine.toggled(at: at(0)) == .playSound(from: 0, run: 1))
    #expect(machine.isPlaying && machine.frame(at: at(200)) == 0)
    machine.heard(upTo: .zero, at: at(200), run: 1)
    #expect(machine.frame(at: at(300)) == 3)
    // A card that is 1 % slow: after a while the picture goes by its time and not by ours.
    for report in 1...400 {
      let heard = MediaTime(nanoseconds: Int64(report) * 24_750_000)
      machine.heard(upTo: heard, at: at(200 + Int64(report) * 25), run: 1)
      let off = machine.position(at: at(200 + Int64(report) * 25)) - heard
      #expect(off >= .zero && off < .milliseconds(5), "report \(report)")
    }
  }

  @Test func `evens out a card's coarse steps, and jumps with it after a stall`() {
    var machine = sounding()
    _ = machine.toggled(at: at(0))
    machine.heard(upTo: .zero, at: at(0), run: 1)
    var last = Int64(0)
    for report in 1...100 {
      // The position moves by 40 ms at a time.
      let heard = MediaTime.milliseconds(Int64(report) * 10 / 40 * 40)
      machine.heard(upTo: heard, at: at(Int64(report) * 10), run: 1)
      let frame = machine.frame(at: at(Int64(report) * 10))
      #expect(frame - last <= 1 && frame >= last - 1)
      last = frame
    }
    // An underrun of a second: the sound goes on where it was.
    machine.heard(upTo: .milliseconds(1000), at: at(2000), run: 1)
    #expect(machine.frame(at: at(2000)) == 30)
  }

  @Test func `takes no word about sound that was stopped meanwhile`() {
    var machine = sounding()
    _ = machine.toggled(at: at(0))
    machine.heard(upTo: .zero, at: at(0), run: 1)
    #expect(machine.toggled(at: at(1000)) == .stopSound)
    machine.heard(upTo: .seconds(Int64(7)), at: at(1001), run: 1)
    #expect(machine.frame(at: at(1001)) == 30)
    #expect(machine.toggled(at: at(2000)) == .playSound(from: 30, run: 3))
    machine.heard(upTo: .seconds(Int64(7)), at: at(2001), run: 1)
    #expect(machine.frame(at: at(2001)) == 30)
    machine.heard(upTo: .seconds(Int64(1)), at: at(2002), run: 3)
    #expect(machine.frame(at: at(2502)) == 45)
  }

  @Test func `goes on in real time when the sound is lost, or does not begin`() {
    var machine = sounding()
    _ = machine.toggled(at: at(0))
    machine.soundLost(at: at(100))
    #expect(!machine.hasSound && machine.frame(at: at(1100)) == 30)
    #expect(machine.toggled(at: at(1100)) == nil, "nothing is left to be stopped")

    machine = sounding()
    _ = machine.toggled(at: at(0))
    machine.heard(upTo: .zero, at: at(0), run: 1)
    machine.soundLost(at: at(1000))
    #expect(machine.frame(at: at(2000)) == 60)

    machine = sounding()
    _ = machine.toggled(at: at(0))
    #expect(machine.frame(at: at(700)) == 0 && machine.frame(at: at(1700)) == 30)
  }
}
