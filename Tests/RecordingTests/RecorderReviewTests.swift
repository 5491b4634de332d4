import Recording
import Testing
import Units

@Suite struct `takes to be reviewed` {
  @Test func `are the selected one, or all that can be read`() {
    var machine = Session.machine(takes: [
      Session.take(1, frames: 10), Session.take(2, frames: 20, state: .bad),
      Session.take(3, frames: 30),
    ])
    #expect(machine.takesToReview(all: true).map(\.number) == [1, 3])
    #expect(machine.takesToReview(all: false).map(\.take.file) == ["take-3.mov"])
    machine.select(by: -1)
    #expect(machine.takesToReview(all: false).isEmpty)
    #expect(machine.note == "This take cannot be read.")
  }

  @Test func `are none without a take, while one runs, and while the movie is made`() {
    var machine = Session.machine()
    #expect(machine.takesToReview(all: true).isEmpty)
    #expect(machine.note == "Nothing to review yet: there is no take.")
    machine.record(30)
    _ = machine.pressed(at: ms(5000))
    #expect(machine.takesToReview(all: true).isEmpty && machine.note == "Not while recording.")
    var saving = Session.machine(takes: [Session.take(1, frames: 10)])
    _ = saving.save(at: ms(0))
    #expect(saving.takesToReview(all: true).isEmpty)
    #expect(saving.note == "Still saving; Esc cancels.")
  }

  @Test func `make room for the next movie once the saved one was seen`() {
    var machine = Session.machine(takes: [Session.take(1, frames: 10)])
    _ = machine.save(at: ms(0))
    _ = machine.mergeFinished(Session.movie)
    #expect(machine.saved != nil)
    machine.dismissSaved()
    #expect(machine.saved == nil && machine.note == nil)
  }
}
