import Recording
import Testing
import Units

@Suite struct `live photos under way` {
  private let take = Take(file: "take-1.mov", frames: 90, samples: nil)

  @Test func `are developed once both of their parts are there, in any order`() {
    var machine = LiveMachine(length: LiveLength(), isOn: true)
    let (one, two) = (
      machine.pressed(at: .seconds(1.0), identifier: "A"),
      machine.pressed(at: .seconds(2.0), identifier: "B")
    )
    #expect(one.number == 1 && two.number == 2)
    #expect(machine.got(2, still: [1]) == nil)
    #expect(machine.got(1, take: take) == nil)
    #expect(machine.got(2, take: take)?.identifier == "B")
    #expect(machine.got(1, still: [2])?.still == [2])
    #expect(machine.got(1, still: [2]) == nil, "once")
    machine.ended(2, stands: true)
    machine.ended(1, stands: false)
    #expect(machine.shots.isEmpty && machine.finished == 1 && machine.count == 2)
    #expect(machine.got(7, take: take) == nil)
  }

  @Test func `say how long their pictures still come in`() {
    var machine = LiveMachine(length: LiveLength(), isOn: true)
    #expect(machine.left(at: .zero) == nil)
    _ = machine.pressed(at: .seconds(1.0), identifier: "A")
    #expect(machine.left(at: .seconds(1.25)) == .milliseconds(1250))
    #expect(machine.left(at: .seconds(9.0)) == .zero)
    _ = machine.got(1, take: take, still: [])
    #expect(machine.left(at: .seconds(1.5)) == nil)
  }

  @Test func `tell what is missing before their shutter`() {
    var machine = LiveMachine(length: LiveLength(), isOn: true)
    _ = machine.pressed(at: .zero, identifier: "A")
    #expect(machine.begun(1, lead: 45, at: .thirty) == nil)
    #expect(
      machine.begun(1, lead: 12, at: .thirty)
        == "Live photo 1 begins 0.40 s before its shutter, not 1.50 s: there was no more in hand.")
  }

  @Test func `have frames by the grid`() {
    let length = LiveLength(before: .seconds(1.0), after: .milliseconds(1))
    let (short, usual) = (
      length.frames(at: .thirty), LiveLength().frames(at: FrameRate(30_000, per: 1001) ?? .thirty)
    )
    #expect([short.before, short.after, usual.before, usual.after] == [30, 1, 45, 45])
  }

  @Test func `get identifiers of their own`() {
    let made = (0..<100).map { _ in StillTags.newIdentifier() }
    #expect(Set(made).count == 100)
    let form = /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/
    #expect(made.allSatisfy { $0.wholeMatch(of: form) != nil })
  }
}
