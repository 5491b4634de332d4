import Recording
import Testing
import Units

@Suite struct `a button that tells when it is let go` {
  private func milliseconds(_ count: Int64) -> MediaTime { .milliseconds(count) }

  @Test(arguments: [HoldMachine.Style.auto, .hold])
  func `makes a take of exactly its hold, whatever the keyboard does meanwhile`(
    style: HoldMachine.Style
  ) {
    var machine = HoldMachine(style: style, reportsRelease: false, isRemote: false)
    #expect(machine.buttonDown(at: milliseconds(10)) == .press(at: milliseconds(10)))
    #expect(machine.isDown && machine.deadline == nil)
    #expect(machine.keyDown(at: milliseconds(500)) == nil)
    #expect(machine.focusLost(at: milliseconds(600)) == nil)
    #expect(machine.buttonDown(at: milliseconds(700)) == nil)
    #expect(machine.buttonUp(at: milliseconds(900)) == .release(at: milliseconds(900)))
    #expect(!machine.isDown)
    #expect(machine.buttonUp(at: milliseconds(901)) == nil)
  }

  @Test func `starts and stops by its presses when taps are what the user chose`() {
    var machine = HoldMachine(style: .toggle, reportsRelease: true, isRemote: false)
    #expect(machine.buttonDown(at: milliseconds(10)) == .press(at: milliseconds(10)))
    #expect(machine.buttonUp(at: milliseconds(90)) == nil)
    #expect(machine.isLatched)
    #expect(machine.buttonDown(at: milliseconds(5000)) == .release(at: milliseconds(5000)))
    #expect(machine.buttonUp(at: milliseconds(5080)) == nil)
  }

  @Test func `ends what a tap began, and leaves a held key alone`() {
    var machine = HoldMachine(style: .auto, reportsRelease: true, isRemote: false)
    _ = machine.keyDown(at: milliseconds(0))
    #expect(machine.buttonDown(at: milliseconds(100)) == nil)
    #expect(machine.buttonUp(at: milliseconds(200)) == nil)
    #expect(machine.keyUp(at: milliseconds(300)) == .release(at: milliseconds(300)))
    #expect(machine.toggled(at: milliseconds(400)) == .press(at: milliseconds(400)))
    #expect(machine.isLatched)
    #expect(machine.buttonDown(at: milliseconds(900)) == .release(at: milliseconds(900)))
  }

  @Test func `means nothing when its take has ended by itself`() {
    var machine = HoldMachine(style: .auto, reportsRelease: false, isRemote: false)
    _ = machine.buttonDown(at: milliseconds(0))
    machine.takeEnded(at: milliseconds(500))
    #expect(!machine.isDown)
    #expect(machine.buttonUp(at: milliseconds(600)) == nil)
    #expect(machine.buttonDown(at: milliseconds(700)) == .press(at: milliseconds(700)))
  }

  @Test func `toggled ends a take whoever holds it, and the key's repeats begin no other`() {
    for reportsRelease in [false, true] {
      var keyboard = Keyboard(reportsRelease: reportsRelease)
      keyboard.type(Keyboard.hold(0, 2000))
      #expect(
        keyboard.machine.toggled(at: milliseconds(2000)) == .release(at: milliseconds(2000)))
      for time in stride(from: Int64(2010), to: 4000, by: 40) {
        #expect(keyboard.machine.keyDown(at: milliseconds(time)) == nil)
      }
    }
  }
}

@Suite struct `a window that loses the keyboard` {
  @Test func `ends the hold of a key`() {
    var told = Keyboard(reportsRelease: true)
    told.type(Keyboard.hold(0, 2000))
    #expect(told.machine.focusLost(at: .milliseconds(2100)) == .release(at: .milliseconds(2100)))
    // The report of some terminals comes behind it.
    #expect(told.machine.keyUp(at: .milliseconds(2101)) == nil)
    var inferred = Keyboard()
    inferred.type(Keyboard.hold(0, 2000))
    #expect(
      inferred.machine.focusLost(at: .milliseconds(2200)) == .release(at: .milliseconds(2020)))
    #expect(!inferred.machine.isLatched)
  }

  @Test func `leaves alone what a tap keeps recording, or may yet keep`() {
    var keyboard = Keyboard()
    keyboard.down(0)
    #expect(keyboard.machine.focusLost(at: .milliseconds(300)) == nil)
    keyboard.pass(until: 3000)
    #expect(keyboard.machine.isLatched)
    #expect(keyboard.machine.focusLost(at: .milliseconds(4000)) == nil)
    #expect(keyboard.machine.isLatched)
    var toggle = Keyboard(.toggle, reportsRelease: true)
    toggle.down(0)
    #expect(toggle.machine.focusLost(at: .milliseconds(50)) == nil)
  }
}

@Suite struct `the rhythm of repeats` {
  @Test func `is waited for longer the more uneven it is`() {
    var even = RepeatRhythm(isRemote: true)
    var uneven = even
    for number in 0..<200 {
      even.learn(.milliseconds(33))
      uneven.learn(.milliseconds(number.isMultiple(of: 3) ? 93 : 3))
    }
    #expect(even.period == .milliseconds(33))
    #expect(even.wait == .milliseconds(400))
    #expect(uneven.wait >= .milliseconds(900) && uneven.wait <= .milliseconds(1200))
  }

  @Test func `on an unknown network is trusted to no short silence`() {
    var rhythm = RepeatRhythm(isRemote: true)
    #expect(rhythm.wait == .milliseconds(1200))
    rhythm.learn(.milliseconds(40))
    #expect(rhythm.wait == .milliseconds(1200))
    var local = RepeatRhythm(isRemote: false)
    #expect(local.wait == .milliseconds(600))
    local.learn(.milliseconds(40))
    #expect(local.wait == .milliseconds(160))
  }
}
