package import Units

/// The newest frames of an encoder that never stops: what happened just before a press.
///
/// Frames lie on one grid without gaps. Each has its place from its capture on, and gets its payload
/// when it is coded, a little later. What is too old goes by whole groups, each a key frame and what
/// follows it, so the ring always begins with a key frame and memory is bounded by time and bytes,
/// however long it runs. Groups may differ in length.
package struct Ring<Payload: Sendable>: Sendable {
  private struct Slot: Sendable {
    var payload: Payload?
    var bytes = 0
    let isRepeat: Bool
    var isDamaged = false
  }

  /// What is kept at least, once so much was captured and unless it takes more than `mostBytes`.
  package let length: MediaTime
  /// Where the ring gives up the time for the sake of memory.
  package let mostBytes: Int
  /// The grid.
  package let rate: FrameRate
  private var slots: [Slot] = []
  private var first: Int64 = 0
  /// The coded key frames that are kept, but for the very first one, which is always there.
  private var keys: [Int64] = []
  /// When frame 0 was captured; nil before there is one.
  private var start: MediaTime?
  /// Bytes of all payloads that are kept.
  package private(set) var bytes = 0

  /// A gigabyte: a minute of JPEG pictures at 140 Mbit/s.
  package static var usualMostBytes: Int { 1 << 30 }

  /// An empty ring for frames of a grid, the first of which is a key frame.
  package init(length: MediaTime, rate: FrameRate, mostBytes: Int = Self.usualMostBytes) {
    self.length = length
    self.rate = rate
    self.mostBytes = mostBytes
  }

  /// The frames that are kept; the newest ones may not be coded yet.
  package var frames: Range<Int64> { first..<first + Int64(slots.count) }

  /// How far the ring reaches back from the instant of its newest frame.
  package var inHand: MediaTime { Self.span(of: slots.count, at: rate) }

  /// True once it reaches back as far as it ever will.
  package var isFull: Bool { first > 0 || inHand >= length }

  /// The instant of a frame: the first one's own, the others by the grid.
  package func time(of frame: Int64) -> MediaTime {
    (start ?? .zero) + rate.time(ofFrame: frame)
  }

  /// The frame whose instant this is.
  package func frame(at instant: MediaTime) -> Int64 {
    rate.frame(nearest: instant - (start ?? .zero))
  }

  /// The newest key frame that is not behind `frame`, of those that are known: what is not coded yet
  /// may become one.
  package func key(atOrBefore frame: Int64) -> Int64 { keys.last { $0 <= frame } ?? first }

  /// The payload of a frame; nil when it is not coded yet or not kept any more.
  package subscript(frame: Int64) -> Payload? {
    frames.contains(frame) ? slots[Int(frame - first)].payload : nil
  }

  /// True for a frame that shows the picture before it once more, because its own is missing.
  package func isRepeat(_ frame: Int64) -> Bool {
    frames.contains(frame) && slots[Int(frame - first)].isRepeat
  }

  /// True for a frame whose picture came damaged; known before it is coded.
  package func isDamaged(_ frame: Int64) -> Bool {
    frames.contains(frame) && slots[Int(frame - first)].isDamaged
  }

  /// A frame's picture turned out to be damaged: it shows the one before it.
  package mutating func damaged(_ frame: Int64) {
    if frames.contains(frame) { slots[Int(frame - first)].isDamaged = true }
  }

  /// The frame behind the newest one was captured; `instant` is the first one's.
  package mutating func captured(at instant: MediaTime, isRepeat: Bool = false) {
    if start == nil { start = instant }
    slots.append(Slot(isRepeat: isRepeat))
    giveUpOld()
  }

  /// A frame is coded; it stays at least until the next one is captured, however late it is, so that
  /// takes which are fed from the ring miss nothing.
  package mutating func coded(_ frame: Int64, _ payload: Payload, bytes count: Int, isKey: Bool) {
    guard frames.contains(frame) else { return }
    if isKey, frame > first { keys.append(frame) }
    slots[Int(frame - first)].payload = payload
    slots[Int(frame - first)].bytes = count
    bytes += count
  }

  /// The time from the first to the last of `count` frames.
  private static func span(of count: Int, at rate: FrameRate) -> MediaTime {
    rate.time(ofFrame: Int64(max(0, count - 1)))
  }

  /// Lets go of the oldest groups; never of one that is still being coded, or of the only one.
  ///
  /// Frames are coded in order: before a coded key frame all are.
  private mutating func giveUpOld() {
    var old = 0
    while let key = keys.first,
      Self.span(of: Int(frames.upperBound - key), at: rate) >= length || bytes > mostBytes
    {
      let next = Int(key - first)
      bytes -= slots[old..<next].reduce(0) { $0 + $1.bytes }
      old = next
      keys.removeFirst()
    }
    slots.removeFirst(old)
    first += Int64(old)
  }
}
