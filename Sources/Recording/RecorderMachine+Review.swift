/// Looking at what was recorded.
extension RecorderMachine {
  /// The takes that a review of the selected one, or of `all`, shows, with their numbers; empty, and
  /// the note says why, where none can be shown now.
  package mutating func takesToReview(all: Bool) -> [(number: Int, take: Take)] {
    guard canEdit() else { return [] }
    guard !rows.isEmpty else {
      note = "Nothing to review yet: there is no take."
      return []
    }
    let numbered = rows.enumerated().compactMap { index, row in
      row.take.map { (number: index + 1, take: $0) }
    }
    let wished = all ? numbered : numbered.filter { $0.number - 1 == selection }
    let shown = wished.filter { $0.take.isUsable && !$0.take.played.isEmpty }
    if shown.isEmpty {
      note = all ? "None of the takes can be read." : "This take cannot be read."
    }
    return shown
  }

  /// The user has seen that the movie was saved: the screen is for the next one.
  package mutating func dismissSaved() {
    saved = nil
    note = nil
  }
}
