import Units

/// What the takes are together: joined by transitions, trimmed, and within the budget.
extension RecorderMachine {
  /// Frames of the movie that all takes make, open ones included.
  package var usedFrames: Int64 { frames(of: rows) }

  /// Frames by which each row overlaps the one before it that is in the movie.
  package var overlaps: [Int64] { overlaps(of: rows) }

  /// Index of the row that the movie begins with.
  package var firstRow: Int? { rows.firstIndex(where: \.isUsable) }

  private func overlaps(of rows: [Row]) -> [Int64] {
    let usable = rows.indices.filter { rows[$0].isUsable }
    let found = Transition.overlaps(
      lengths: usable.map { rows[$0].frames }, transitions: usable.map { rows[$0].transition },
      rate: rate)
    var overlaps = [Int64](repeating: 0, count: rows.count)
    for (index, overlap) in zip(usable, found) { overlaps[index] = overlap }
    return overlaps
  }

  private func frames(of rows: [Row]) -> Int64 {
    let lengths = rows.reduce(0) { $0 + ($1.isUsable ? $1.frames : 0) }
    return overlaps(of: rows).reduce(lengths, -)
  }

  /// True when a movie of `rows` stays within the budget, or goes no further beyond it than now.
  func fits(_ rows: [Row]) -> Bool {
    frames(of: rows) <= max(usedFrames, budget.left(used: 0))
  }

  /// The transition that the next take begins with; slips, which are dropped, do not count.
  var transitionIntoNext: Transition? {
    joins.transition(into: rows.count { $0.isUsable && !$0.isSlip })
  }

  /// Most frames that a take may have now.
  func allowance(with transition: Transition?) -> Int64 {
    budget.allowance(
      used: usedFrames, transition: transition, after: rows.last(where: \.isUsable)?.frames)
  }

  /// Takes back the one frame by which the movie can outgrow its budget when a take breaks off.
  ///
  /// A take that two transitions share between them adds nothing to the movie when its frames are
  /// even, and one frame when they are odd; so a shorter file can make a longer movie.
  mutating func cutToBudget(broken: Int) {
    while usedFrames > budget.left(used: 0) {
      let shorter = ([broken] + rows.indices.reversed()).lazy.compactMap(cut)
      guard let shorter = shorter.first(where: { frames(of: $0) < usedFrames }) else { return }
      rows = shorter
    }
  }

  /// The rows with one frame less at the end of a closed take.
  private func cut(at index: Int) -> [Row]? {
    guard let take = rows[index].take, take.isUsable, take.played.count > 1 else { return nil }
    var rows = rows
    rows[index].close(take.trimmed(.end, by: 1))
    return rows
  }

  // MARK: Transitions

  /// Lets the selected take begin with the next kind of transition.
  package mutating func nextTransition() -> [Action] {
    guard canEdit(), isConstant(for: "A transition"), let index = selectedJoin() else { return [] }
    let length = rows[index].transition?.length ?? joins.length
    var kind = Self.kind(after: rows[index].transition?.kind)
    var changed = rows
    changed[index].transition = kind.map { Transition($0, length: length) }
    let isTooLong = !fits(changed)
    if isTooLong {
      // Only a hard cut makes the movie longer, and the keys must not end there.
      kind = Self.kind(after: kind)
      changed[index].transition = kind.map { Transition($0, length: length) }
    }
    rows = changed
    note = "Into take \(index + 1): \(wording(ofJoin: index))."
    if isTooLong { note? += " A hard cut would exceed the budget." }
    return [.writeIndex]
  }

  /// Joins all takes, those still to come as well, as the selected one is.
  package mutating func setTransitionEverywhere() -> [Action] {
    guard canEdit(), isConstant(for: "A transition"), let index = selectedJoin() else { return [] }
    let transition = rows[index].transition
    var changed = rows
    for row in changed.indices where changed[row].isUsable { changed[row].transition = transition }
    guard fits(changed) else {
      note = "With it on all joins the movie would exceed its budget: + adds 5 s."
      return []
    }
    rows = changed
    joins = .all(transition)
    let name = transition.map { "\($0.kind.name), \($0.length.text)" } ?? "hard cut"
    note = "Into all takes: \(name)."
    return [.writeIndex]
  }

  /// What `x` goes through: the usual ones, and hard cuts between the last and the first.
  private static func kind(after kind: Transition.Kind?) -> Transition.Kind? {
    let usual: [Transition.Kind] = [.fade, .wipeup, .wipeleft, .wiperight, .wipedown]
    guard let kind else { return usual.first }
    return usual.firstIndex(of: kind).flatMap { usual.dropFirst($0 + 1).first }
  }

  /// Index of the selected take if another one goes over into it; else says why not.
  private mutating func selectedJoin() -> Int? {
    guard let index = selectedTake() else { return nil }
    guard index != firstRow else {
      note = "The first take has nothing to go over from."
      return nil
    }
    return index
  }

  /// Index of the selected take if it is in the movie; else says why not.
  private mutating func selectedTake() -> Int? {
    guard let selection, rows.indices.contains(selection) else { return nil }
    guard rows[selection].isUsable else {
      note = "Take \(selection + 1) cannot be read and is not in the movie."
      return nil
    }
    return selection
  }

  /// True where takes can be cut at any frame; else says that `wish` is not to be had.
  private mutating func isConstant(for wish: String) -> Bool {
    guard frame.isVariable else { return true }
    note = VariableRate.refusal(of: wish)
    return false
  }

  private func wording(ofJoin index: Int) -> String {
    guard let transition = rows[index].transition else { return "hard cut" }
    let overlap = overlaps[index]
    let isShortened = overlap < transition.frames(at: rate)
    let length = isShortened ? rate.time(ofFrame: overlap) : transition.length
    return "\(transition.kind.name), \(length.text)"
      + (isShortened ? ", half of the shorter take" : "")
  }

  // MARK: Trims

  /// Cuts `frames` frames off an end of the selected take, or gives back as many when negative.
  package mutating func trimSelected(_ end: Take.End, by frames: Int64) -> [Action] {
    guard canEdit(), isConstant(for: "Trimming"), let index = selectedTake(),
      let take = rows[index].take
    else { return [] }
    let trimmed = take.trimmed(end, by: frames)
    guard trimmed.trim != take.trim else {
      note = "Nothing is cut off the \(end.rawValue) of take \(index + 1)."
      return []
    }
    guard frames < 0 || trimmed.played.count >= Self.fewestFrames else {
      note = "A take keeps at least \(Self.fewestFrames) frames."
      return []
    }
    var changed = rows
    changed[index].close(trimmed)
    guard fits(changed) else {
      note = "The movie would exceed its budget: + adds 5 s."
      return []
    }
    rows = changed
    let cut = trimmed.trim?[end] ?? 0
    note =
      "Take \(index + 1): \(cut) frame\(cut == 1 ? "" : "s") cut off the \(end.rawValue)."
    return [.writeIndex]
  }
}

extension RecorderMachine.Row {
  /// False for a take that cannot go into the movie and so takes nothing of the budget.
  var isUsable: Bool { take?.isUsable ?? true }

  /// True for a take that will be dropped when its file is closed.
  var isSlip: Bool { stage == .finishing && frames < RecorderMachine.fewestFrames }

  /// How the take before goes over into it; nil for a hard cut.
  package internal(set) var transition: Transition? {
    get {
      if case .closed(let take) = stage { return take.transition }
      return wished
    }
    set {
      guard case .closed(var take) = stage else { return wished = newValue }
      take.transition = newValue
      stage = .closed(take)
    }
  }

  /// Puts the closed file in the place of what was under way, or another cut of it.
  mutating func close(_ take: Take) {
    let transition = transition
    stage = .closed(take)
    self.transition = transition
    frames = Int64(take.played.count)
  }
}
