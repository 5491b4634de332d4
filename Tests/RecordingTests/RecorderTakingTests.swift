import Recording
import Testing
import Units

@Suite struct `taking` {
  @Test func `goes from press to release, cut and closed file`() {
    var machine = Session.machine()
    #expect(machine.pressed(at: ms(0)) == [.begin(1, press: ms(0), allowance: 450)])
    #expect(machine.stage == .taking(1))
    #expect(machine.rows.map(\.stage) == [.starting])
    machine.takeBegan(1)
    #expect(machine.rows.map(\.stage) == [.recording])
    machine.takeAdvanced(1, frames: 31)
    #expect(machine.usedFrames == 31)
    #expect(machine.released(at: ms(2000)) == [.end(1, at: ms(2000))])
    #expect(machine.stage == .cutting(1))
    #expect(machine.takeCut(1, frames: 60).isEmpty)
    #expect(machine.stage == .idle)
    #expect(machine.rows.map(\.stage) == [.finishing])
    #expect(!machine.isSettled)
    let take = Session.take(1, frames: 60)
    #expect(machine.takeClosed(1, take: take) == [.writeIndex])
    #expect(machine.rows.map(\.stage) == [.closed(take)])
    #expect(machine.takes == [take])
    #expect(machine.isSettled)
    #expect(machine.note == nil)
  }

  @Test func `goes on while the files of earlier takes are being closed`() {
    var machine = Session.machine()
    for ticket in 1...3 {
      let left: Int64 = 450 - Int64(ticket - 1) * 60
      #expect(
        machine.pressed(at: ms(100)) == [.begin(ticket, press: ms(100), allowance: left)])
      _ = machine.released(at: ms(2100))
      #expect(machine.takeCut(ticket, frames: 60).isEmpty)
    }
    // They may be closed in any order; theirs is the order of the presses.
    for ticket in [2, 3, 1] {
      let closed = machine.takeClosed(ticket, take: Session.take(ticket, frames: 60))
      #expect(closed == [.writeIndex])
    }
    #expect(machine.files == ["take-1.mov", "take-2.mov", "take-3.mov"])
  }

  @Test func `means nothing when the key is let go without a take`() {
    var machine = Session.machine()
    #expect(machine.released(at: ms(10)).isEmpty)
    #expect(machine.stage == .idle)
  }

  @Test func `ignores a second press during a take`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    #expect(machine.pressed(at: ms(50)).isEmpty)
    #expect(machine.stage == .taking(1))
    _ = machine.released(at: ms(1000))
    #expect(machine.takeCut(1, frames: 30).isEmpty)
  }

  @Test func `that ends by itself lets the held key mean nothing`() {
    var machine = Session.machine(savesWhenSpent: false)
    _ = machine.pressed(at: ms(0))
    #expect(machine.takeCut(1, frames: 450) == [.holdEnded])
    #expect(machine.released(at: ms(20_000)).isEmpty)
  }

  @Test func `hears of a cut only once and only of its own`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    #expect(machine.takeCut(7, frames: 3).isEmpty)
    #expect(machine.stage == .taking(1))
    _ = machine.takeCut(1, frames: 30)
    #expect(machine.takeCut(1, frames: 40).isEmpty)
    #expect(machine.rows.map(\.frames) == [30])
    #expect(machine.takeClosed(7, take: Session.take(7, frames: 9)).isEmpty)
  }

  @Test(arguments: [0, 1, 2])
  func `drops a take of less than three frames and says so`(frames: Int64) {
    var machine = Session.machine()
    machine.record(30)
    let actions = machine.record(frames, at: ms(3000))
    #expect(actions == [.remove(file: "take-2.mov")])
    #expect(machine.files == ["take-1.mov"])
    #expect(machine.note == "Shorter than 3 frames: not kept.")
    #expect(machine.usedFrames == 30)
    #expect(machine.selection == 0)
    machine.record(3, at: ms(4000))
    #expect(machine.files == ["take-1.mov", "take-3.mov"])
  }

  @Test func `keeps a take whose file is bad, outside of the budget`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    _ = machine.released(at: ms(1000))
    _ = machine.takeCut(1, frames: 30)
    let bad = Session.take(1, frames: 1, state: .bad)
    #expect(machine.takeClosed(1, take: bad, problem: "The disk failed.") == [.writeIndex])
    #expect(machine.note == "The disk failed.")
    #expect(machine.takes == [bad])
    #expect(machine.usedFrames == 0)
  }

  @Test func `ends a take whose file broke off before the key was let go`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    let actions = machine.takeClosed(
      1, take: Session.take(1, frames: 20), problem: "The disk is full.")
    #expect(actions == [.holdEnded, .writeIndex])
    #expect(machine.stage == .idle)
    #expect(machine.note == "The disk is full.")
  }
}

@Suite struct `a press while the take before is being cut` {
  private func cutting() -> RecorderMachine {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    _ = machine.released(at: ms(1000))
    return machine
  }

  @Test func `begins its take at its own instant once that is done`() {
    var machine = cutting()
    #expect(machine.pressed(at: ms(1020)).isEmpty)
    #expect(machine.stage == .cutting(1))
    #expect(
      machine.takeCut(1, frames: 30) == [.begin(2, press: ms(1020), allowance: 420)])
    #expect(machine.released(at: ms(2000)) == [.end(2, at: ms(2000))])
  }

  @Test func `keeps its release too`() {
    var machine = cutting()
    _ = machine.pressed(at: ms(1020))
    #expect(machine.released(at: ms(1500)).isEmpty)
    #expect(
      machine.takeCut(1, frames: 30)
        == [.begin(2, press: ms(1020), allowance: 420), .end(2, at: ms(1500))])
    #expect(machine.stage == .cutting(2))
  }

  @Test func `waits in line with others`() {
    var machine = cutting()
    _ = machine.pressed(at: ms(1020))
    _ = machine.released(at: ms(1200))
    _ = machine.pressed(at: ms(1300))
    _ = machine.released(at: ms(1400))
    // Let go twice means let go once.
    _ = machine.released(at: ms(1450))
    #expect(
      machine.takeCut(1, frames: 30)
        == [.begin(2, press: ms(1020), allowance: 420), .end(2, at: ms(1200))])
    #expect(
      machine.takeCut(2, frames: 6)
        == [.begin(3, press: ms(1300), allowance: 414), .end(3, at: ms(1400))])
    #expect(machine.takeCut(3, frames: 3).isEmpty)
    #expect(machine.stage == .idle)
  }

  @Test func `is refused when the budget was spent by then`() {
    var machine = Session.machine(limit: .seconds(Int64(1)))
    _ = machine.pressed(at: ms(0))
    _ = machine.released(at: ms(1000))
    _ = machine.pressed(at: ms(1020))
    #expect(machine.takeCut(1, frames: 30) == [.holdEnded])
    #expect(
      machine.takeClosed(1, take: Session.take(1, frames: 30)).last
        == .merge([Session.take(1, frames: 30)]))
  }

  @Test func `is refused when the camera or the disk went meanwhile`() {
    var machine = cutting()
    _ = machine.pressed(at: ms(1020))
    machine.cameraLost("The camera is gone.")
    #expect(machine.takeCut(1, frames: 30) == [.holdEnded])
    #expect(machine.stage == .idle)
    #expect(machine.note == "The camera is gone. c goes on to the next camera.")
    var full = cutting()
    _ = full.pressed(at: ms(1020))
    #expect(full.spaceRanOut("The disk is full.", at: ms(1100)) == [.holdEnded])
    #expect(full.takeCut(1, frames: 30).isEmpty)
    #expect(full.stage == .idle)
  }
}

@Suite struct `a script's presses` {
  @Test func `bound their takes and follow each other without a gap`() {
    var machine = Session.machine(limit: nil)
    #expect(
      machine.pressed(at: ms(0), frames: 60) == [.begin(1, press: ms(0), allowance: 60)])
    // The last frame of the first take has not come yet.
    #expect(machine.pressed(at: ms(2000), frames: 30).isEmpty)
    #expect(
      machine.takeCut(1, frames: 60)
        == [.holdEnded, .begin(2, press: ms(2000), allowance: 30)])
    #expect(machine.takeCut(2, frames: 30) == [.holdEnded])
    #expect(machine.stage == .idle)
  }

  @Test func `all wait while a camera hangs`() {
    var machine = Session.machine(limit: nil)
    _ = machine.pressed(at: ms(0), frames: 30)
    for index: Int64 in 1...3 {
      #expect(machine.pressed(at: ms(1000 * index), frames: 30).isEmpty)
    }
    for ticket in 1...3 {
      let next = ms(1000 * Int64(ticket))
      #expect(
        machine.takeCut(ticket, frames: 30)
          == [.holdEnded, .begin(ticket + 1, press: next, allowance: 30)])
    }
    #expect(machine.takeCut(4, frames: 30) == [.holdEnded])
  }

  @Test func `take no more than the budget`() {
    var machine = Session.machine(limit: .seconds(Int64(3)))
    _ = machine.pressed(at: ms(0), frames: 60)
    _ = machine.takeCut(1, frames: 60)
    #expect(
      machine.pressed(at: ms(2000), frames: 60) == [.begin(2, press: ms(2000), allowance: 30)])
  }
}

@Suite struct `a camera or a disk that fails` {
  @Test func `lets no take begin, and says why`() {
    var machine = Session.machine()
    machine.cameraLost("The camera is gone.")
    #expect(machine.pressed(at: ms(0)) == [.holdEnded])
    #expect(machine.note == "The camera is gone. c goes on to the next camera.")
    #expect(machine.cameraProblem == machine.note)
    #expect(machine.rows.isEmpty)
  }

  @Test func `leaves the running take to end by itself`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    machine.cameraLost("The camera is gone.")
    #expect(machine.takeCut(1, frames: 45) == [.holdEnded])
    #expect(machine.takeClosed(1, take: Session.take(1, frames: 45)) == [.writeIndex])
    #expect(machine.note == "The camera is gone. c goes on to the next camera.")
    #expect(machine.save(at: ms(9000)) == [.merge([Session.take(1, frames: 45)])])
  }

  @Test func `ends the running take when the disk is full, and allows others when it is not`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    #expect(
      machine.spaceRanOut("The disk is full.", at: ms(700)) == [.holdEnded, .end(1, at: ms(700))])
    _ = machine.takeCut(1, frames: 21)
    _ = machine.takeClosed(1, take: Session.take(1, frames: 21))
    #expect(machine.pressed(at: ms(1000)) == [.holdEnded])
    #expect(machine.note == "The disk is full.")
    machine.spaceReturned()
    #expect(machine.pressed(at: ms(2000)) == [.begin(2, press: ms(2000), allowance: 429)])
    #expect(machine.spaceProblem == nil)
  }

  @Test func `ends the running take when the disk is too far behind, until it has caught up`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    #expect(
      machine.diskFellBehind("The disk is too slow.", at: ms(700))
        == [.holdEnded, .end(1, at: ms(700))])
    _ = machine.takeCut(1, frames: 21)
    #expect(machine.pressed(at: ms(1000)) == [.holdEnded])
    #expect(machine.note == "The disk is too slow.")
    machine.diskCaughtUp("It has caught up.")
    #expect(machine.note == "It has caught up.")
    #expect(machine.pressed(at: ms(2000)) == [.begin(2, press: ms(2000), allowance: 429)])
  }

  @Test func `ends the running take where the machine fell asleep`() {
    var machine = Session.machine()
    #expect(machine.slept("It slept.", since: ms(0)).isEmpty)
    #expect(machine.note == nil)
    _ = machine.pressed(at: ms(0))
    #expect(machine.slept("It slept.", since: ms(700)) == [.holdEnded, .end(1, at: ms(700))])
    #expect(machine.note == "It slept.")
    // A second sleep before the take is cut changes nothing.
    #expect(machine.slept("Again.", since: ms(900)).isEmpty)
    _ = machine.takeCut(1, frames: 21)
    #expect(machine.pressed(at: ms(1000)) == [.begin(2, press: ms(1000), allowance: 429)])
  }

  @Test func `can run out of room between takes without a word to the keys`() {
    var machine = Session.machine()
    #expect(machine.spaceRanOut("The disk is full.", at: ms(0)).isEmpty)
    #expect(machine.note == "The disk is full.")
  }
}
