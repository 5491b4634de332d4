package import Units

/// Arranging the takes between recordings.
extension RecorderMachine {
  /// A question that waits for y or n.
  package enum Question: Sendable, Hashable {
    /// Leave although the movie is still being made?
    case quitWhileSaving
    /// Remove all takes?
    case startOver
  }

  /// Takes back the last take.
  package mutating func undo() -> [Action] {
    guard canEdit() else { return [] }
    guard !rows.isEmpty else {
      note = "There is no take to take back."
      return []
    }
    return remove(at: rows.count - 1, said: "Take \(rows.count) taken back.")
  }

  /// Removes the selected take.
  package mutating func deleteSelected() -> [Action] {
    guard canEdit(), let selection, rows.indices.contains(selection) else { return [] }
    return remove(at: selection, said: "Take \(selection + 1) deleted.")
  }

  /// Selects the take `offset` rows further down.
  package mutating func select(by offset: Int) {
    guard !rows.isEmpty else { return }
    selection = min(max((selection ?? rows.count - 1) + offset, 0), rows.count - 1)
  }

  /// Moves the selected take `offset` places further down the movie.
  package mutating func moveSelected(by offset: Int) -> [Action] {
    guard canEdit(), let selection, rows.indices.contains(selection),
      rows.indices.contains(selection + offset)
    else { return [] }
    var moved = rows
    moved.swapAt(selection, selection + offset)
    guard fits(moved) else {
      note = "In that order the takes overlap less: the movie would exceed its budget."
      return []
    }
    rows = moved
    self.selection = selection + offset
    return [.writeIndex]
  }

  /// Makes the budget longer or shorter; a running take, which was promised its part of it, can
  /// only get more.
  package mutating func changeBudget(by step: MediaTime) -> [Action] {
    guard !isSaving else { return [] }
    guard stage == .idle || step > .zero else {
      note = "Not while recording."
      return []
    }
    budget.change(by: step, used: usedFrames)
    note = nil
    guard case .taking(let ticket) = stage, let row = rows.last, row.ticket == ticket else {
      return []
    }
    var before = self
    before.rows.removeLast()
    let allowance = min(before.allowance(with: row.wished), row.bound ?? .max)
    return [.allow(ticket, frames: allowance)]
  }

  /// Asks whether all takes shall go.
  package mutating func startOver() {
    guard canEdit(), !rows.isEmpty else { return }
    question = .startOver
  }

  /// The user answered the open question.
  package mutating func answered(yes: Bool, at now: MediaTime) -> [Action] {
    guard let question else { return [] }
    self.question = nil
    guard yes else { return [] }
    switch question {
    case .quitWhileSaving:
      return leave(.quit, at: now)
    case .startOver:
      guard canEdit() else { return [] }
      let files = takes.map(\.file)
      rows = []
      selection = nil
      note = "All takes deleted."
      return [.writeIndex] + files.map { .remove(file: $0) }
    }
  }

  /// Cancels what is going on: the question, or the merge.
  package mutating func cancelled() -> [Action] {
    if question != nil {
      question = nil
      return []
    }
    note = nil
    return isSaving ? [.cancelMerge] : []
  }

  /// Shows a sentence that did not come from the machine itself.
  package mutating func tell(_ sentence: String?) { note = sentence }

  mutating func clampSelection() {
    selection = rows.isEmpty ? nil : min(selection ?? rows.count - 1, rows.count - 1)
  }

  /// Takes are arranged only between recordings: a key hit by accident must not cost one.
  mutating func canEdit() -> Bool {
    note = nil
    guard stage == .idle, isSettled else {
      note = isSaving ? "Still saving; Esc cancels." : "Not while recording."
      return false
    }
    return true
  }

  private mutating func remove(at index: Int, said sentence: String) -> [Action] {
    guard let take = rows[index].take else { return [] }
    rows.remove(at: index)
    clampSelection()
    note = sentence
    // The index first: a crash in between leaves a file too many, never a name without its file.
    return [.writeIndex, .remove(file: take.file)]
  }
}
