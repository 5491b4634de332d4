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
    func send(_ byte: UInt8) {
      withUnsafeBytes(of: byte) { _ = write(writable, $0.baseAddress, 1) }
    }
    let watch = lane.watch(readable: readable) {
      lane.precondition()
      var byte: UInt8 = 0
      guard read(readable, &byte, 1) == 1 else { return }
      if seen.withLock({
        $0.append(byte); return $0.count
      }) == 3 {
        gate.open(true)
      }
    }
    for byte: UInt8 in [7, 8, 9] {
      withUnsafeBytes(of: byte) { _ = write(writable, $0.baseAddress, 1) }
    }
    #expect(gate.wait())
    watch.cancel()
    lane.drain()
    send(10)
    lane.wait(.milliseconds(20))
    #expect(seen.current == [7, 8, 9])
  }

  @Test func `keeps its owner until it has let go of it`() {
    final class Owner: Sendable {
      let ends = Locked<[Int32]>([0, 0])
      let gone: Gate<Bool>
      init(gone: Gate<Bool>) {
        self.gone = gone
        #expect(ends.withLock { pipe(&$0) } == 0)
      }
      deinit {
        for end in ends.current { close(end) }
        gone.open(true)
      }
    }
    let gone = Gate<Bool>()
    let lane = Lane("owned")
    weak var left: Owner?
    func begin() -> Watch {
      let owner = Owner(gone: gone)
      left = owner
      return lane.watch(readable: owner.ends.current[0], of: owner) {}
    }
    let watch = begin()
    lane.drain()
    #expect(left != nil)
    watch.cancel()
    #expect(gone.wait())
  }
}

/// Each in a process of its own: a signal's handler belongs to the whole process.
@Suite struct `a watched signal` {
  @Test func `does not take its default action and calls on its lane`() async {
    await #expect(processExitsWith: .success) {
      let lane = Lane("signal")
      let gate = Gate<Bool>()
      let watch = lane.watch(signal: SIGUSR1) {
        lane.precondition()
        gate.open(true)
      }
      let sender = Sender(of: SIGUSR1)
      _ = gate.wait()
      withExtendedLifetime((watch, sender)) { exit(0) }
    }
  }

  @Test func `reaches a second watch, and one made after the first is gone`() async {
    await #expect(processExitsWith: .success) {
      let lane = Lane("signals")
      let sender = Sender(of: SIGUSR1, after: lane.watch(signal: SIGUSR1) {})
      for _ in 0..<3 {
        let (one, other) = (Gate<Bool>(), Gate<Bool>())
        let first = lane.watch(signal: SIGUSR1) { one.open(true) }
        let second = lane.watch(signal: SIGUSR1) { other.open(true) }
        _ = (one.wait(), other.wait())
        withExtendedLifetime((first, second)) {}
      }
      withExtendedLifetime(sender) { exit(0) }
    }
  }
}

/// Sends a signal to this process again and again: one that comes before Dispatch has its handler
/// in place is lost.
private struct Sender {
  private let ticks: Watch
  private let first: Watch?

  init(of signal: Int32, after first: Watch? = nil) {
    self.first = first
    // A signal that never arrives ends the process instead of holding up the tests.
    alarm(20)
    ticks = Lane("sender").every(.milliseconds(2)) { kill(getpid(), signal) }
  }
}
