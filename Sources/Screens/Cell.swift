/// One character cell of the terminal.
package struct Cell: Sendable, Hashable {
  /// What stands in it.
  package var character: Character
  /// What it means.
  package var style: Style
  /// True for the right half of a wide character, where nothing is drawn.
  package var isContinuation = false

  /// An empty cell.
  package static let blank = Cell(character: " ", style: .plain)
}
