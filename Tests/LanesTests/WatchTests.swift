import Glibc
import Lanes
import Testing
import Units

@Suite struct `a watched descriptor` {
  @Test func `calls on its lane for what there is to read, until cancelled`() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (readable, writable) = (ends[0], ends[1])
    defer { for end in ends { close(end) } }
    let lane = Lane("pipe")
    let seen = Locked<[UInt8]>([])
    let gate = Gate<Bool>()
    let watch = lane.watch(readable: readable) {
      lane.precondition()
      var byte: UInt8 = 0
      guard read(readable, &byte, 1) == 1 else { return }
      if seen.withLock({ $0.append(byte); return $0.count }) == 3 { gate.open(true) }
    }
    for byte: UInt8 in [7, 8, 9] { withUnsafeBytes(of: byte) { _ = write(writable, $0.baseAddress, 1) } }
    #expect(gate.wait())
    watch.cancel()
    lane.drain()
    withUnsafeBytes(of: UInt8(10)) { _ = write(writable, $0.baseAddress, 1) }
    lane.wait(.milliseconds(20))
    #expect(seen.current == [7, 8, 9])
  }
}

/// One after the other: a signal's handler belongs to the whole process.
@Suite(.serialized) struct `a watched signal` {
  @Test func `does not take its default action and calls on its lane`() async {
    await #expect(processExitsWith: .success) {
      let lane = Lane("signal")
      let gate = Gate<Bool>()
      let watch = lane.watch(signal: SIGUSR1) {
        lane.precondition()
        gate.open(true)
      }
      kill(getpid(), SIGUSR1)
      exit(gate.wait() ? withExtendedLifetime(watch) { 0 } : 1)
    }
  }

  @Test func `reaches a second watch, and one made after the first is gone`() async {
    await #expect(processExitsWith: .success) {
      let lane = Lane("signals")
      for _ in 0..<3 {
        let (one, other) = (Gate<Bool>(), Gate<Bool>())
        let first = lane.watch(signal: SIGUSR1) { one.open(true) }
        let second = lane.watch(signal: SIGUSR1) { other.open(true) }
        kill(getpid(), SIGUSR1)
        _ = (one.wait(), other.wait())
        withExtendedLifetime(first) {}
        withExtendedLifetime(second) {}
      }
      exit(0)
    }
  }
}
