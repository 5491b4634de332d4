import Recording
import Support
import Testing
import Units

/// An engine, a disk and a user around the recorder's machine, all of them unpredictable.
struct RecorderWorld {
  /// A take as the engine has it.
  private struct OpenTake {
    var allowance: Int64
    var frames: Int64 = 0
    var isReleased = false
  }

  private(set) var machine: RecorderMachine
  private var random: SeededNumbers
  private var now: Int64 = 0
  private var open: [Int: OpenTake] = [:]
  private var closing: [Int: Int64] = [:]
  private var merging: [Take]?
  private var isOpening = false
  private var closedSoFar = 0
  /// Files of closed takes that nobody has removed or put into a movie.
  private var disk: Set<String> = []
  /// The takes as the index on disk has them.
  private var index: [Take] = []
  private var lastTicket = 0
  private(set) var movies = 0
  private(set) var departures = 0
  /// Takes that overlapped another one, and trimmed ones, whenever the index was written.
  private(set) var overlapping = 0
  private(set) var trimmed = 0

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    machine = Session.machine()
    restart(with: [])
  }

  /// Something happens, and everything is checked afterwards.
  mutating func step() {
    now += Int64(random.uniform(0, 200))
    let (actions, mayRemove) = random.chance(0.5) ? engineEvent() : userEvent()
    for action in actions { carryOut(action, mayRemove: mayRemove) }
    check()
  }

  // MARK: Events

  private mutating func userEvent() -> (actions: [RecorderMachine.Action], mayRemove: Bool) {
    let time = ms(now)
    switch Int(random.uniform(0, 29)) {
    case 0...4: return (machine.pressed(at: time), false)
    case 5...9: return (machine.released(at: ms(now - Int64(random.uniform(0, 100)))), false)
    case 10: return (machine.pressed(at: time, frames: Int64(random.uniform(1, 60))), false)
    case 11 where random.chance(0.3): return (machine.save(at: time), false)
    case 12 where random.chance(0.4): return (machine.undo(), true)
    case 13 where random.chance(0.4): return (machine.deleteSelected(), true)
    case 14: return (machine.moveSelected(by: random.chance(0.5) ? 1 : -1), false)
    case 15: machine.select(by: Int(random.uniform(-3, 4)))
    case 16: return (machine.changeBudget(by: .seconds(Int64(random.chance(0.6) ? 5 : -5))), false)
    case 17 where random.chance(0.1): machine.startOver()
    case 18, 19: return (machine.answered(yes: random.chance(0.5), at: time), true)
    case 20: return (machine.cancelled(), false)
    case 21 where random.chance(0.1): return (machine.quit(at: time), false)
    case 22 where random.chance(0.05): return (machine.leave(.interrupted, at: time), false)
    case 23 where random.chance(0.05): machine.cameraLost("The camera is gone.")
    case 24: return (machine.changeCamera(), false)
    case 25: return (machine.changeInput(of: Session.grabber, Session.grabberFacts), false)
    case 26: return (machine.nextTransition(), false)
    case 27 where random.chance(0.3): return (machine.setTransitionEverywhere(), false)
    case 28:
      let frames = Int64(random.uniform(-30, 30))
      return (machine.trimSelected(random.chance(0.5) ? .beginning : .end, by: frames), false)
    default: break
    }
    return ([], false)
  }

  private mutating func engineEvent() -> (actions: [RecorderMachine.Action], mayRemove: Bool) {
    switch Int(random.uniform(0, 13)) {
    case 0...5:
      if let ticket = open.keys.first { return (advance(ticket), false) }
    case 6, 7:
      let tickets = closing.keys.sorted()
      guard !tickets.isEmpty else { break }
      return (close(tickets[Int(random.uniform(0, Double(tickets.count)))]), true)
    case 8:
      return (merge(), false)
    case 9 where random.chance(0.1):
      if machine.spaceProblem == nil {
        return (machine.spaceRanOut("The disk is full.", at: ms(now)), false)
      }
      machine.spaceReturned()
    case 11 where random.chance(0.1):
      if machine.diskProblem == nil {
        return (machine.diskFellBehind("The disk is too slow.", at: ms(now)), false)
      }
      machine.diskCaughtUp("The disk has caught up.")
    case 12 where random.chance(0.1):
      return (machine.slept("The machine slept.", since: ms(now)), false)
    case 10 where isOpening:
      openCamera()
    default: break
    }
    return ([], false)
  }

  private mutating func openCamera() {
    isOpening = false
    switch Int(random.uniform(0, 4)) {
    case 0: machine.cameraStays("There is no other camera.")
    case 1: machine.noCameraOpened("No camera can be opened.")
    default: machine.cameraOpened(nil)
    }
    if machine.rows.isEmpty { machine.cameraChanged(to: Session.settings) }
  }

  private mutating func advance(_ ticket: Int) -> [RecorderMachine.Action] {
    guard var take = open[ticket] else { return [] }
    if take.frames == 0 { machine.takeBegan(ticket) }
    take.frames = min(take.allowance, take.frames + Int64(random.uniform(0, 40)))
    open[ticket] = take
    machine.takeAdvanced(ticket, frames: take.frames)
    let isOver =
      take.isReleased ? random.chance(0.6) : take.frames == take.allowance || random.chance(0.01)
    guard isOver || machine.cameraProblem != nil else { return [] }
    open[ticket] = nil
    // A release in the past cuts frames off again.
    let frames = take.isReleased ? Int64(random.uniform(0, Double(take.frames + 1))) : take.frames
    closing[ticket] = frames
    return machine.takeCut(ticket, frames: frames)
  }

  private mutating func close(_ ticket: Int) -> [RecorderMachine.Action] {
    guard var frames = closing.removeValue(forKey: ticket) else { return [] }
    let hasFailed = random.chance(0.05)
    if hasFailed { frames = Int64(random.uniform(0, Double(frames + 1))) }
    closedSoFar += 1
    let take = Take(
      file: "take-\(closedSoFar).mov", frames: frames, samples: nil,
      state: hasFailed && random.chance(0.3) ? .bad : .ready)
    disk.insert(take.file)
    return machine.takeClosed(ticket, take: take, problem: hasFailed ? "It failed." : nil)
  }

  private mutating func merge() -> [RecorderMachine.Action] {
    guard let takes = merging else { return [] }
    if random.chance(0.6) {
      machine.mergeAdvanced(to: random.uniform(0, 1))
      return []
    }
    merging = nil
    guard random.chance(0.4) else { return machine.mergeFailed("Not saved.") }
    // Takes that cannot be read stay in the old session's folder.
    let bad = machine.takes.filter { $0.state == .bad }
    for take in takes + bad { disk.remove(take.file) }
    index = []
    movies += 1
    return machine.mergeFinished(Session.movie)
  }

  // MARK: Actions

  private mutating func carryOut(_ action: RecorderMachine.Action, mayRemove: Bool) {
    switch action {
    case .begin(let ticket, let press, let allowance):
      #expect(open.isEmpty, "two takes at once")
      #expect(!isOpening && machine.cameraProblem == nil, "a take without a camera")
      #expect(merging == nil && ticket > lastTicket && press <= ms(now) && allowance > 0)
      #expect(hasRoom(for: allowance), "more than the budget")
      lastTicket = ticket
      open[ticket] = OpenTake(allowance: allowance)
    case .allow(let ticket, let frames):
      #expect(open[ticket]?.isReleased == false, "a take that has ended gets longer")
      #expect(hasRoom(for: frames), "more than the budget")
      if let before = open[ticket]?.allowance { open[ticket]?.allowance = max(before, frames) }
    case .end(let ticket, _):
      #expect(open[ticket]?.isReleased == false, "ended twice, or never begun")
      open[ticket]?.isReleased = true
    case .remove(let file):
      #expect(mayRemove, "a take removed without anyone's wish")
      #expect(disk.remove(file) != nil, "removed twice, or never there")
      #expect(!machine.files.contains(file))
      #expect(!index.contains { $0.file == file }, "the index must not name a file that is gone")
    case .writeIndex:
      index = machine.takes
      overlapping += machine.overlaps.count { $0 > 0 }
      trimmed += index.count { $0.trim != nil }
    case .merge(let takes):
      #expect(merging == nil && open.isEmpty && closing.isEmpty)
      #expect(takes == machine.takes.filter { $0.state == .ready } && !takes.isEmpty)
      if machine.budget.limit != nil {
        let frames = Transition.frames(of: takes, rate: .thirty)
        #expect(frames <= machine.budget.left(used: 0), "the movie is longer than the budget")
      }
      merging = takes
    case .cancelMerge:
      #expect(merging != nil)
    case .openNextCamera, .openNextInput:
      #expect(!isOpening, "two cameras at once")
      #expect(merging == nil && open.isEmpty && closing.isEmpty, "a camera changed in a take")
      isOpening = true
    case .leave:
      #expect(merging == nil && open.isEmpty && closing.isEmpty)
      departures += 1
      restart(with: machine.takes)
    case .holdEnded:
      break
    }
  }

  /// The program starts again with what the last run left on disk.
  private mutating func restart(with takes: [Take]) {
    let limit = takes.reduce(0) { $0 + $1.frames } / 30 + 1 + Int64(random.uniform(0, 40))
    let joins = (0..<Int(random.uniform(0, 4))).map { _ in
      random.chance(0.3) ? nil : Transition(.fade, length: ms(Int64(random.uniform(1, 3000))))
    }
    machine = Session.machine(
      limit: random.chance(0.1) ? nil : .seconds(limit), savesWhenSpent: random.chance(0.6),
      joins: Joins(joins), takes: takes)
    lastTicket = takes.count
    isOpening = false
  }

  /// True when the newest take may have `frames` frames.
  private func hasRoom(for frames: Int64) -> Bool {
    guard machine.budget.limit != nil else { return true }
    let rows = machine.rows.filter { $0.take?.state != .bad }
    let lengths = rows.map(\.frames).dropLast() + [frames]
    let overlaps = Transition.overlaps(
      lengths: Array(lengths), transitions: rows.map(\.transition), rate: .thirty)
    return lengths.reduce(0, +) - overlaps.reduce(0, +) <= machine.budget.left(used: 0)
  }

  private func check() {
    #expect(disk == Set(machine.files), "a closed take is lost, or one that is gone is listed")
    #expect(index == machine.takes, "the index does not say what is there")
    #expect(machine.rows.count == machine.takes.count + open.count + closing.count)
    // A take that breaks off may make it one frame longer until all are closed.
    if machine.budget.limit != nil, machine.isSettled {
      #expect(machine.usedFrames <= machine.budget.left(used: 0), "more than the budget")
    }
    #expect(machine.takes.allSatisfy { $0.state == .bad || $0.played.count >= 2 })
    if let selection = machine.selection {
      #expect(machine.rows.indices.contains(selection))
    } else {
      #expect(machine.rows.isEmpty)
    }
    switch machine.stage {
    case .idle: #expect(open.isEmpty && merging == nil)
    case .taking(let ticket): #expect(open[ticket]?.isReleased == false)
    case .cutting(let ticket): #expect(open[ticket]?.isReleased == true)
    case .saving: #expect(merging != nil)
    }
    #expect(machine.isOpeningCamera == isOpening)
    #expect(machine.question != .quitWhileSaving || merging != nil)
  }

  /// Everything under way comes to its end, and the user saves: nothing may hang.
  mutating func settle() {
    for _ in 0..<10_000 where !(open.isEmpty && closing.isEmpty && merging == nil) {
      for action in machine.released(at: ms(now)) { carryOut(action, mayRemove: false) }
      let (actions, mayRemove) = engineEvent()
      for action in actions { carryOut(action, mayRemove: mayRemove) }
      check()
    }
    #expect(open.isEmpty && closing.isEmpty && merging == nil, "something never ends")
    let hasUsable = machine.takes.contains { $0.state == .ready }
    let actions = machine.save(at: ms(now))
    #expect(actions.isEmpty != hasUsable)
  }
}
