/// One block of frame memory; it goes back to its pool when the last user lets it go.
///
/// Unchecked: written once in `FramePool.fill` before anyone else sees it, only read afterwards.
package final class FrameMemory: @unchecked Sendable {
  private let block: UnsafeMutableRawBufferPointer
  private let pool: FramePool
  /// Bytes in use, at most the size of the block.
  package let count: Int

  fileprivate init(block: UnsafeMutableRawBufferPointer, count: Int, pool: FramePool) {
    self.block = block
    self.count = count
    self.pool = pool
  }

  deinit { pool.giveBack(block) }

  /// Lends the bytes for reading.
  package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(rebasing: block[..<count]))
  }
}

/// Keeps blocks of frame memory for reuse, so that a running camera allocates nothing.
///
/// The pool bounds only what lies idle; how many frames are alive is bounded by the queues that
/// hold them. Unchecked: the idle list is guarded by `lock`.
package final class FramePool: @unchecked Sendable {
  private let lock = FrameLock()
  private var idle: [UnsafeMutableRawBufferPointer] = []
  private let mostIdle: Int

  /// Makes a pool that keeps at most `mostIdle` unused blocks.
  package init(mostIdle: Int = 8) { self.mostIdle = mostIdle }

  deinit { for block in idle { block.deallocate() } }

  /// Blocks that nobody holds now; never more than `mostIdle`.
  var idleCount: Int { lock.locked { idle.count } }

  /// Takes a block of at least `capacity` bytes and has `body` write it; `body` returns how many
  /// bytes it wrote.
  package func fill(
    capacity: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows -> FrameMemory {
    let block = takeBlock(capacity: max(capacity, 1))
    let count: Int
    do {
      count = try body(UnsafeMutableRawBufferPointer(rebasing: block[..<capacity]))
    } catch {
      giveBack(block)
      throw error
    }
    precondition(count <= capacity, "more bytes written than the block holds")
    return FrameMemory(block: block, count: count, pool: self)
  }

  private func takeBlock(capacity: Int) -> UnsafeMutableRawBufferPointer {
    let reused = lock.locked { () -> UnsafeMutableRawBufferPointer? in
      guard let index = idle.lastIndex(where: { $0.count >= capacity }) else { return nil }
      return idle.remove(at: index)
    }
    return reused ?? .allocate(byteCount: capacity, alignment: 64)
  }

  fileprivate func giveBack(_ block: UnsafeMutableRawBufferPointer) {
    let surplus = lock.locked { () -> UnsafeMutableRawBufferPointer? in
      idle.append(block)
      // The oldest block goes first: after a change of size it is the one no longer fitting.
      return idle.count > mostIdle ? idle.removeFirst() : nil
    }
    surplus?.deallocate()
  }
}
