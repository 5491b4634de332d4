import Recording
import Testing
import Units

@Suite struct `the budget of a movie` {
  @Test func `is spent to the frame by several takes, then saves by itself`() {
    var machine = Session.machine(limit: .seconds(Int64(4)))
    machine.record(50)
    machine.record(37, at: ms(5000))
    #expect(machine.pressed(at: ms(9000)) == [.begin(3, press: ms(9000), allowance: 33)])
    #expect(machine.takeCut(3, frames: 33) == [.holdEnded])
    #expect(machine.usedFrames == 120)
    let takes = [(1, 50), (2, 37), (3, 33)].map { Session.take($0.0, frames: Int64($0.1)) }
    #expect(machine.takeClosed(3, take: takes[2]) == [.writeIndex, .merge(takes)])
    #expect(machine.stage == .saving(fraction: 0))
  }

  @Test func `is spent by a release at its last frame just as well`() {
    var machine = Session.machine(limit: .seconds(Int64(1)))
    #expect(machine.record(30) == [.writeIndex, .merge([Session.take(1, frames: 30)])])
  }

  @Test func `waits for the user without autosave`() {
    var machine = Session.machine(limit: .seconds(Int64(1)), savesWhenSpent: false)
    #expect(machine.record(30) == [.writeIndex])
    #expect(machine.pressed(at: ms(2000)) == [.holdEnded])
    #expect(machine.note?.hasPrefix("The budget is spent") == true)
    #expect(machine.rows.count == 1)
    _ = machine.changeBudget(by: .seconds(Int64(5)))
    #expect(machine.pressed(at: ms(3000)) == [.begin(2, press: ms(3000), allowance: 150)])
  }

  @Test func `is given back by a take that is taken back`() {
    var machine = Session.machine(limit: .seconds(Int64(1)), savesWhenSpent: false)
    machine.record(30)
    _ = machine.undo()
    #expect(machine.pressed(at: ms(3000)) == [.begin(2, press: ms(3000), allowance: 30)])
  }

  @Test func `gets longer for a running take`() {
    var machine = Session.machine(limit: .seconds(Int64(4)))
    machine.record(50)
    _ = machine.pressed(at: ms(5000))
    machine.takeAdvanced(2, frames: 60)
    #expect(machine.changeBudget(by: .seconds(Int64(5))) == [.allow(2, frames: 220)])
    #expect(machine.budget.limit == .seconds(Int64(9)) && machine.note == nil)
    // Had it ended before it was told, it is not the end of the movie.
    #expect(machine.takeCut(2, frames: 70) == [.holdEnded])
    #expect(machine.takeClosed(2, take: Session.take(2, frames: 70)) == [.writeIndex])
  }

  @Test func `gets longer, but not beyond what else bounds a take`() {
    var machine = Session.machine(limit: .seconds(Int64(1)))
    _ = machine.pressed(at: ms(0), frames: 45)
    #expect(machine.changeBudget(by: .seconds(Int64(5))) == [.allow(1, frames: 45)])
    _ = machine.released(at: ms(500))
    #expect(machine.changeBudget(by: .seconds(Int64(5))) == [], "its end is known")
    #expect(machine.budget.limit == .seconds(Int64(11)))
  }

  @Test func `does not get shorter under a take that was promised its part`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    machine.takeAdvanced(1, frames: 60)
    #expect(machine.changeBudget(by: .seconds(Int64(-5))) == [])
    #expect(machine.budget.limit == .seconds(Int64(15)))
    #expect(machine.note == "Not while recording.")
    _ = machine.released(at: ms(2000))
    _ = machine.changeBudget(by: .seconds(Int64(-5)))
    #expect(machine.budget.limit == .seconds(Int64(15)))
    _ = machine.takeCut(1, frames: 60)
    _ = machine.changeBudget(by: .seconds(Int64(-5)))
    #expect(machine.budget.limit == .seconds(Int64(10)))
  }

  @Test func `saves what there is when its last frames were too few for a take`() {
    var machine = Session.machine(limit: .seconds(Int64(1)))
    machine.record(28)
    #expect(
      machine.record(2, at: ms(2000))
        == [.remove(file: "take-2.mov"), .merge([Session.take(1, frames: 28)])])
  }
}

@Suite struct `saving` {
  private let takes = [Session.take(1, frames: 30), Session.take(2, frames: 45)]

  private func merging() -> RecorderMachine {
    var machine = Session.machine(takes: takes)
    #expect(machine.save(at: ms(0)) == [.merge(takes)])
    return machine
  }

  @Test func `ends the running take first and waits for its file`() {
    var machine = Session.machine()
    machine.record(60)
    _ = machine.pressed(at: ms(3000))
    #expect(machine.save(at: ms(4000)) == [.holdEnded, .end(2, at: ms(4000))])
    #expect(machine.takeCut(2, frames: 30).isEmpty)
    #expect(
      machine.takeClosed(2, take: Session.take(2, frames: 30))
        == [.writeIndex, .merge([Session.take(1, frames: 60), Session.take(2, frames: 30)])])
  }

  @Test func `waits for every file that is still being closed`() {
    var machine = Session.machine()
    for ticket in 1...2 {
      _ = machine.pressed(at: ms(0))
      _ = machine.released(at: ms(1000))
      _ = machine.takeCut(ticket, frames: 30)
    }
    #expect(machine.save(at: ms(2000)).isEmpty)
    // Nothing new slips into the movie meanwhile.
    #expect(machine.pressed(at: ms(2100)) == [.holdEnded])
    #expect(machine.takeClosed(2, take: Session.take(2, frames: 30)) == [.writeIndex])
    #expect(
      machine.takeClosed(1, take: Session.take(1, frames: 30)).last
        == .merge([Session.take(1, frames: 30), Session.take(2, frames: 30)]))
  }

  @Test func `lets a waiting press go when it was asked for while cutting`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    _ = machine.released(at: ms(1000))
    _ = machine.pressed(at: ms(1010))
    #expect(machine.save(at: ms(1020)) == [.holdEnded])
    #expect(machine.takeCut(1, frames: 30).isEmpty)
    #expect(machine.stage == .idle)
  }

  @Test func `needs takes that can be read`() {
    var machine = Session.machine()
    #expect(machine.save(at: ms(0)).isEmpty)
    #expect(machine.note?.hasPrefix("Nothing to save") == true)
    let bad = Session.take(1, frames: 30, state: .bad)
    var broken = Session.machine(takes: [bad])
    #expect(broken.save(at: ms(0)).isEmpty)
    #expect(broken.note == "None of the takes can be read; they are kept.")
    #expect(broken.takes == [bad])
    var mixed = Session.machine(takes: [bad] + takes)
    #expect(mixed.save(at: ms(0)) == [.merge(takes)])
  }

  @Test func `tells how far it is and refuses everything else`() {
    var machine = merging()
    machine.mergeAdvanced(to: 0.42)
    #expect(machine.stage == .saving(fraction: 0.42))
    #expect(machine.pressed(at: ms(10)) == [.holdEnded])
    #expect(machine.note?.hasPrefix("Still saving") == true)
    #expect(machine.save(at: ms(20)).isEmpty)
    #expect(machine.undo().isEmpty)
    #expect(machine.deleteSelected().isEmpty)
    #expect(machine.moveSelected(by: -1).isEmpty)
    machine.startOver()
    #expect(machine.question == nil)
    _ = machine.changeBudget(by: .seconds(Int64(5)))
    #expect(machine.budget.limit == .seconds(Int64(15)))
    #expect(machine.takes == takes)
  }

  @Test func `resets for the next movie when it is done`() {
    var machine = merging()
    #expect(machine.mergeFinished(Session.movie).isEmpty)
    #expect(machine.saved == Session.movie)
    #expect(machine.rows.isEmpty)
    #expect(machine.selection == nil)
    #expect(machine.stage == .idle)
    machine.mergeAdvanced(to: 0.5)
    #expect(machine.stage == .idle)
    #expect(machine.pressed(at: ms(0)) == [.begin(3, press: ms(0), allowance: 450)])
    #expect(machine.saved == nil)
  }

  @Test func `keeps everything when it failed`() {
    var machine = merging()
    #expect(machine.mergeFailed("The disk is full.").isEmpty)
    #expect(machine.note == "The disk is full.")
    #expect(machine.takes == takes)
    #expect(machine.stage == .idle)
    #expect(machine.save(at: ms(10)) == [.merge(takes)])
  }

  @Test func `can be cancelled, and keeps everything then too`() {
    var machine = merging()
    #expect(machine.cancelled() == [.cancelMerge])
    #expect(machine.mergeFailed("Saving cancelled.").isEmpty)
    #expect(machine.takes == takes)
    #expect(machine.cancelled().isEmpty)
  }
}

@Suite struct `leaving` {
  private let takes = [Session.take(1, frames: 30)]

  private func merging() -> RecorderMachine {
    var machine = Session.machine(takes: takes)
    _ = machine.save(at: ms(0))
    return machine
  }

  @Test func `is done at once between takes`() {
    var machine = Session.machine(takes: takes)
    #expect(machine.quit(at: ms(0)) == [.leave(.quit)])
    #expect(machine.takes == takes)
  }

  @Test func `ends the running take and waits for its file`() {
    for reason in [RecorderMachine.Reason.quit, .interrupted] {
      var machine = Session.machine(takes: takes)
      _ = machine.pressed(at: ms(0))
      let actions =
        reason == .quit ? machine.quit(at: ms(500)) : machine.leave(reason, at: ms(500))
      #expect(actions == [.holdEnded, .end(2, at: ms(500))])
      #expect(machine.takeCut(2, frames: 15).isEmpty)
      #expect(
        machine.takeClosed(2, take: Session.take(2, frames: 15)) == [.writeIndex, .leave(reason)])
      #expect(machine.files == ["take-1.mov", "take-2.mov"])
    }
  }

  @Test func `cannot be undone by a key while files are being closed`() {
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    _ = machine.leave(.interrupted, at: ms(500))
    _ = machine.takeCut(1, frames: 15)
    #expect(machine.pressed(at: ms(600)) == [.holdEnded])
    #expect(machine.save(at: ms(610)).isEmpty)
    #expect(
      machine.takeClosed(1, take: Session.take(1, frames: 15)).last == .leave(.interrupted))
  }

  @Test func `asks while the movie is being made`() {
    var machine = merging()
    #expect(machine.quit(at: ms(10)).isEmpty)
    #expect(machine.question == .quitWhileSaving)
    #expect(machine.answered(yes: false, at: ms(20)).isEmpty)
    #expect(machine.question == nil)
    #expect(machine.stage == .saving(fraction: 0))
    _ = machine.quit(at: ms(30))
    #expect(machine.answered(yes: true, at: ms(40)) == [.cancelMerge])
    #expect(machine.mergeFailed("Saving cancelled.") == [.leave(.quit)])
    #expect(machine.takes == takes)
  }

  @Test func `needs no answer once the movie stands`() {
    var machine = merging()
    _ = machine.quit(at: ms(10))
    #expect(machine.mergeFinished(Session.movie).isEmpty)
    #expect(machine.question == nil)
    #expect(machine.answered(yes: true, at: ms(40)).isEmpty)
  }

  @Test func `asks nothing when interrupted`() {
    var machine = merging()
    #expect(machine.leave(.interrupted, at: ms(10)) == [.cancelMerge])
    #expect(machine.question == nil)
    // The merge may have been quicker than the cancel.
    #expect(machine.mergeFinished(Session.movie) == [.leave(.interrupted)])
  }

  @Test func `is not held up by an open question`() {
    var machine = merging()
    _ = machine.quit(at: ms(10))
    #expect(machine.leave(.interrupted, at: ms(20)) == [.cancelMerge])
    #expect(machine.question == nil)
    #expect(machine.mergeFailed("Saving cancelled.") == [.leave(.interrupted)])
  }
}
