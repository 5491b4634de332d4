import Recording
import Testing
import Units

@Suite struct `arranging takes` {
  private func machine(_ count: Int = 4) -> RecorderMachine {
    Session.machine(
      takes: (1...count).map { Session.take($0, frames: Int64($0) * 10) })
  }

  @Test func `starts with the last take selected and stays inside the list`() {
    var machine = machine()
    #expect(machine.selection == 3)
    machine.select(by: 1)
    #expect(machine.selection == 3)
    machine.select(by: -2)
    #expect(machine.selection == 1)
    machine.select(by: -5)
    #expect(machine.selection == 0)
    var empty = Session.machine()
    empty.select(by: 1)
    #expect(empty.selection == nil)
  }

  @Test func `takes back the last take, whichever is selected`() {
    var machine = machine()
    machine.select(by: -2)
    #expect(machine.undo() == [.writeIndex, .remove(file: "take-4.mov")])
    #expect(machine.files == ["take-1.mov", "take-2.mov", "take-3.mov"])
    #expect(machine.selection == 1)
    #expect(machine.note == "Take 4 taken back.")
    for _ in 0..<3 { #expect(machine.undo().count == 2) }
    #expect(machine.undo().isEmpty)
    #expect(machine.selection == nil)
    #expect(machine.note == "There is no take to take back.")
  }

  @Test func `deletes the selected take and selects its neighbour`() {
    var machine = machine()
    machine.select(by: -2)
    #expect(machine.deleteSelected() == [.writeIndex, .remove(file: "take-2.mov")])
    #expect(machine.files == ["take-1.mov", "take-3.mov", "take-4.mov"])
    #expect(machine.selection == 1)
    #expect(machine.note == "Take 2 deleted.")
    machine.select(by: 5)
    #expect(machine.deleteSelected() == [.writeIndex, .remove(file: "take-4.mov")])
    #expect(machine.selection == 1)
    #expect(machine.usedFrames == 40)
    var empty = Session.machine()
    #expect(empty.deleteSelected().isEmpty)
  }

  @Test func `moves the selected take, and the selection with it, but not off the end`() {
    var machine = machine()
    #expect(machine.moveSelected(by: 1).isEmpty)
    #expect(machine.moveSelected(by: -1) == [.writeIndex])
    #expect(machine.files == ["take-1.mov", "take-2.mov", "take-4.mov", "take-3.mov"])
    #expect(machine.selection == 2)
    for _ in 0..<2 { _ = machine.moveSelected(by: -1) }
    #expect(machine.files.first == "take-4.mov")
    #expect(machine.moveSelected(by: -1).isEmpty)
    #expect(
      machine.save(at: ms(0)) == [
        .merge(
          [4, 1, 2, 3].map {
            Session.take($0, frames: Int64($0) * 10)
          })
      ])
  }

  @Test func `waits until nothing is recorded, cut or closed`() {
    var machine = machine()
    func isRefused(_ machine: RecorderMachine) -> Bool {
      var machine = machine
      let actions =
        machine.undo() + machine.deleteSelected() + machine.moveSelected(by: -1)
      machine.startOver()
      return actions.isEmpty && machine.question == nil && machine.note == "Not while recording."
    }
    _ = machine.pressed(at: ms(0))
    #expect(isRefused(machine))
    _ = machine.released(at: ms(1000))
    #expect(isRefused(machine))
    _ = machine.takeCut(5, frames: 30)
    #expect(isRefused(machine))
    _ = machine.takeClosed(5, take: Session.take(5, frames: 30))
    #expect(!isRefused(machine))
  }

  @Test func `selects each take as it is closed, and keeps to it when a slip is dropped`() {
    var machine = machine(2)
    for ticket in 3...4 {
      _ = machine.pressed(at: ms(0))
      _ = machine.released(at: ms(100))
      _ = machine.takeCut(ticket, frames: ticket == 3 ? 2 : 40)
    }
    _ = machine.takeClosed(4, take: Session.take(4, frames: 40))
    #expect(machine.selection == 3)
    _ = machine.takeClosed(3, take: Session.take(3, frames: 2))
    #expect(machine.selection == 2)
    #expect(machine.deleteSelected().last == .remove(file: "take-4.mov"))
  }

  @Test func `shows sentences from elsewhere until the next key`() {
    var machine = machine()
    machine.tell("The microphone is gone.")
    #expect(machine.note == "The microphone is gone.")
    _ = machine.pressed(at: ms(0))
    #expect(machine.note == nil)
  }
}

@Suite struct `starting over` {
  private func asked() -> RecorderMachine {
    var machine = Session.machine(takes: (1...2).map { Session.take($0, frames: 30) })
    machine.startOver()
    return machine
  }

  @Test func `asks first and removes every take on yes`() {
    var machine = asked()
    #expect(machine.question == .startOver)
    #expect(
      machine.answered(yes: true, at: ms(0))
        == [.writeIndex, .remove(file: "take-1.mov"), .remove(file: "take-2.mov")])
    #expect(machine.rows.isEmpty)
    #expect(machine.selection == nil)
    #expect(machine.note == "All takes deleted.")
    #expect(machine.answered(yes: true, at: ms(0)).isEmpty)
  }

  @Test func `removes nothing on no or Esc`() {
    var no = asked()
    #expect(no.answered(yes: false, at: ms(0)).isEmpty)
    #expect(no.takes.count == 2)
    var escape = asked()
    #expect(escape.cancelled().isEmpty)
    #expect(escape.question == nil)
    #expect(escape.takes.count == 2)
  }

  @Test func `is forgotten when a take begins, so that a late yes cannot cost it`() {
    var machine = asked()
    machine.record(30)
    #expect(machine.question == nil)
    #expect(machine.answered(yes: true, at: ms(9000)).isEmpty)
    #expect(machine.takes.count == 3)
  }

  @Test func `asks nothing when there is nothing to lose`() {
    var machine = Session.machine()
    machine.startOver()
    #expect(machine.question == nil)
  }
}
