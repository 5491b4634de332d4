import Dispatch
import Lanes
import Testing

@Suite struct `a channel` {
  /// A lane that does nothing until it is let go.
  private func held(_ lane: Lane) -> Gate<Bool> {
    let gate = Gate<Bool>()
    let isHeld = Gate<Bool>()
    lane.async {
      isHeld.open(true)
      _ = gate.wait()
    }
    _ = isHeld.wait()
    return gate
  }

  @Test func `delivers in order and refuses what is beyond its capacity`() {
    let lane = Lane("channel")
    let seen = Locked<[Int]>([])
    let channel = Channel<Int>(to: lane, capacity: 3) { element in
      lane.precondition()
      seen.withLock { $0.append(element) }
    }
    let gate = held(lane)
    #expect((0..<5).map { channel.send($0) } == [true, true, true, false, false])
    #expect(channel.refused == 2)
    #expect(seen.current.isEmpty)
    gate.open(true)
    lane.drain()
    #expect(seen.current == [0, 1, 2])
    // There is room again.
    #expect(channel.send(5))
    lane.drain()
    #expect(seen.current == [0, 1, 2, 5])
    #expect(channel.refused == 2)
  }

  @Test func `keeps the order of what is sent while it delivers`() {
    let lane = Lane("channel")
    let seen = Locked<[Int]>([])
    let relay = Locked<Channel<Int>?>(nil)
    let channel = Channel<Int>(to: lane, capacity: 10) { element in
      seen.withLock { $0.append(element) }
      if element < 100 { relay.current?.send(element + 100) }
    }
    relay.withLock { $0 = channel }
    let gate = held(lane)
    for element in 0..<5 { channel.send(element) }
    gate.open(true)
    // What the handler sent is delivered by the lane's next turn.
    lane.drain()
    lane.drain()
    #expect(seen.current == [0, 1, 2, 3, 4, 100, 101, 102, 103, 104])
    relay.withLock { $0 = nil }
  }

  @Test func `delivers everything that it took, each sender's in order, from many threads`() {
    let lane = Lane("channel")
    let seen = Locked<[(sender: Int, number: Int)]>([])
    let channel = Channel<(sender: Int, number: Int)>(to: lane, capacity: 50) { element in
      seen.withLock { $0.append(element) }
    }
    let taken = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 4) { sender in
      for number in 0..<5000 where channel.send((sender, number)) {
        taken.withLock { $0 += 1 }
      }
    }
    lane.drain()
    lane.drain()
    #expect(seen.current.count == taken.current)
    #expect(taken.current + channel.refused == 20_000)
    for sender in 0..<4 {
      let numbers = seen.current.filter { $0.sender == sender }.map(\.number)
      #expect(numbers == numbers.sorted())
      #expect(Set(numbers).count == numbers.count)
    }
  }
}

@Suite struct `a gate` {
  @Test func `gives its first value to everyone who waits, before and after`() {
    let gate = Gate<Int>()
    let seen = Locked<[Int]>([])
    let waiters = (0..<3).map { Lane("waiter \($0)") }
    for lane in waiters {
      lane.async {
        let value = gate.wait()
        seen.withLock { $0.append(value) }
      }
    }
    gate.open(1)
    gate.open(2)
    for lane in waiters { lane.drain() }
    #expect(seen.current == [1, 1, 1])
    #expect(gate.wait() == 1)
    #expect(gate.wait() == 1)
  }
}

@Suite struct `a locked value` {
  private struct Refusal: Error {}

  @Test func `loses no change under contention`() {
    let total = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { total.withLock { $0 += 1 } }
    }
    #expect(total.current == 80_000)
  }

  @Test func `is never seen half changed`() {
    let pair = Locked((0, 0))
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for number in 0..<5000 {
        if worker.isMultiple(of: 2) {
          pair.withLock { $0 = (number, -number) }
        } else {
          let (one, other) = pair.current
          #expect(one == -other)
        }
      }
    }
  }

  @Test func `is free again after an error`() {
    let value = Locked(1)
    #expect(throws: Refusal.self) {
      try value.withLock { value in
        value = 2
        throw Refusal()
      }
    }
    #expect(value.current == 2)
    #expect(value.withLock { $0 + 1 } == 3)
  }
}
