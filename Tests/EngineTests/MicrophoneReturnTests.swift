import Lanes
import Recording
import Screens
import Testing
import Units

@testable import Engine

@Suite struct `a microphone that was lost` {
  private func view(_ studio: Studio) -> ViewState { studio.recorder.snapshot.current }

  /// Lets the recorder look, not waiting for the second to be over.
  private func look(_ studio: Studio) {
    _ = studio.recorder.lane.sync { () throws(Never) in studio.recorder.lookForMicrophone() }
    studio.settleCamera()
  }

  @Test func `is opened when it is there again, and takes have its sound`() throws {
    let studio = try Studio()
    studio.take(0..<6)
    studio.microphone?.lose("The microphone was unplugged.")
    studio.settle()
    #expect(studio.waiter.events.warnings == ["The microphone was unplugged."])
    #expect(view(studio).note == "The microphone was unplugged. Waiting for it.")
    look(studio)
    #expect(view(studio).note == "The microphone was unplugged. Waiting for it.", "not there yet")
    studio.take(20..<26)
    studio.hands.hasMicrophone.withLock { $0 = true }
    look(studio)
    #expect(view(studio).note == "fake microphone is back.")
    studio.shoot(38..<40)
    studio.take(40..<46)
    let silent = try studio.closedTake(1)
    #expect(silent.file.audio.allSatisfy { $0 == 0 } && silent.take.audioFilled > 0)
    let heard = try studio.closedTake(2)
    #expect(heard.take.audioFilled == 0)
    #expect(heard.file.audio == GridSound.samples(studio.position(40)..<studio.position(46)))
  }

  @Test func `is left alone while a take is made without it`() throws {
    let studio = try Studio()
    studio.shoot(0..<3)
    studio.press(2)
    studio.microphone?.lose("The microphone was unplugged.")
    studio.hands.hasMicrophone.withLock { $0 = true }
    look(studio)
    #expect(view(studio).note == "The microphone was unplugged. Waiting for it.")
    studio.film(3..<10)
    studio.release(8.5)
    _ = try studio.closedTake()
    look(studio)
    #expect(view(studio).note == "fake microphone is back.")
  }

  @Test func `comes back as muted as it was, with what was lost before`() throws {
    let studio = try Studio()
    studio.take(0..<6)
    studio.recorder.toggleMute()
    studio.microphone?.lose("The microphone was unplugged.")
    studio.hands.hasMicrophone.withLock { $0 = true }
    studio.settle()
    look(studio)
    #expect(view(studio).microphone?.isMuted == true)
  }
}
