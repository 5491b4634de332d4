package import Units

/// What other programs ask of the recorder, and when their answer is known.
///
/// They get one only when what they began has come about, so that one command can follow another.
extension RecorderMachine {
  /// What a program waits for.
  package enum Goal: Sendable, Hashable {
    /// Frames flow into this take.
    case recording(Ticket)
    /// This take is closed.
    case closed(Ticket)
    /// The movie stands.
    case saved
    /// The recorder is left.
    case left
    /// Nothing: the answer is known.
    case known(ControlAnswer)
  }

  /// A program begins a take at `instant`.
  package mutating func controlPressed(at instant: MediaTime) -> (goal: Goal, actions: [Action]) {
    if let open = openQuestion { return (open, [.holdEnded]) }
    let ticket = lastTicket + waiting.count + 1
    return (.recording(ticket), pressed(at: instant))
  }

  /// A program ends the running take at `instant`, or the one that waits for its beginning.
  package mutating func controlReleased(at instant: MediaTime) -> (goal: Goal, actions: [Action]) {
    let goal: Goal
    switch stage {
    case .taking(let ticket): goal = .closed(ticket)
    case .cutting(let ticket): goal = .closed(waiting.isEmpty ? ticket : lastTicket + waiting.count)
    case .idle, .saving: goal = .known(.success(""))
    }
    return (goal, released(at: instant))
  }

  /// A program wants the movie; where it has just been saved, it is told of that one.
  package mutating func controlSaved(at now: MediaTime) -> (goal: Goal, actions: [Action]) {
    if let open = openQuestion { return (open, []) }
    if let saved, rows.isEmpty { return (.known(.success(saved.path)), []) }
    return (.saved, save(at: now))
  }

  /// A program takes back the last take.
  package mutating func controlUndone() -> (goal: Goal, actions: [Action]) {
    if let open = openQuestion { return (open, []) }
    let actions = undo()
    return (.known(actions.isEmpty ? refusal : .success(note ?? "")), actions)
  }

  /// A program wants the recorder to be left; there is nobody to be asked whether to stop a merge.
  package mutating func controlQuit(at now: MediaTime) -> (goal: Goal, actions: [Action]) {
    guard !isSaving else {
      let sentence = "Still saving; quit when that is done, or cancel it by Esc on its screen."
      return (.known(.failure(Problem(.failed, sentence))), [])
    }
    return (.left, leave(.quit, at: now))
  }

  /// The answer to a program that waits for `goal`; nil while it has to wait.
  package func answer(to goal: Goal) -> ControlAnswer? {
    switch goal {
    case .recording(let ticket):
      guard let row = row(ticket) else { return mayCome(ticket) ? nil : refusal }
      return row.stage == .starting ? nil : .success("")
    case .closed(let ticket):
      guard let row = row(ticket) else { return mayCome(ticket) ? nil : refusal }
      guard let take = row.take else { return nil }
      return take.state == .ready ? .success("") : refusal
    case .saved:
      if isSaving || wish == .save { return nil }
      if let saved, rows.isEmpty { return .success(saved.path) }
      return refusal
    case .left:
      return nil
    case .known(let answer):
      return answer
    }
  }

  /// True for a take whose press waits until the one before it is cut.
  private func mayCome(_ ticket: Ticket) -> Bool { ticket > lastTicket && !waiting.isEmpty }

  private func row(_ ticket: Ticket) -> Row? { rows.first { $0.ticket == ticket } }

  /// The note says on the screen what was not possible.
  private var refusal: ControlAnswer {
    .failure(Problem(.failed, note ?? "That is not possible now."))
  }

  private var openQuestion: Goal? {
    guard question != nil else { return nil }
    let sentence = "The recorder has asked something on its screen: answer that first."
    return .known(.failure(Problem(.failed, sentence)))
  }
}
