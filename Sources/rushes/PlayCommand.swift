import Codec
import Lanes
import Merging
import Recording
import Settings
import Terminal

/// `rushes play`: a movie on the screen, or in another player.
struct PlayCommand {
  let context: Context

  func run() throws -> ExitCode {
    guard let path = context.files.first?.path else { return .usage }
    // What is wrong with the file is told wherever it is to be shown.
    let reel = try ReelFile.reel(path: path)
    if let player = context.options.player { return try handOver(path, to: player) }
    try ScreenShell.requireTerminal(for: "A review", remedy: "give --player a player with a window")
    return try PlayShell(reel, context: context).run()
  }

  private func handOver(_ path: String, to player: String) throws -> ExitCode {
    let obstacle = Interruptible.hand(path, to: player)
    if let obstacle { throw Problem(.failed, obstacle) }
    return .done
  }
}

extension Interruptible {
  /// Has another player show a file, and waits for it; says what went wrong, if anything did.
  ///
  /// The player has the terminal to itself, and signals that end this program end it.
  fileprivate static func hand(_ path: String, to player: String) -> String? {
    let ending = Gate<ForegroundProgram.Ending>()
    guard let program = ForegroundProgram.start(player, with: path, { ending.open($0) }) else {
      return ForegroundProgram.Ending.code(127).obstacle(of: player)
    }
    let signals = whenSignalled { program.end() }
    defer { for signal in signals { signal.cancel() } }
    return ending.wait().obstacle(of: player)
  }
}

extension ForegroundProgram.Ending {
  /// What the user should know about a player that ended like this; nil when all is well.
  func obstacle(of player: String) -> String? {
    switch self {
    case .code(0), .signal: nil
    case .code(126), .code(127):
      "The player '\(player)' cannot be run; install it, or leave --player out."
    case .code(let code):
      "The player '\(player)' ended with exit code \(code)."
    }
  }
}
