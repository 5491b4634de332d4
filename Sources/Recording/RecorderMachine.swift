package import Units

/// What a recording session does, decided without clock, lane or file: the recorder's rules.
///
/// The screen, signals and devices tell it what happened; it answers with what has to be done.
package struct RecorderMachine: Sendable {
  /// Names a take while the program runs, from its press on.
  package typealias Ticket = Int

  /// One take of the movie.
  package struct Row: Sendable, Hashable {
    /// How far a take is.
    package enum Stage: Sendable, Hashable {
      /// Pressed; no frame of it has come yet.
      case starting
      /// Frames flow into it.
      case recording
      /// Its length is known; its file is being closed.
      case finishing
      /// Closed.
      case closed(Take)
    }
    /// Names it.
    package let ticket: Ticket
    /// How far it is.
    package var stage: Stage
    /// Its length so far, less what is trimmed.
    package var frames: Int64
    /// The transition it begins with once it is closed.
    var wished: Transition?
    /// What bounds its frames besides the budget; nil for nothing.
    var bound: Int64?

    /// The closed take; nil before.
    package var take: Take? {
      if case .closed(let take) = stage { return take }
      return nil
    }
  }

  /// Why the program leaves the recorder.
  package enum Reason: Sendable, Hashable {
    /// The user quit.
    case quit
    /// A signal or a lost terminal.
    case interrupted
    /// Everything a script asked for is done.
    case finished
  }

  /// What has to be done.
  package enum Action: Sendable, Hashable {
    /// Begin a take with the newest frame at or before `press`, of at most `allowance` frames.
    case begin(Ticket, press: MediaTime, allowance: Int64)
    /// The running take may have so many frames, if these are more than before.
    case allow(Ticket, frames: Int64)
    /// End the take at this instant.
    case end(Ticket, at: MediaTime)
    /// The running take has ended by itself: the held key means nothing any more.
    case holdEnded
    /// Remove a closed take's file.
    case remove(file: String)
    /// Write the session's index.
    case writeIndex
    /// Merge these takes into the movie.
    case merge([Take])
    /// Stop merging and leave nothing of it.
    case cancelMerge
    /// Open the next camera in place of this one.
    case openNextCamera
    /// Open this camera anew with its next input.
    case openNextInput
    /// Leave the recorder; every take is closed.
    case leave(Reason)
  }

  /// What the machine is busy with.
  package enum Stage: Sendable, Hashable {
    /// No take is open for new frames.
    case idle
    /// A take is under way.
    case taking(Ticket)
    /// The key is up; frames up to the release are still coming in.
    case cutting(Ticket)
    /// The movie is being made.
    case saving(fraction: Double)
  }

  /// What waits until every take is closed.
  enum Wish: Sendable, Hashable {
    case save
    case leave(Reason)
  }

  /// Takes below this are slips of the finger.
  package static let fewestFrames: Int64 = 3

  /// The grid of all takes.
  package internal(set) var rate: FrameRate
  /// The length allowed.
  package internal(set) var budget: Budget
  /// What the machine is busy with.
  package internal(set) var stage = Stage.idle
  /// The takes in the movie's order; open ones last.
  package internal(set) var rows: [Row] = []
  /// Index of the row the keys act on.
  package internal(set) var selection: Int?
  /// One sentence about what happened last.
  package internal(set) var note: String?
  /// The movie that was just saved, until the next press.
  package internal(set) var saved: SavedMovie?
  /// True while the user is asked something; see `question`.
  package internal(set) var question: Question?
  /// The sentence that says why no take can begin; nil while the camera works.
  package internal(set) var cameraProblem: String?
  /// True while another camera or input is being opened; no take can begin.
  package internal(set) var isOpeningCamera = false
  /// The sentence that says that the disk is nearly full; nil while there is room.
  package internal(set) var spaceProblem: String?
  /// The sentence that says that the disk is too far behind; nil while it is not.
  package internal(set) var diskProblem: String?

  /// How new takes, and the movie, are framed.
  package internal(set) var framing: Framing

  let savesWhenSpent: Bool
  /// The transitions that new takes begin with.
  var joins: Joins
  private let firstJoins: Joins
  /// What the camera gives, as far as framing goes.
  var frame: VideoSettings
  let canTurnMovie: Bool
  var wish: Wish?
  /// Presses that came before the take before them was cut, oldest first.
  var waiting: [(at: MediaTime, frames: Int64?, release: MediaTime?)] = []
  var lastTicket: Ticket = 0

  /// A machine for a session that holds `takes` already; new ones are joined by `joins`.
  ///
  /// `canTurnMovie` is false for containers that cannot tell players to turn the pictures.
  package init(
    budget: Budget, settings: VideoSettings, savesWhenSpent: Bool, joins: Joins = .hardCuts,
    canTurnMovie: Bool = true, takes: [Take] = []
  ) {
    self.budget = budget
    self.joins = joins
    firstJoins = joins
    self.savesWhenSpent = savesWhenSpent
    self.canTurnMovie = canTurnMovie
    rate = settings.rate
    frame = settings
    framing = settings.framing ?? .native
    for take in takes {
      lastTicket += 1
      rows.append(Row(ticket: lastTicket, stage: .closed(take), frames: Int64(take.played.count)))
    }
    selection = rows.isEmpty ? nil : rows.count - 1
  }

  /// Closed takes in order.
  package var takes: [Take] { rows.compactMap(\.take) }

  /// True when no take is open and none is being closed.
  package var isSettled: Bool { rows.allSatisfy { $0.take != nil } }

  // MARK: Taking

  /// The key went down; `frames` bounds the take besides the budget.
  package mutating func pressed(at instant: MediaTime, frames: Int64? = nil) -> [Action] {
    note = nil
    if let obstacle {
      note = obstacle
      return [.holdEnded]
    }
    switch stage {
    case .taking:
      // A script's next press may come before the last frame of the take before.
      if frames != nil { waiting.append((instant, frames, nil)) }
      return []
    case .saving:
      return [.holdEnded]
    case .cutting:
      waiting.append((instant, frames, nil))
      return []
    case .idle:
      return begin(at: instant, frames: frames)
    }
  }

  /// The key was let go at `instant`.
  package mutating func released(at instant: MediaTime) -> [Action] {
    switch stage {
    case .taking(let ticket):
      stage = .cutting(ticket)
      return [.end(ticket, at: instant)]
    case .cutting:
      if let last = waiting.indices.last, waiting[last].release == nil {
        waiting[last].release = instant
      }
      return []
    case .idle, .saving:
      return []
    }
  }

  /// The take's first frame is on its way into the file.
  package mutating func takeBegan(_ ticket: Ticket) {
    change(ticket) { $0.stage = .recording }
  }

  /// The take has `frames` frames by now.
  package mutating func takeAdvanced(_ ticket: Ticket, frames: Int64) {
    change(ticket) { $0.frames = frames }
  }

  /// The take's length is settled; its file is being closed.
  package mutating func takeCut(_ ticket: Ticket, frames: Int64) -> [Action] {
    guard stage == .taking(ticket) || stage == .cutting(ticket) else { return [] }
    let endedByItself = stage == .taking(ticket)
    stage = .idle
    change(ticket) {
      $0.frames = frames
      $0.stage = .finishing
    }
    var actions: [Action] = endedByItself ? [.holdEnded] : []
    if savesWhenSpent, budget.left(used: usedFrames) == 0, wish == nil { wish = .save }
    while stage == .idle, !waiting.isEmpty {
      let next = waiting.removeFirst()
      actions += pressed(at: next.at, frames: next.frames)
      if let release = next.release { actions += released(at: release) }
    }
    return actions
  }

  /// The take's file is closed; `problem` says what went wrong with it, if anything did.
  package mutating func takeClosed(
    _ ticket: Ticket, take: Take, problem: String? = nil
  ) -> [Action] {
    guard let index = rows.firstIndex(where: { $0.ticket == ticket }) else { return [] }
    if let problem { note = problem }
    // A take that broke off before its release has been settled neither.
    var actions: [Action] = []
    if stage == .taking(ticket) || stage == .cutting(ticket) {
      stage = .idle
      waiting = []
      actions.append(.holdEnded)
    }
    if take.state == .ready, take.pictureCount < Self.fewestFrames {
      rows.remove(at: index)
      if let selected = selection, selected > index { selection = selected - 1 }
      clampSelection()
      if problem == nil { note = "Shorter than \(Self.fewestFrames) frames: not kept." }
      actions.append(.remove(file: take.file))
    } else {
      rows[index].close(take)
      selection = index
      cutToBudget(broken: index)
      actions.append(.writeIndex)
    }
    return actions + carryOutWish()
  }

  // MARK: Saving and leaving

  /// The user wants the movie; a running take ends at `now` first.
  package mutating func save(at now: MediaTime) -> [Action] {
    note = nil
    guard !isSaving, !isLeaving else { return [] }
    guard !rows.isEmpty else {
      note = "Nothing to save yet: there is no take."
      return []
    }
    wish = .save
    return endTaking(at: now) + carryOutWish()
  }

  /// Part of the movie is made.
  package mutating func mergeAdvanced(to fraction: Double) {
    if isSaving { stage = .saving(fraction: fraction) }
  }

  /// The movie stands under its name.
  package mutating func mergeFinished(_ movie: SavedMovie) -> [Action] {
    stage = .idle
    question = nil
    saved = movie
    note = nil
    rows = []
    selection = nil
    joins = firstJoins
    return carryOutWish()
  }

  /// The movie could not be made, or was cancelled; every take is still there.
  package mutating func mergeFailed(_ sentence: String) -> [Action] {
    stage = .idle
    question = nil
    note = sentence
    return carryOutWish()
  }

  /// The user wants to leave; takes stay on disk.
  package mutating func quit(at now: MediaTime) -> [Action] {
    if isSaving {
      question = .quitWhileSaving
      return []
    }
    return leave(.quit, at: now)
  }

  /// Leaves as soon as every take is closed, stopping a merge; nothing is asked.
  package mutating func leave(_ reason: Reason, at now: MediaTime) -> [Action] {
    question = nil
    wish = .leave(reason)
    if isSaving { return [.cancelMerge] }
    return endTaking(at: now) + carryOutWish()
  }

  /// Ends what the key began: the running take, and presses that wait.
  mutating func endTaking(at now: MediaTime) -> [Action] {
    waiting = []
    switch stage {
    case .taking, .cutting: return [.holdEnded] + released(at: now)
    case .idle, .saving: return []
    }
  }

  private mutating func carryOutWish() -> [Action] {
    guard let wish, stage == .idle, isSettled else { return [] }
    self.wish = nil
    switch wish {
    case .leave(let reason):
      return [.leave(reason)]
    case .save:
      let usable = takes.filter { $0.state == .ready }
      guard !usable.isEmpty else {
        if !rows.isEmpty { note = "None of the takes can be read; they are kept." }
        return []
      }
      stage = .saving(fraction: 0)
      return [.merge(usable)]
    }
  }

  private mutating func begin(at instant: MediaTime, frames: Int64?) -> [Action] {
    let transition = transitionIntoNext
    let allowance = min(allowance(with: transition), frames ?? .max)
    guard allowance > 0 else {
      note = "The budget is spent: s saves, + adds 5 s, u takes back the last take."
      return [.holdEnded]
    }
    saved = nil
    // A question asked before this take must not be answered over it.
    question = nil
    lastTicket += 1
    rows.append(
      Row(ticket: lastTicket, stage: .starting, frames: 0, wished: transition, bound: frames))
    selection = rows.count - 1
    stage = .taking(lastTicket)
    return [.begin(lastTicket, press: instant, allowance: allowance)]
  }

  private mutating func change(_ ticket: Ticket, _ body: (inout Row) -> Void) {
    guard let index = rows.firstIndex(where: { $0.ticket == ticket }) else { return }
    body(&rows[index])
  }

  /// The sentence that says why no take can begin now, at any stage; nil when one can.
  private var obstacle: String? {
    if isSaving || wish == .save {
      return "Still saving; the next take can begin when it is done."
    }
    if isLeaving { return "Leaving as soon as the takes are closed." }
    if isOpeningCamera { return "Still opening; the next take can begin when that is done." }
    return cameraProblem ?? spaceProblem ?? diskProblem
  }

  private var isLeaving: Bool {
    if case .leave = wish { return true }
    return false
  }

  var isSaving: Bool {
    if case .saving = stage { return true }
    return false
  }
}
