import Glibc

/// The user's folders by the XDG Base Directory and user-dirs conventions.
package struct UserFolders: Sendable {
  private let environment: [String: String]
  private let home: String

  /// Reads the folders from an environment; a relative path in it is ignored, as XDG demands.
  package init(environment: [String: String]) {
    self.environment = environment
    home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
  }

  /// Where sessions lie: `$XDG_DATA_HOME/rushes/sessions`.
  package var sessions: String { "\(base("XDG_DATA_HOME", ".local/share"))/rushes/sessions" }

  /// Where the configuration lies: `$XDG_CONFIG_HOME/rushes/config`.
  package var configuration: String { "\(base("XDG_CONFIG_HOME", ".config"))/rushes/config" }

  /// The same, nil when there is no such file.
  package var existingConfiguration: String? {
    access(configuration, F_OK) == 0 ? configuration : nil
  }

  /// The videos folder: `$XDG_VIDEOS_DIR`, else what user-dirs.dirs says, else `~/Videos`.
  package var videos: String {
    if let path = absolute(environment["XDG_VIDEOS_DIR"]) { return path }
    let file = "\(base("XDG_CONFIG_HOME", ".config"))/user-dirs.dirs"
    if let bytes = FileBytes.read(file),
      let path = videosLine(in: String(decoding: bytes, as: UTF8.self))
    {
      return path
    }
    return "\(home)/Videos"
  }

  /// The value of `XDG_VIDEOS_DIR="$HOME/…"` in user-dirs.dirs.
  func videosLine(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == "XDG_VIDEOS_DIR" else { continue }
      let value = parts[1].filter { $0 != "\"" }
      if value == "$HOME" || value.hasPrefix("$HOME/") { return home + value.dropFirst(5) }
      return absolute(value)
    }
    return nil
  }

  private func base(_ name: String, _ fallback: String) -> String {
    absolute(environment[name]) ?? "\(home)/\(fallback)"
  }

  private func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }
}
