import Frames
package import Units

/// Which of the takes of a movie can be joined by copying, where a camera coded some of them.
package struct CodingAgreement: Sendable, Hashable {
  /// What the numbers of the movie's pictures mean.
  ///
  /// New pictures are as the others are; only takes that differ among themselves are brought to
  /// what rushes itself codes.
  package let colour: ColourCode
  private let model: Take?

  /// Finds what most can stay as it is for: the first take counts.
  package init(of takes: [Take]) {
    let colours = Set(takes.map(\.colour))
    let colour = colours.count == 1 ? takes.first?.colour ?? .take : .take
    self.colour = colour
    model = takes.first { $0.colour == colour }
  }

  /// Why the pictures of a take cannot be copied; nil when they can.
  package func obstacle(to take: Take) -> String? {
    guard take.colour == colour else { return "its colours are not those of the other takes" }
    guard take.coding != model?.coding else { return nil }
    return take.coding == nil ? "coded by rushes, not the camera" : "coded otherwise by its camera"
  }
}

extension Take {
  /// What the numbers of its pictures mean.
  package var colour: ColourCode { coding?.colour ?? .take }
}
