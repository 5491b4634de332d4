import Glibc

/// Lets wrapped sequences through tmux for the program's own pane, by tmux's own command, and
/// forbids them again afterwards.
///
/// The option is off by default since tmux 3.3; before that there was none, and all went through.
struct TmuxPassthrough {
  private static let option = "allow-passthrough"
  /// The command talks to a server on the same machine; it takes 5 ms when that is idle.
  private static let patience: Int32 = 500

  /// The pane (TMUX_PANE), such as `%3`.
  let pane: String
  /// The environment in which the command finds its server (TMUX).
  var environment: [String]? = nil
  /// The command that puts the option back; nil when it was not touched.
  private var undo: [String]?

  /// Touches nothing.
  init(pane: String, environment: [String]? = nil) {
    self.pane = pane
    self.environment = environment
  }

  /// Looks how the option stands; `lastCommand` is known afterwards.
  mutating func look() {
    // "allow-passthrough off" where it is set on the pane, with a * where it is inherited.
    guard undo == nil, let shown = run(["show-options", "-pA", "-t", pane, Self.option]) else {
      return
    }
    let words = shown.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[1] == "off" else { return }
    undo =
      words[0].hasSuffix("*")
      ? ["set-option", "-pu", "-t", pane, Self.option]
      : ["set-option", "-p", "-t", pane, Self.option, "off"]
  }

  /// Sets the option for the pane, unless passing is allowed as it is.
  mutating func open() {
    if undo == nil { look() }
    if undo != nil { _ = run(["set-option", "-p", "-t", pane, Self.option, "on"]) }
  }

  /// What is to be run when this process cannot call `close` any more; empty without need.
  var lastCommand: [String] { undo.map { ["tmux"] + $0 } ?? [] }

  /// Puts the option back as `open` found it.
  mutating func close() {
    guard let undo else { return }
    self.undo = nil
    _ = run(undo)
  }

  /// Runs tmux and returns what it printed; nil when it failed or took too long.
  private func run(_ words: [String]) -> String? {
    SmallCommand.run(["tmux"] + words, environment: environment, within: Self.patience)
  }
}
