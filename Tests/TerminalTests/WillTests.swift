import Foundation
import Support
import Testing

@testable import Terminal

// Never beside another session: ncurses has one terminal for the whole process.
extension `a terminal session` {
  @Suite struct `a will` {
    @Test func `is the last one that was written whole`() throws {
      var file = try #require(WillFile())
      defer { close(file.descriptor) }
      #expect(file.read() == nil)
      let first = Will(sequences: TerminalModes.everythingOff())
      let second = Will(sequences: "", command: ["tmux", "set", "-p", "allow-passthrough", "off"])
      for will in [first, second, nil, first, nil, second] {
        file.write(will)
        #expect(file.read() == will)
      }
    }

    @Test func `holds while the next one is half written`() throws {
      var file = try #require(WillFile())
      defer { close(file.descriptor) }
      let will = Will(sequences: "off")
      file.write(will)
      // What a writer that is killed before its last byte leaves in the other record.
      pwrite(file.descriptor, [0, 200, 65] as [UInt8], 3, 2 * 4096)
      #expect(file.read() == will)
      // A record that is shorter than it says counts for nothing.
      pwrite(file.descriptor, [2] as [UInt8], 1, 0)
      #expect(file.read() == nil)
    }

    @Test func `can send the guard away with an exit code`() throws {
      var file = try #require(WillFile())
      defer { close(file.descriptor) }
      file.write(Will(sequences: "off"))
      #expect(file.dismissalCode == nil)
      // Without a guard there is nobody to be sent away.
      file.dismissGuard(1)
      #expect(file.dismissalCode == nil)
      // One that is gone is not either.
      WillFile(inherited: file.descriptor, from: getpid()).dismissGuard(1)
      #expect(file.dismissalCode == nil)
      WillFile(inherited: file.descriptor, from: getppid()).dismissGuard(130)
      #expect(file.dismissalCode == 130)
      #expect(file.read() == nil)
    }

    @Test func `is in force only while the session has the terminal`() throws {
      let file = try #require(WillFile())
      defer { close(file.descriptor) }
      let rig = try Rig(.kitty, will: file)
      defer { rig.close() }
      try rig.enter()
      #expect(file.read()?.sequences == TerminalModes.everythingOff())
      rig.onLane { $0.suspend() }
      #expect(file.read() == nil)
      rig.onLane { $0.resume() }
      #expect(file.read() != nil)
      rig.session.leave()
      #expect(file.read() == nil)
    }

    @Test func `asks a plain type for nothing but its settings`() throws {
      let file = try #require(WillFile())
      defer { close(file.descriptor) }
      let rig = try Rig(.xterm, type: "dumb", will: file)
      defer { rig.close() }
      // It is asked nothing, so there is no answer to wait for.
      try rig.session.enter()
      #expect(file.read() == Will(sequences: ""))
    }

    @Test func `reaches through a multiplexer that only its answer tells of, as over SSH`() throws {
      let file = try #require(WillFile())
      defer { close(file.descriptor) }
      let rig = try Rig(.tmuxInKitty, will: file)
      defer { rig.close() }
      try rig.enter()
      let pop = "\u{1b}Ptmux;\u{1b}\u{1b}[<u\u{1b}\\"
      #expect(rig.terminal.wait { _ in file.read()?.sequences.contains(pop) == true })
    }

    @Test(arguments: [false, true])
    func `carried out puts everything back and leaves no byte`(onMainScreen: Bool) throws {
      let rig = try Rig(.kitty, latency: 0.03)
      defer { rig.close() }
      let before = rig.terminal.screen.modes
      let line = try TerminalLine(input: rig.descriptor, output: rig.descriptor)
      // The shell's own flags, which the recorder's must not be mistaken for.
      line.write("\u{1b}[>5u")
      if onMainScreen {
        // Killed just before its screen appeared, its question already asked.
        line.write("\u{1b}[c")
      } else {
        try rig.enter()
        rig.onLane { $0.keyWentDown() }
        line.write("\u{1b}[4h\u{1b}[?7l\u{1b}[?2026h\u{1b}[1;3")
      }
      rig.terminal.type("q\u{1b}[113;1:3u")
      #expect(line.carryOut(Will(sequences: TerminalModes.everythingOff())))
      rig.terminal.waitForLink()
      #expect(rig.terminal.unread == [])
      var expected = before
      expected.mainFlags = [5]
      #expect(rig.terminal.screen.modes == expected)
      #expect(rig.terminal.settings == rig.settingsBefore)
    }

    @Test func `runs its program`() throws {
      let rig = try Rig(.silent)
      defer { rig.close() }
      let folder = try TempFolder()
      let line = try TerminalLine(input: rig.descriptor, output: rig.descriptor)
      #expect(line.carryOut(Will(sequences: "", command: ["touch", folder.file("ran it")])))
      #expect(folder.names == ["ran it"])
    }

    @Test func `does nothing to a terminal that is gone`() throws {
      let rig = try Rig(.kitty)
      defer { rig.close() }
      let line = try TerminalLine(input: rig.descriptor, output: rig.descriptor)
      rig.terminal.hangUp()
      #expect(!line.carryOut(Will(sequences: TerminalModes.everythingOff())))
    }

    @Test(arguments: [
      ("\u{1b}[0n\u{1b}[?62;c", true), ("\u{1b}[?62;c\u{1b}[0n", false),
      ("\u{1b}[?62;c\u{1b}[0n\u{1b}[?0u\u{1b}[?62;c", true), ("\u{1b}[0n\u{1b}[?62;", false),
      ("", false),
    ])
    func `knows the answers to its own questions`(heard: String, isAll: Bool) {
      #expect(TerminalLine.answers(Array(heard.utf8)) == isAll)
    }
  }
}
