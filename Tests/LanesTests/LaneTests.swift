import Dispatch
import Glibc
import Lanes
import Testing
import Units

private struct Refusal: Error, Equatable {}

@Suite struct `a lane` {
  @Test func `traps a caller that is not on it`() async {
    await #expect(processExitsWith: .failure) {
      Lane("camera").precondition("by a test")
    }
  }

  @Test func `traps a caller from another lane`() async {
    await #expect(processExitsWith: .failure) {
      let (camera, screen) = (Lane("camera"), Lane("screen"))
      _ = screen.sync { () throws(Never) in camera.precondition() }
    }
  }

  @Test func `lets its own callers pass`() {
    let lane = Lane("camera")
    #expect(!lane.isCurrent)
    let isCurrent = lane.sync { () throws(Never) -> Bool in
      lane.precondition()
      return lane.isCurrent
    }
    #expect(isCurrent.get())
    #expect(!lane.isCurrent)
  }

  @Test func `is known by identity, not by name`() {
    let (one, other) = (Lane("same"), Lane("same"))
    #expect(!one.sync { () throws(Never) in other.isCurrent }.get())
  }

  @Test func `runs work in the order in which it was appended`() {
    let lane = Lane("order")
    let seen = Locked<[Int]>([])
    for index in 0..<1000 {
      lane.async {
        lane.precondition()
        seen.withLock { $0.append(index) }
      }
    }
    lane.drain()
    #expect(seen.current == Array(0..<1000))
  }

  @Test func `waits for work and hands back its value or its error`() {
    let lane = Lane("result")
    #expect(lane.sync { () throws(Refusal) in 42 } == .success(42))
    let refused = lane.sync { () throws(Refusal) -> Int in throw Refusal() }
    #expect(refused == .failure(Refusal()))
  }

  @Test func `does not wait for itself`() {
    let lane = Lane("nested")
    let depth = lane.sync { () throws(Never) -> Int in
      lane.sync { () throws(Never) in 1 + lane.sync { () throws(Never) in 1 }.get() }.get()
    }
    #expect(depth.get() == 2)
  }

  @Test func `leaves the processor to the others when it is patient`() {
    func niceness(_ lane: Lane) -> Int32 {
      let gate = Gate<Int32>()
      // Of the calling thread: Linux counts threads as processes here.
      lane.async { gate.open(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
      return gate.wait()
    }
    #expect(niceness(Lane("patient", urgency: .patient)) > niceness(Lane("prompt")))
  }

  @Test func `runs delayed work on itself, and not before its time`() {
    let lane = Lane("after")
    for delay: Int64 in [-5, 0, 15] {
      let gate = Gate<MediaTime>()
      let start = MonotonicClock.now()
      lane.after(.milliseconds(delay)) {
        lane.precondition()
        gate.open(MonotonicClock.now())
      }
      #expect(gate.wait() - start >= .milliseconds(delay))
    }
  }

  @Test func `repeats work on itself until it is cancelled`() {
    let lane = Lane("every")
    let gate = Gate<MediaTime>()
    let count = Locked(0)
    let start = MonotonicClock.now()
    let watch = lane.every(.milliseconds(2)) {
      lane.precondition()
      if count.withLock({
        $0 += 1; return $0
      }) == 5 {
        gate.open(MonotonicClock.now())
      }
    }
    // Five periods, less what the timer may be early.
    #expect(gate.wait() - start >= .milliseconds(9))
    watch.cancel()
    lane.drain()
    let counted = count.current
    lane.wait(.milliseconds(20))
    #expect(count.current == counted)
  }

  @Test func `stops repeating when the watch is let go`() {
    let lane = Lane("let go")
    let gate = Gate<Bool>()
    let count = Locked(0)
    let holder = Locked<Watch?>(nil)
    holder.withLock { watch in
      watch = lane.every(.milliseconds(1)) {
        count.withLock { $0 += 1 }
        gate.open(true)
      }
    }
    #expect(gate.wait())
    holder.withLock { $0 = nil }
    lane.drain()
    let counted = count.current
    lane.wait(.milliseconds(20))
    #expect(count.current == counted)
  }
}

extension Lane {
  /// Returns when everything appended so far is done.
  func drain() { _ = sync { () throws(Never) in } }

  /// Returns when work delayed by `time` has run.
  func wait(_ time: MediaTime) {
    let gate = Gate<Bool>()
    after(time) { gate.open(true) }
    _ = gate.wait()
  }
}

extension Result where Failure == Never {
  /// The value of work that cannot fail.
  fileprivate func get() -> Success {
    switch self {
    case .success(let value): value
    }
  }
}
