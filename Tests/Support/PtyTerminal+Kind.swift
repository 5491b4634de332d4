extension PtyTerminal {
  /// Which terminal it pretends to be; answers as seen from the real ones.
  package enum Kind: Sendable, CaseIterable {
    /// Tells when keys are let go, by the kitty protocol.
    case kitty, foot
    /// Knows neither that nor key records.
    case xterm
    /// Knows win32-input-mode.
    case windowsTerminal
    /// Keep everything to themselves but what is wrapped for the kitty outside.
    case tmuxInKitty, screenInKitty
    /// tmux where nothing may be passed on.
    case tmux
    /// Answers nothing.
    case silent
    /// Shows pictures in pixels: kitty here and at the other end of a network, `xterm -ti vt340`,
    /// iTerm2.
    case graphicKitty, distantKitty, vt340, iterm

    var isKitty: Bool { [.kitty, .foot, .graphicKitty, .distantKitty].contains(self) }

    /// What the multiplexer hands on of a device control string.
    func unwrapped(_ string: [UInt8]) -> [UInt8] {
      let tmux = Array("tmux;".utf8)
      switch self {
      case .screenInKitty: return string
      case .tmuxInKitty where string.starts(with: tmux):
        var bytes: [UInt8] = []
        for byte in string.dropFirst(tmux.count) where byte != 0x1b || bytes.last != 0x1b {
          bytes.append(byte)
        }
        return bytes
      default: return []
      }
    }

    /// What the terminal, or the multiplexer, answers; empty where it does not.
    func answer(to question: VTQuestion) -> String {
      guard self != .silent else { return "" }
      switch question {
      case .keyboardFlags(let flags): return isKitty ? "\u{1b}[?\(flags)u" : ""
      case .deviceAttributes: return "\u{1b}[?\(attributes)c"
      case .mode(let mode, let isOn): return report(of: mode, isOn: isOn)
      case .name: return name.isEmpty ? "" : "\u{1b}P>|\(name)\u{1b}\\"
      case .status: return "\u{1b}[0n"
      case .cellPixels: return hasGraphics ? "\u{1b}[6;20;10t" : ""
      case .sixelColours: return self == .vt340 ? "\u{1b}[?1;0;256S" : ""
      case .graphics(let number, let isReadable): return answer(about: number, isReadable)
      case .cursorPosition(let column, let row): return "\u{1b}[\(row);\(column)R"
      }
    }

    /// What the terminal outside answers, as far as the multiplexer lets it through.
    func outerAnswer(to question: VTQuestion) -> String {
      question == .deviceAttributes ? "" : Kind.kitty.answer(to: question)
    }

    private var hasGraphics: Bool {
      [.graphicKitty, .distantKitty, .vt340, .iterm].contains(self)
    }

    private func answer(about picture: Int, _ isReadable: Bool) -> String {
      switch self {
      case .graphicKitty where isReadable: "\u{1b}_Gi=\(picture);OK\u{1b}\\"
      // It sees no memory of this machine.
      case .distantKitty where picture & 1 == 1: "\u{1b}_Gi=\(picture);OK\u{1b}\\"
      case .graphicKitty, .distantKitty: "\u{1b}_Gi=\(picture);EBADF:no such memory\u{1b}\\"
      default: ""
      }
    }

    private var attributes: String {
      switch self {
      case .kitty, .graphicKitty, .distantKitty: "62;"
      case .vt340: "63;1;2;4;6;9;15;22"
      case .iterm: "62;4"
      case .foot: "62;4;22"
      case .xterm: "64;1;2;6;9;15"
      case .windowsTerminal: "61;6;7;14;21;22;23;24;28;32;42"
      case .tmuxInKitty, .screenInKitty, .tmux, .silent: "1;2"
      }
    }

    private var name: String {
      switch self {
      case .kitty, .graphicKitty, .distantKitty: "kitty(0.26.5)"
      case .iterm: "iTerm2 3.5.4"
      case .foot: "foot(1.13.1)"
      case .xterm, .vt340: "XTerm(379)"
      case .tmuxInKitty, .tmux: "tmux 3.3a"
      case .windowsTerminal, .screenInKitty, .silent: ""
      }
    }

    private func report(of mode: Int, isOn: Bool) -> String {
      let known: Set<Int>
      switch self {
      case .kitty, .foot, .graphicKitty, .distantKitty, .iterm: known = [2026]
      case .windowsTerminal: known = [2026, 9001]
      case .xterm, .vt340: known = []
      case .tmuxInKitty, .screenInKitty, .tmux, .silent: return ""
      }
      return "\u{1b}[?\(mode);\(known.contains(mode) ? isOn ? 1 : 2 : 0)$y"
    }
  }

  /// Presses a key and holds it down: the first byte of it, or a key record where those are on.
  package func press(_ key: Character) {
    type(screen.modes.on.contains(9001) ? record(of: key, isDown: true) : String(key))
  }

  /// Lets a key go; told only by terminals that can tell it and were asked to, as real ones do.
  package func release(_ key: Character) {
    if screen.modes.on.contains(9001) { return type(record(of: key, isDown: false)) }
    let modes = kind.isKitty ? screen.modes : outsideModes
    guard modes.keyboardFlags & 2 != 0, let code = key.unicodeScalars.first?.value else { return }
    type("\u{1b}[\(code);1:3u")
  }

  private func record(of key: Character, isDown: Bool) -> String {
    let code = key.unicodeScalars.first?.value ?? 0
    return "\u{1b}[\(code);0;\(code);\(isDown ? 1 : 0);0;1_"
  }
}
