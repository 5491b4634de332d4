import Settings
import Terminal

/// Chooses the best way to a picture that the terminal has told of by now: its answers come when
/// they come, and it may refuse a picture later.
struct PictureChooser {
  /// What changed: the pictures from now on, nil for none, and what to tell who has asked for a way
  /// by name that is not there.
  typealias Change = (live: LivePicture?, obstacle: String?)

  private let wish: PreviewWish?
  private let isRemote: Bool
  private var choice: PictureChoice?

  /// Chooses by the user's wish.
  init(_ context: Context) {
    wish = PreviewWish(context.options.preview)
    isRemote = context.isRemote
  }

  /// True while the terminal may still tell of a way.
  var isWaiting: Bool { wish != nil && choice == nil }

  /// Looks what `terminal` has answered; nil when nothing is new.
  mutating func look(at terminal: TerminalSession) -> Change? {
    guard let wish, let next = terminal.pictureChoice(wish, isRemote: isRemote), next != choice
    else { return nil }
    choice = next
    return (
      next.carrier.map { LivePicture($0, isRemote: isRemote) }, wish == .best ? nil : next.obstacle
    )
  }
}
