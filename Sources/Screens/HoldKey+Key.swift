package import Recording

extension HoldKey {
  /// True when `key` is the one that is held.
  ///
  /// A letter counts in both cases: caps lock and Shift must neither hide a press nor a release.
  package func `is`(_ key: Key) -> Bool {
    if case .character(let wanted) = self, case .character(let typed) = key {
      return wanted == typed || wanted.lowercased() == typed.lowercased()
    }
    return key == self.key
  }

  /// True for the keys whose releases the kitty protocol tells only when all keys come as
  /// sequences: without that a shell left behind by a crash could not be typed at.
  package var isEditing: Bool {
    [.named(.enter), .named(.tab), .named(.backspace)].contains(self)
  }

  private var key: Key {
    switch self {
    case .character(let character): .character(character)
    case .named(.enter): .enter
    case .named(.tab): .tab
    case .named(.backspace): .backspace
    case .named(.delete): .delete
    case .named(.home): .home
    case .named(.end): .end
    case .named(.pageup): .pageUp
    case .named(.pagedown): .pageDown
    case .named(.up): .up
    case .named(.down): .down
    case .named(.left): .left
    case .named(.right): .right
    case .named(let function): .function(Int(function.rawValue.dropFirst()) ?? 0)
    }
  }
}
