import Foundation
import Support
import Testing

/// What `rushes doctor` says of a machine, as others read it.
private struct Diagnosis: Decodable {
  struct Finding: Decodable {
    var area: String
    var verdict: String
    var text: String
    var advice: [String]
  }
  var findings: [Finding]

  func about(_ area: String) -> [Finding] { findings.filter { $0.area == area } }
}

@Suite struct `rushes doctor` {
  @Test func `looks at everything without a terminal, and says what is wrong`() throws {
    let rushes = try Rushes()
    let output = try rushes.run(["doctor", "--json"])
    let diagnosis = try JSONDecoder().decode(Diagnosis.self, from: Data(output.stdout))
    for area in ["terminal", "camera", "microphone", "movies", "takes", "ctl"] {
      #expect(!diagnosis.about(area).isEmpty, "nothing about \(area)")
    }
    #expect(diagnosis.about("terminal").map(\.verdict) == ["note"])
    #expect(try #require(diagnosis.about("movies").first).text.contains(rushes.folder.path))

    // A file where the videos should be: the doctor sees it before a movie is lost to it.
    try Data().write(to: URL(fileURLWithPath: rushes.folder.file("videos")))
    let sick = try rushes.run(["doctor"])
    #expect(sick.status == 1)
    #expect(sick.text.contains("movies      bad "))
  }

  @Test(arguments: [
    (
      PtyTerminal.Kind.graphicKitty, "xterm-256color", "picture     ok    kitty graphics, by shared"
    ),
    (.distantKitty, "xterm-256color", "picture     ok    kitty graphics, as PNG"),
    (.vt340, "xterm", "picture     ok    sixel graphics in 256 colours; a cell has 10x20 pixels"),
    (.iterm, "xterm-256color", "picture     ok    iTerm2 images"),
    (.xterm, "xterm-256color", "xterm shows pixels when it is started as 'xterm -ti vt340'."),
    (.xterm, "xterm", "256 colours, and TERM=xterm has 8; most terminals have them with"),
  ])
  func `tells how the picture comes, and what would be better`(
    kind: PtyTerminal.Kind, type: String, words: String
  ) throws {
    let player = try Rushes().open(["doctor"], columns: 160, rows: 40, kind: kind, type: type)
    #expect(try player.waitForExit() == .code(0))
    #expect(player.terminal.screen.text.contains(words), "\(player.terminal.screen.text)")
    #expect(player.terminal.unread.isEmpty)
  }

  @Test(arguments: [
    (PtyTerminal.Kind.kitty, "release by the kitty protocol"), (.xterm, "by key repeat"),
    (.windowsTerminal, "release by win32-input-mode"),
  ])
  func `tells how the hold works in this terminal`(
    kind: PtyTerminal.Kind, words: String
  ) throws {
    let player = try Rushes().open(["doctor"], columns: 120, rows: 40, kind: kind)
    #expect(try player.waitForExit() == .code(0))
    #expect(player.hasRestoredSettings)
    let screen = player.terminal.screen.text
    #expect(screen.contains("terminal    ok"), "\(screen)")
    #expect(screen.contains(words), "\(screen)")
    #expect(screen.contains("is worked out from") == (kind == .xterm))
  }
}
