import Recording
import Testing
import Units

private let fade = Transition(.fade, length: .milliseconds(500))

@Suite struct `transitions between takes` {
  private func machine(
    _ frames: [Int64] = [60, 60, 60], limit: Int64? = 15, joins: Joins = .hardCuts
  ) -> RecorderMachine {
    Session.machine(
      limit: limit.map { .seconds($0) }, savesWhenSpent: false, joins: joins,
      takes: frames.enumerated().map { Session.take($0.offset + 1, frames: $0.element) })
  }

  @Test func `come into new takes as the options say, and shorten the movie`() {
    var machine = Session.machine(joins: Joins([fade, nil]))
    for _ in 0..<3 { machine.record(60) }
    #expect(machine.takes.map(\.transition) == [nil, fade, nil])
    #expect(machine.overlaps == [0, 15, 0])
    #expect(machine.usedFrames == 165)
  }

  @Test func `spend the budget to the frame`() {
    var machine = Session.machine(limit: .seconds(Int64(3)), joins: .all(fade))
    machine.record(60)
    #expect(machine.pressed(at: ms(3000)) == [.begin(2, press: ms(3000), allowance: 45)])
    machine.takeAdvanced(2, frames: 10)
    #expect(machine.usedFrames == 65, "half of the running take overlaps")
    machine.takeAdvanced(2, frames: 45)
    #expect(machine.usedFrames == 90)
    #expect(machine.takeCut(2, frames: 45) == [.holdEnded])
    var take = Session.take(2, frames: 45)
    var first = Session.take(1, frames: 60)
    (first.transition, take.transition) = (fade, fade)
    #expect(
      machine.takeClosed(2, take: Session.take(2, frames: 45))
        == [.writeIndex, .merge([first, take])])
  }

  @Test func `go through the usual kinds and back to a hard cut`() {
    var machine = machine()
    var kinds: [String?] = []
    for _ in 0..<6 {
      #expect(machine.nextTransition() == [.writeIndex])
      kinds.append(machine.takes[2].transition?.kind.name)
    }
    #expect(
      kinds == ["crossfade", "wipe-up", "wipe-left", "wipe-right", "wipe-down", nil])
    #expect(machine.note == "Into take 3: hard cut.")
    _ = machine.nextTransition()
    #expect(machine.takes.map(\.transition) == [nil, nil, Transition(.fade)])
    #expect(machine.note == "Into take 3: crossfade, 1.00 s.")
    #expect(machine.usedFrames == 150)
  }

  @Test func `keep their length, or take that of the options`() {
    var machine = machine(joins: Joins([nil, fade]))
    _ = machine.nextTransition()
    #expect(machine.takes[2].transition == fade)
    _ = machine.nextTransition()
    #expect(machine.takes[2].transition == Transition(.wipeup, length: .milliseconds(500)))
    var rare = Session.take(2, frames: 60)
    rare.transition = Transition(.radial)
    var other = Session.machine(takes: [Session.take(1, frames: 60), rare])
    _ = other.nextTransition()
    #expect(other.takes[1].transition == nil)
  }

  @Test func `say what short takes make of them`() {
    var machine = machine([60, 20])
    _ = machine.nextTransition()
    #expect(machine.note == "Into take 2: crossfade, 0.33 s, half of the shorter take.")
    #expect(machine.usedFrames == 70)
  }

  @Test func `need a take to go over from`() {
    var machine = machine()
    machine.select(by: -5)
    #expect(machine.nextTransition().isEmpty)
    #expect(machine.note == "The first take has nothing to go over from.")
    #expect(machine.setTransitionEverywhere().isEmpty)
    #expect(machine.note == "The first take has nothing to go over from.")
    var empty = Session.machine()
    #expect(empty.nextTransition().isEmpty && empty.trimSelected(.end, by: 1).isEmpty)
  }

  @Test func `leave out takes that cannot be read`() {
    var machine = Session.machine(takes: [
      Session.take(1, frames: 60, state: .bad), Session.take(2, frames: 60),
      Session.take(3, frames: 60, state: .bad), Session.take(4, frames: 60),
    ])
    _ = machine.nextTransition()
    #expect(machine.overlaps == [0, 0, 0, 30])
    machine.select(by: -1)
    #expect(machine.nextTransition().isEmpty)
    #expect(machine.note == "Take 3 cannot be read and is not in the movie.")
    machine.select(by: -1)
    #expect(machine.nextTransition().isEmpty)
    #expect(machine.note == "The first take has nothing to go over from.")
  }

  @Test func `are set on all joins, those to come as well, until the next movie`() {
    var machine = machine()
    for _ in 0..<2 { _ = machine.nextTransition() }
    #expect(machine.setTransitionEverywhere() == [.writeIndex])
    #expect(machine.note == "Into all takes: wipe-up, 1.00 s.")
    machine.record(60)
    #expect(machine.takes.allSatisfy { $0.transition == Transition(.wipeup) })
    #expect(machine.usedFrames == 240 - 90)
    _ = machine.save(at: ms(0))
    _ = machine.mergeFinished(Session.movie)
    for _ in 0..<2 { machine.record(60) }
    #expect(machine.takes.allSatisfy { $0.transition == nil })
  }

  @Test func `stay with their takes when these are moved or deleted`() {
    var machine = machine([90, 60, 30])
    _ = machine.nextTransition()
    _ = machine.moveSelected(by: -1)
    #expect(machine.takes.map(\.transition) == [nil, Transition(.fade), nil])
    #expect(machine.usedFrames == 165)
    _ = machine.moveSelected(by: -1)
    #expect(machine.usedFrames == 180, "the first one has nothing to go over from")
    machine.select(by: 1)
    _ = machine.deleteSelected()
    #expect(machine.takes.map(\.transition) == [Transition(.fade), nil])
  }

  @Test func `are not taken away where the movie would exceed its budget`() {
    var machine = Session.machine(
      limit: .seconds(Int64(3)), savesWhenSpent: false, joins: .all(fade))
    machine.record(60)
    machine.record(45)
    for _ in 0..<4 { #expect(machine.nextTransition() == [.writeIndex]) }
    #expect(machine.takes[1].transition?.kind == .wipedown)
    #expect(machine.nextTransition() == [.writeIndex])
    #expect(machine.takes[1].transition == fade)
    #expect(
      machine.note
        == "Into take 2: crossfade, 0.50 s. A hard cut would exceed the budget.")
    _ = machine.changeBudget(by: .seconds(Int64(5)))
    for _ in 0..<5 { _ = machine.nextTransition() }
    #expect(machine.takes[1].transition == nil)
  }

  @Test func `are refused on all joins where the movie would exceed its budget`() {
    var machine = Session.machine(
      limit: .seconds(Int64(4)), savesWhenSpent: false, joins: Joins([fade, nil]))
    for frames in [60, 45, 30] as [Int64] { machine.record(frames) }
    #expect(machine.usedFrames == 120)
    #expect(machine.setTransitionEverywhere().isEmpty)
    #expect(machine.note == "With it on all joins the movie would exceed its budget: + adds 5 s.")
    #expect(machine.takes.map(\.transition) == [nil, fade, nil])
  }

  @Test func `keep takes where they are when another order would exceed the budget`() {
    var machine = Session.machine(
      limit: .seconds(Int64(3)), savesWhenSpent: false, joins: Joins([fade]))
    machine.record(60)
    machine.record(45)
    _ = machine.setTransitionEverywhere()
    #expect(machine.moveSelected(by: -1) == [.writeIndex], "both have one, so nothing changes")
    var other = Session.machine(
      limit: .seconds(Int64(3)), savesWhenSpent: false, joins: .each([fade]))
    other.record(60)
    other.record(45)
    #expect(other.moveSelected(by: -1).isEmpty)
    #expect(other.note?.hasPrefix("In that order the takes overlap less") == true)
    #expect(other.files == ["take-1.mov", "take-2.mov"])
  }

  @Test func `do not count a slip as a take`() {
    var machine = Session.machine(joins: .each([fade, nil]))
    machine.record(60)
    _ = machine.pressed(at: ms(2000))
    _ = machine.released(at: ms(2050))
    _ = machine.takeCut(2, frames: 2)
    _ = machine.pressed(at: ms(3000))
    _ = machine.released(at: ms(4000))
    _ = machine.takeCut(3, frames: 30)
    _ = machine.takeClosed(2, take: Session.take(2, frames: 2))
    _ = machine.takeClosed(3, take: Session.take(3, frames: 30))
    #expect(machine.takes.map(\.transition) == [nil, fade])
  }

  @Test func `let a broken take make no movie longer than its budget`() {
    // The middle one is all overlap: 4 frames add nothing to the movie, 3 would add one.
    let long = Transition(.fade)
    var machine = Session.machine(limit: .seconds(Int64(2)), joins: .all(long))
    machine.record(40)
    for frames in [4, 20] as [Int64] {
      guard case .begin(let ticket, _, _)? = machine.pressed(at: ms(5000)).last else { return }
      _ = machine.takeCut(ticket, frames: frames)
    }
    #expect(machine.usedFrames == 60)
    _ = machine.takeClosed(3, take: Session.take(3, frames: 20))
    let actions = machine.takeClosed(2, take: Session.take(2, frames: 3), problem: "It broke off.")
    #expect(machine.usedFrames == 60)
    #expect(machine.takes[1].trim == .init(head: 0, tail: 1))
    #expect(actions.first == .writeIndex)
  }
}

@Suite struct `trimming a take` {
  private func machine(limit: Int64 = 15) -> RecorderMachine {
    Session.machine(
      limit: .seconds(limit), savesWhenSpent: false,
      takes: [Session.take(1, frames: 60), Session.take(2, frames: 10)])
  }

  @Test func `cuts and gives back frame by frame at both ends`() {
    var machine = machine()
    for _ in 0..<3 { #expect(machine.trimSelected(.beginning, by: 1) == [.writeIndex]) }
    #expect(machine.note == "Take 2: 3 frames cut off the beginning.")
    #expect(machine.trimSelected(.end, by: 1) == [.writeIndex])
    #expect(machine.note == "Take 2: 1 frame cut off the end.")
    #expect(machine.takes[1].played == 3..<9)
    #expect(machine.rows[1].frames == 6)
    #expect(machine.usedFrames == 66)
    #expect(machine.trimSelected(.beginning, by: -1) == [.writeIndex])
    #expect(machine.takes[1].trim == .init(head: 2, tail: 1))
    for _ in 0..<2 { _ = machine.trimSelected(.beginning, by: -1) }
    _ = machine.trimSelected(.end, by: -1)
    #expect(machine.takes[1] == Session.take(2, frames: 10))
    #expect(machine.trimSelected(.end, by: -1).isEmpty)
    #expect(machine.note == "Nothing is cut off the end of take 2.")
  }

  @Test func `leaves three frames`() {
    var machine = machine()
    for _ in 0..<7 { _ = machine.trimSelected(.beginning, by: 1) }
    #expect(machine.takes[1].played == 7..<10)
    for end in [Take.End.beginning, .end] {
      #expect(machine.trimSelected(end, by: 1).isEmpty)
      #expect(machine.note == "A take keeps at least 3 frames.")
    }
    #expect(machine.takes[1].trim == .init(head: 7, tail: 0))
  }

  @Test func `gives nothing back that the budget has no room for`() {
    var machine = machine(limit: 2)
    #expect(machine.usedFrames == 70, "a session may come with more than is allowed")
    _ = machine.trimSelected(.end, by: 1)
    #expect(machine.trimSelected(.end, by: -1).isEmpty)
    #expect(machine.note == "The movie would exceed its budget: + adds 5 s.")
    _ = machine.changeBudget(by: .seconds(Int64(5)))
    #expect(machine.trimSelected(.end, by: -1) == [.writeIndex])
  }

  @Test func `frees the budget and goes into the movie`() {
    var machine = machine()
    for _ in 0..<4 { _ = machine.trimSelected(.end, by: 1) }
    #expect(machine.pressed(at: ms(0)) == [.begin(3, press: ms(0), allowance: 384)])
    #expect(machine.trimSelected(.end, by: 1).isEmpty)
    #expect(machine.nextTransition().isEmpty)
    #expect(machine.note == "Not while recording.")
  }

  @Test func `is kept when the session is opened again`() {
    var take = Session.take(1, frames: 60)
    take.trim = .init(head: 10, tail: 5)
    let machine = Session.machine(takes: [take])
    #expect(machine.usedFrames == 45)
  }
}
