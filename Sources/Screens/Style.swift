/// What a cell means; a `Theme` says how that looks on a given terminal.
package enum Style: UInt8, Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case plain
  /// Text that may be overlooked: labels, rules, hints.
  case dim
  /// Text to read first.
  case strong
  /// A key the user may press now.
  case key
  /// The running take, in text.
  case recording
  /// The state line while frames flow into a take: the loudest thing on the screen.
  case banner
  /// Something went well.
  case good
  /// Something to look at.
  case warning
  /// Something is wrong.
  case bad
  /// Finished takes in the bar.
  case barFilled
  /// The take in the bar that the keys act on.
  case barSelected
  /// The running take in the bar.
  case barRunning
  /// Budget not yet spent.
  case barEmpty
  /// A question that holds everything else up.
  case question
  /// Something to be pressed with the mouse.
  case button
  /// The state line of a review, which must not be taken for the recorder's.
  case review
}
