import Recording
import Testing
import Units

@Suite struct `a program that drives the recorder` {
  private func failure(_ sentence: String) -> ControlAnswer { .failure(Problem(.failed, sentence)) }

  @Test func `hears of its press when frames flow, and of the release when the take is closed`() {
    var machine = Session.machine()
    let press = machine.controlPressed(at: ms(100))
    #expect(press.actions == [.begin(1, press: ms(100), allowance: 450)])
    #expect(machine.answer(to: press.goal) == nil)
    machine.takeBegan(1)
    #expect(machine.answer(to: press.goal) == .success(""))
    machine.takeAdvanced(1, frames: 30)
    let release = machine.controlReleased(at: ms(1100))
    #expect(release.actions == [.end(1, at: ms(1100))])
    #expect(machine.answer(to: release.goal) == nil)
    _ = machine.takeCut(1, frames: 30)
    #expect(machine.answer(to: release.goal) == nil)
    _ = machine.takeClosed(1, take: Session.take(1, frames: 30))
    #expect(machine.answer(to: release.goal) == .success(""))
    #expect(machine.answer(to: press.goal) == .success(""))
  }

  @Test func `hears why a take was not kept`() {
    var machine = Session.machine()
    _ = machine.controlPressed(at: ms(0))
    machine.takeBegan(1)
    let release = machine.controlReleased(at: ms(50))
    _ = machine.takeCut(1, frames: 2)
    _ = machine.takeClosed(1, take: Session.take(1, frames: 2))
    #expect(machine.answer(to: release.goal) == failure("Shorter than 3 frames: not kept."))
    _ = machine.controlPressed(at: ms(0))
    let broken = machine.controlReleased(at: ms(900))
    _ = machine.takeCut(2, frames: 20)
    _ = machine.takeClosed(2, take: Session.take(2, frames: 20, state: .bad), problem: "Broken.")
    #expect(machine.answer(to: broken.goal) == failure("Broken."))
  }

  @Test func `may press again before the last take is cut`() {
    var machine = Session.machine()
    _ = machine.controlPressed(at: ms(0))
    machine.takeBegan(1)
    let first = machine.controlReleased(at: ms(1000))
    let press = machine.controlPressed(at: ms(1010))
    let release = machine.controlReleased(at: ms(1200))
    #expect(press.actions.isEmpty && release.actions.isEmpty)
    for goal in [first.goal, press.goal, release.goal] { #expect(machine.answer(to: goal) == nil) }
    #expect(
      machine.takeCut(1, frames: 30) == [
        .begin(2, press: ms(1010), allowance: 420), .end(2, at: ms(1200)),
      ])
    #expect(machine.answer(to: press.goal) == nil)
    machine.takeBegan(2)
    #expect(machine.answer(to: press.goal) == .success(""))
    _ = machine.takeCut(2, frames: 6)
    _ = machine.takeClosed(1, take: Session.take(1, frames: 30))
    #expect(machine.answer(to: first.goal) == .success(""))
    #expect(machine.answer(to: release.goal) == nil)
    _ = machine.takeClosed(2, take: Session.take(2, frames: 6))
    #expect(machine.answer(to: release.goal) == .success(""))
  }

  @Test func `is refused a press that waited in vain`() {
    var machine = Session.machine(limit: .seconds(Int64(1)), savesWhenSpent: false)
    _ = machine.controlPressed(at: ms(0))
    machine.takeBegan(1)
    _ = machine.controlReleased(at: ms(1000))
    let press = machine.controlPressed(at: ms(1010))
    _ = machine.takeCut(1, frames: 30)
    let sentence = "The budget is spent: s saves, + adds 5 s, u takes back the last take."
    #expect(machine.answer(to: press.goal) == failure(sentence))
    _ = machine.takeClosed(1, take: Session.take(1, frames: 30))
    let again = machine.controlPressed(at: ms(3000))
    #expect(again.actions == [.holdEnded])
    #expect(machine.answer(to: again.goal) == failure(sentence))
  }

  @Test func `is refused while a question is open, and may quit all the same`() {
    var machine = Session.machine()
    machine.record(60)
    machine.startOver()
    let sentence = "The recorder has asked something on its screen: answer that first."
    let press = machine.controlPressed(at: ms(0))
    #expect(press.goal == .known(failure(sentence)) && press.actions == [.holdEnded])
    let (save, undo) = (machine.controlSaved(at: ms(0)), machine.controlUndone())
    for driven in [save, undo] {
      #expect(driven.goal == .known(failure(sentence)) && driven.actions.isEmpty)
    }
    #expect(machine.rows.count == 1 && machine.question == .startOver)
    let quit = machine.controlQuit(at: ms(0))
    #expect(quit.actions == [.leave(.quit)] && quit.goal == .left)
    #expect(machine.answer(to: quit.goal) == nil, "it is answered when the program ends")
  }

  @Test func `hears the movie's name when it is saved`() {
    var machine = Session.machine()
    let early = machine.controlSaved(at: ms(0))
    #expect(
      machine.answer(to: early.goal)
        == failure("Nothing to save yet: there is no take."))
    _ = machine.controlPressed(at: ms(0))
    machine.takeBegan(1)
    // A running take ends first.
    let save = machine.controlSaved(at: ms(1000))
    #expect(save.actions == [.holdEnded, .end(1, at: ms(1000))])
    _ = machine.takeCut(1, frames: 30)
    #expect(machine.answer(to: save.goal) == nil)
    let take = Session.take(1, frames: 30)
    #expect(machine.takeClosed(1, take: take) == [.writeIndex, .merge([take])])
    #expect(machine.answer(to: save.goal) == nil)
    let press = machine.controlPressed(at: ms(2000))
    #expect(press.actions == [.holdEnded])
    #expect(
      machine.answer(to: press.goal)
        == failure("Still saving; the next take can begin when it is done."))
    #expect(machine.controlQuit(at: ms(2000)).actions.isEmpty)
    #expect(machine.stage == .saving(fraction: 0) && machine.question == nil)
    // One more who wants it waits for the same movie, and later it is still the answer.
    let second = machine.controlSaved(at: ms(2000))
    _ = machine.mergeFinished(Session.movie)
    #expect(machine.answer(to: save.goal) == .success(Session.movie.path))
    #expect(machine.answer(to: second.goal) == .success(Session.movie.path))
    let late = machine.controlSaved(at: ms(3000))
    #expect(late.goal == .known(.success(Session.movie.path)) && late.actions.isEmpty)
  }

  @Test func `hears why nothing was saved`() {
    var machine = Session.machine()
    machine.record(60)
    let save = machine.controlSaved(at: ms(3000))
    _ = machine.mergeFailed("Not saved: the disk is full.")
    #expect(machine.answer(to: save.goal) == failure("Not saved: the disk is full."))
  }

  @Test func `takes back the last take, but not while another one is made`() {
    var machine = Session.machine()
    machine.record(60)
    _ = machine.controlPressed(at: ms(3000))
    let early = machine.controlUndone()
    #expect(early.goal == .known(failure("Not while recording.")) && early.actions.isEmpty)
    machine.takeBegan(2)
    _ = machine.controlReleased(at: ms(4000))
    _ = machine.takeCut(2, frames: 30)
    _ = machine.takeClosed(2, take: Session.take(2, frames: 30))
    let undo = machine.controlUndone()
    #expect(undo.goal == .known(.success("Take 2 taken back.")))
    #expect(undo.actions == [.writeIndex, .remove(file: "take-2.mov")])
    #expect(machine.controlReleased(at: ms(5000)).goal == .known(.success("")))
  }
}
