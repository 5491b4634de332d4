package import Units

/// Which transitions the takes of a movie are joined by, as asked for before they are made.
package enum Joins: Sendable, Hashable {
  /// Every join goes the same way.
  case all(Transition?)
  /// The joins in order; behind them are hard cuts.
  case each([Transition?])

  /// No transitions.
  package static let hardCuts = Joins.all(nil)

  /// What a user gave: one stands for all joins, several for one each; nothing means hard cuts.
  package init(_ given: [Transition?]) {
    self = given.count > 1 ? .each(given) : .all(given.first ?? nil)
  }

  /// The transition into the take that `index` takes of the movie come before.
  ///
  /// The first take gets one as well where all are alike: it counts once the take is moved.
  package func transition(into index: Int) -> Transition? {
    switch self {
    case .all(let transition): transition
    case .each(let transitions):
      transitions.indices.contains(index - 1) ? transitions[index - 1] : nil
    }
  }

  /// The length of new transitions: that of the first one given.
  var length: MediaTime {
    let given: Transition? =
      switch self {
      case .all(let transition): transition
      case .each(let transitions): transitions.lazy.compactMap(\.self).first
      }
    return given?.length ?? Transition.usualLength
  }

  /// Joins takes that are there already, as they go into the movie.
  package func apply(to takes: inout [Take]) {
    var index = 0
    for take in takes.indices where takes[take].state == .ready {
      takes[take].transition = transition(into: index)
      index += 1
    }
  }
}

extension Transition {
  /// A sentence for each transition that is longer than `takes`, those of the movie, allow.
  package static func shortenings(in takes: [Take], rate: FrameRate) -> [String] {
    let overlaps = overlaps(
      lengths: takes.map { Int64($0.played.count) }, transitions: takes.map(\.transition),
      rate: rate)
    return takes.indices.dropFirst().compactMap { index in
      guard let transition = takes[index].transition,
        overlaps[index] < transition.frames(at: rate)
      else { return nil }
      return "The transition into take \(index + 1) was shortened to "
        + "\(rate.time(ofFrame: overlaps[index]).text), half of the shorter take."
    }
  }

  /// Frames of the movie that `takes` make.
  package static func frames(of takes: [Take], rate: FrameRate) -> Int64 {
    let lengths = takes.map { Int64($0.played.count) }
    let overlaps = overlaps(
      lengths: lengths, transitions: takes.map(\.transition), rate: rate)
    return lengths.reduce(0, +) - overlaps.reduce(0, +)
  }
}
