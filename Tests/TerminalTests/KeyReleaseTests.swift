import Screens
import Support
import Testing

@testable import Terminal

extension `a terminal session` {
  @Test func `hears a key let go in kitty, but asks for it only while one is held`() throws {
    let rig = try Rig(.kitty)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.supportsKeyRelease } == true)
    #expect(rig.terminal.screen.modes.keyboardFlags == 0)
    rig.terminal.press(" ")
    #expect(rig.waitForInputs { $0.last == .press(.character(" ")) })
    rig.onLane { $0.pushKeyboardFlags() }
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [3] })
    rig.terminal.release(" ")
    #expect(rig.waitForInputs { $0.contains(.release(.character(" "))) })
    rig.onLane { $0.popKeyboardFlags() }
    #expect(rig.terminal.wait { $0.modes.alternateFlags == [] })
    #expect(rig.onLane { $0.supportsKeyRelease } == true)
  }

  @Test func `knows that xterm does not tell`() throws {
    let rig = try Rig(.xterm)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.supportsKeyRelease } == false)
  }

  @Test func `knows nothing before the terminal has answered`() throws {
    let rig = try Rig(.silent)
    defer { rig.close() }
    try rig.enter()
    #expect(rig.onLane { $0.supportsKeyRelease } == nil)
  }
}

@Suite struct `the keyboard protocol` {
  @Test func `is believed only when release events were really switched on`() {
    var keyboard = KeyboardProtocol()
    #expect(keyboard.ask() == "\u{1b}[?u\u{1b}[c")
    keyboard.take(.keyboardFlags(0))
    keyboard.take(.deviceAttributes([]))
    #expect(keyboard.supportsRelease == true)
    #expect(keyboard.push() == "\u{1b}[>3u\u{1b}[?u")
    // A multiplexer that knows flag 1 alone.
    keyboard.take(.keyboardFlags(1))
    #expect(keyboard.supportsRelease == false)
    // But a release is a release.
    keyboard.take(.release(.character(" ")))
    #expect(keyboard.supportsRelease == true)
  }

  @Test func `is pushed once and popped once`() {
    var keyboard = KeyboardProtocol()
    #expect(keyboard.pop() == "")
    #expect(keyboard.push() != "")
    #expect(keyboard.push() == "")
    #expect(keyboard.pop() == "\u{1b}[<u")
    #expect(keyboard.pop() == "")
  }

  @Test func `is read back only once`() {
    var keyboard = KeyboardProtocol()
    _ = keyboard.push()
    keyboard.take(.keyboardFlags(3))
    _ = keyboard.pop()
    #expect(keyboard.push() == "\u{1b}[>3u")
  }
}
