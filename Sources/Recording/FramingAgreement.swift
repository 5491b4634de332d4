package import Units

/// How the pictures of a movie come to the framing that was chosen for it.
package struct FramingAgreement: Sendable, Hashable {
  /// How the movie's pictures are coded.
  package let coded: Framing
  /// How players turn them when they show them (by the track's display matrix).
  package let turn: Framing.Rotation
  /// Indexes of the takes that are framed otherwise and have to be coded anew.
  package let differing: [Int]
  /// Indexes of those that were cropped tighter than the movie, and get black bars in it.
  package let barred: [Int]

  /// Finds the way for takes that were coded with the framings `takes`.
  ///
  /// Where all takes agree and the chosen framing is theirs, only rotated, nothing is coded anew:
  /// one matrix turns the whole movie. `canTurn` is false for containers without one. Else the
  /// movie is coded as it was chosen, and so is each take that differs.
  package init(
    of takes: [Framing], chosen: Framing, camera: PixelSize, canTurn: Bool = true
  ) {
    let differing = takes.indices.filter { !takes[$0].agrees(with: chosen, of: camera) }
    if let first = takes.first, !differing.isEmpty, canTurn,
      takes.allSatisfy({ $0.agrees(with: first, of: camera) }),
      first.crop.area(in: camera) == chosen.crop.area(in: camera),
      let turn = first.orientation.inverse.then(chosen.orientation).rotation
    {
      coded = first
      self.turn = turn
      self.differing = []
      barred = []
    } else {
      coded = chosen
      turn = .upright
      self.differing = differing
      let wanted = chosen.crop.area(in: camera)
      barred = differing.filter { !takes[$0].crop.area(in: camera).contains(wanted) }
    }
  }

  /// Finds the way for the takes of a session with these settings.
  package init(of takes: [Take], settings: VideoSettings, canTurn: Bool = true) {
    self.init(
      of: takes.map { $0.framing ?? .native }, chosen: settings.framing ?? .native,
      camera: settings.camera, canTurn: canTurn)
  }

  /// What saving does to the takes, as a sentence; nil when all are copied.
  ///
  /// `number` tells the number of a take by its index.
  package func note(number: (Int) -> Int = { $0 + 1 }) -> String? {
    func list(_ takes: [Int]) -> String {
      let numbers = takes.map { "\(number($0))" }
      guard numbers.count > 1, let last = numbers.last else { return "take \(numbers.joined())" }
      return "takes \(numbers.dropLast().joined(separator: ", ")) and \(last)"
    }
    guard !differing.isEmpty else { return nil }
    let bars =
      barred.isEmpty
      ? "" : "; black bars fill up \(list(barred)), cropped tighter"
    return "Saving codes \(list(differing)) anew\(bars)."
  }
}
