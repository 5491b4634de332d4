import Dispatch
import Testing

@testable import Frames

private struct Refusal: Error {}

@Suite struct `a pool of frame memory` {
  /// Takes a block, writes `byte` all over it and tells where it lies.
  private func fill(
    _ pool: FramePool, capacity: Int, with byte: UInt8 = 7
  ) -> (memory: FrameMemory, address: UInt) {
    var address: UInt = 0
    let memory = pool.fill(capacity: capacity) { bytes in
      address = UInt(bitPattern: bytes.baseAddress)
      for index in bytes.indices { bytes[index] = byte }
      return bytes.count
    }
    return (memory, address)
  }

  private func bytes(_ memory: FrameMemory) -> [UInt8] { memory.withBytes(Array.init) }

  @Test func `lends exactly the bytes that were written`() {
    let pool = FramePool()
    let memory = pool.fill(capacity: 100) { bytes in
      #expect(bytes.count == 100)
      bytes.copyBytes(from: [1, 2, 3])
      return 3
    }
    #expect(memory.count == 3)
    #expect(bytes(memory) == [1, 2, 3])
    #expect(bytes(pool.fill(capacity: 0) { $0.count }).isEmpty)
  }

  @Test func `uses a block again once nobody holds it, and not before`() {
    let pool = FramePool()
    var first: FrameMemory? = fill(pool, capacity: 4096).memory
    let address = first.map { $0.withBytes { UInt(bitPattern: $0.baseAddress) } }
    let second = fill(pool, capacity: 4096, with: 9)
    #expect(second.address != address)
    #expect(first.map(bytes) == [UInt8](repeating: 7, count: 4096))
    let copy = first
    first = nil
    #expect(fill(pool, capacity: 4096).address != address, "someone still holds it")
    withExtendedLifetime(copy) {}
    #expect(bytes(second.memory) == [UInt8](repeating: 9, count: 4096))
  }

  @Test func `gives a running camera the same few blocks for ever`() {
    let pool = FramePool()
    var alive: [FrameMemory] = []
    var addresses: Set<UInt> = []
    for _ in 0..<1000 {
      let (memory, address) = fill(pool, capacity: 4096)
      addresses.insert(address)
      alive.append(memory)
      if alive.count > 3 { alive.removeFirst() }
    }
    #expect(addresses.count == 4)
  }

  @Test func `finds a block that is large enough and leaves the small ones`() {
    let pool = FramePool()
    let small = fill(pool, capacity: 64).address
    // The first block lies idle by now; it must not be given for a larger frame.
    let large = fill(pool, capacity: 1 << 16)
    #expect(large.address != small)
    #expect(bytes(large.memory).count == 1 << 16)
    #expect(fill(pool, capacity: 64).address == small)
    #expect(fill(pool, capacity: 1).memory.count == 1)
  }

  @Test func `gives a block back once when writing fails`() {
    let pool = FramePool()
    var address: UInt = 0
    #expect(throws: Refusal.self) {
      _ = try pool.fill(capacity: 512) { bytes in
        address = UInt(bitPattern: bytes.baseAddress)
        throw Refusal()
      }
    }
    // Given back twice, it would be lent to two frames at the same time.
    let first = fill(pool, capacity: 512, with: 1)
    let second = fill(pool, capacity: 512, with: 2)
    #expect(first.address == address)
    #expect(second.address != address)
    #expect(bytes(first.memory) == [UInt8](repeating: 1, count: 512))
  }

  @Test(arguments: [0, 1, 3])
  func `keeps no more idle blocks than it may`(mostIdle: Int) {
    let pool = FramePool(mostIdle: mostIdle)
    var alive = (0..<8).map { _ in fill(pool, capacity: 512).memory }
    #expect(pool.idleCount == 0)
    for count in 1...8 {
      alive.removeLast()
      #expect(pool.idleCount == min(count, mostIdle))
    }
  }

  @Test func `drops the oldest idle block, which fits no more after a change of size`() {
    let pool = FramePool(mostIdle: 2)
    var alive = [100, 100, 5000, 5000].map { fill(pool, capacity: $0).memory }
    while !alive.isEmpty { alive.removeFirst() }
    // Both blocks left are large: neither frame needs a new one.
    let frames = (0..<2).map { _ in fill(pool, capacity: 5000).memory }
    #expect(pool.idleCount == 0)
    withExtendedLifetime(frames) {}
  }

  @Test func `counts each block once, from whatever thread it comes back`() {
    let pool = FramePool(mostIdle: 4)
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for round in 0..<500 {
        let byte = UInt8(truncatingIfNeeded: worker * 31 + round)
        let memory = fill(pool, capacity: 256, with: byte).memory
        // Lent to two at the same time, it would hold the other one's bytes.
        #expect(memory.withBytes { $0.allSatisfy { $0 == byte } })
      }
    }
    #expect((1...4).contains(pool.idleCount))
  }

  @Test func `lives as long as a frame of it`() {
    var pool: FramePool? = FramePool()
    weak let watched = pool
    var memory = pool.map { fill($0, capacity: 64).memory }
    pool = nil
    #expect(watched != nil)
    #expect(memory.map(bytes) == [UInt8](repeating: 7, count: 64))
    memory = nil
    #expect(watched == nil, "the pool and its blocks are never let go")
  }
}
