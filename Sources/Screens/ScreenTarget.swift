package import Units

/// What the mouse finds on the recorder's screen.
package enum ScreenTarget: Sendable, Hashable {
  /// The button that records while it is held.
  case record
  /// A line of the take list, by the take's index.
  case take(Int)

  /// What lies at a cell of the screen that `RecorderScreen` draws of `state`; nil where a click
  /// means nothing.
  package init?(column: Int, row: Int, in state: ViewState, size: CellSize) {
    guard state.hasTargets else { return nil }
    let layout = RecorderLayout(size: size, of: state)
    if layout.button?.contains(column: column, row: row) == true {
      self = .record
      return
    }
    let list = TakeList(state, rows: layout.listRows.count, columns: layout.list.count)
    guard layout.list.contains(column), layout.listRows.contains(row),
      row - layout.listRows.lowerBound < list.visible.count
    else { return nil }
    switch list.visible[list.visible.startIndex + row - layout.listRows.lowerBound] {
    case .take(let index), .more(let index), .join(let index): self = .take(index)
    case .gap: return nil
    }
  }
}
