import Foundation
import Glibc
import Support
import Testing
import Units

@testable import Terminal

// Never beside a session: ncurses has one terminal for the whole process.
extension `a terminal session` {
  @Suite struct `asking a terminal what it is` {
    /// Asks a played terminal, and says what is left of that.
    private func report(
      _ kind: PtyTerminal.Kind, type: String = "xterm-256color", latency: Double = 0,
      flagsBefore: String = ""
    ) throws -> (report: TerminalReport, terminal: PtyTerminal, leftOver: [UInt8]) {
      let terminal = try PtyTerminal(columns: 90, rows: 30, kind: kind, latency: latency)
      let before = terminal.settings
      let descriptor = terminal.openProgramSide()
      defer { Glibc.close(descriptor) }
      _ = flagsBefore.withCString { Glibc.write(descriptor, $0, strlen($0)) }
      var options = TerminalOptions(type: type)
      if kind == .screenInKitty { options.multiplexer = .screen }
      let report = try TerminalProbe.ask(input: descriptor, output: descriptor, options: options)
      #expect(terminal.settings == before)
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&wanted, 1, 100) == 0, "an answer was left to the shell")
      return (report, terminal, [])
    }

    @Test(arguments: [
      (PtyTerminal.Kind.kitty, KeyRung.kitty), (.foot, .kitty), (.xterm, .repeats),
      (.windowsTerminal, .win32), (.tmuxInKitty, .kittyThrough(.tmux)),
      (.screenInKitty, .kittyThrough(.screen)), (.tmux, .repeats), (.silent, .repeats),
    ])
    func `finds its rung and leaves everything as it was`(
      kind: PtyTerminal.Kind, rung: KeyRung
    ) throws {
      let (report, terminal, _) = try report(kind, latency: 0.03, flagsBefore: "\u{1b}[>5u")
      #expect(report.answers.rung == rung)
      #expect(report.size == CellSize(columns: 90, rows: 30))
      #expect(terminal.screen.modes.keyboardFlags == 5)
      #expect(terminal.screen.modes.on.isDisjoint(with: [9001, 1049, 1000, 1004, 2004]))
      terminal.hangUp()
    }

    @Test func `asks nothing of a type that has no such questions`() throws {
      let (report, terminal, _) = try report(.kitty, type: "dumb")
      #expect(report.answers.name == nil && report.answers.rung == .repeats)
      terminal.hangUp()
    }

    @Test func `needs a terminal`() throws {
      let null = open("/dev/null", O_RDWR)
      defer { close(null) }
      #expect(throws: TerminalError.self) {
        try TerminalProbe.ask(input: null, output: null, options: TerminalOptions(type: "xterm"))
      }
    }
  }
}

@Suite struct `advice about a terminal` {
  private func advice(
    _ change: (inout TerminalReport) -> Void
  ) -> [String] {
    var report = TerminalReport(
      type: "xterm-256color", isTypeKnown: true, size: CellSize(columns: 80, rows: 24),
      facts: PictureChoice.Facts(
        colours: 256, isUnicode: true, grain: nil, type: "xterm-256color"),
      answers: TerminalAnswers())
    change(&report)
    return TerminalAdvice(report).sentences
  }

  @Test func `is none where releases are told at once`() {
    for rung in [KeyRung.kitty, .win32, .kittyThrough(.tmux)] {
      #expect(
        advice {
          $0.answers.rung = rung
          $0.answers.answerTime = .milliseconds(20)
        }.isEmpty)
    }
  }

  @Test(arguments: [
    ("WezTerm 20240203-110809-5046fc22", "enable_kitty_keyboard = true"),
    ("Konsole 22.12.3", "26.08"), ("iTerm2 3.4.0", "3.5.5"),
  ])
  func `says how a terminal is made to tell`(name: String, remedy: String) {
    let sentences = advice {
      $0.answers.name = name
      $0.answers.rung = .repeats
    }
    #expect(sentences.count == 2 && sentences[0].contains(remedy))
  }

  @Test func `names the multiplexer that lets nothing through, an unknown type and a slow link`() {
    let sentences = advice {
      $0.type = "xterm-ghostty"
      $0.isTypeKnown = false
      $0.answers.rung = .repeats
      $0.answers.multiplexer = .tmux
      $0.answers.answerTime = .milliseconds(400)
    }
    #expect(sentences.count == 4)
    #expect(sentences[0].contains("xterm-ghostty") && sentences[1].hasPrefix("tmux"))
    #expect(sentences[2].contains("rushes ctl") && sentences[3].contains("400 ms"))
  }
}
