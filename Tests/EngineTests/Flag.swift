import Lanes

/// Something that happened on another lane.
final class Flag: Sendable {
  private let state = Locked(false)

  var isRaised: Bool { state.current }

  func raise() { state.withLock { $0 = true } }
}
