import Testing
import Units

@testable import Microphone

private func started() -> CaptureMachine {
  var machine = CaptureMachine(subject: "Fake", format: .take)
  machine.started(at: .zero)
  return machine
}

private func failure(_ code: ALSACode) -> MicrophoneError {
  MicrophoneError(.wait, code, subject: "Fake")
}

@Suite struct `the flow of a microphone` {
  @Test func `is given up after three seconds without a sample`() {
    var machine = started()
    #expect(machine.passed(at: .milliseconds(2_999)) == .goOn)
    #expect(machine.arrived(frames: 480, at: .milliseconds(2_999)) == .goOn)
    #expect(machine.passed(at: .milliseconds(5_998)) == .goOn)
    #expect(
      machine.passed(at: .milliseconds(5_999))
        == .giveUp("The microphone Fake delivers no samples."))
  }

  @Test func `is started again at once after one overrun, then with pauses, then given up`() {
    var machine = started()
    #expect(machine.failed(failure(.overrun), at: .zero) == .restart(afterPause: false))
    for _ in 2..<CaptureMachine.failureLimit {
      #expect(machine.failed(failure(.overrun), at: .zero) == .restart(afterPause: true))
    }
    #expect(machine.failed(failure(.overrun), at: .zero) == .giveUp("\(failure(.overrun))"))
  }

  @Test func `forgives overruns as long as samples come in between`() {
    var machine = started()
    for second in 1...1_000 {
      let now = MediaTime.milliseconds(Int64(second) * 1_000)
      #expect(machine.failed(failure(.overrun), at: now) == .restart(afterPause: false))
      #expect(machine.isBehindHole)
      #expect(machine.arrived(frames: 480, at: now) == .goOn)
      #expect(!machine.isBehindHole)
    }
  }

  @Test(arguments: [ALSACode.noDevice, .noEntry, .noSuchAddress])
  func `ends when the device is gone`(code: ALSACode) {
    var machine = started()
    #expect(machine.failed(failure(code), at: .zero) == .giveUp("\(failure(code))"))
  }

  @Test func `may run fast by some per cent, but not by the second`() {
    var machine = started()
    for tenth in 1...10_000 {
      #expect(machine.arrived(frames: 4_900, at: .milliseconds(Int64(tenth) * 100)) == .goOn)
    }
    var runaway = started()
    for _ in 1...4 { #expect(runaway.arrived(frames: 24_000, at: .zero) == .goOn) }
    #expect(
      runaway.arrived(frames: 24_000, at: .zero)
        == .giveUp("The microphone Fake delivers samples faster than time passes."))
  }
}
