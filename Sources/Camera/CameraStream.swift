import CV4L2
import Frames
import Glibc
import Units

/// A running capture: each turn waits for one buffer and says what came of it.
struct CameraStream: ~Copyable {
  /// What one turn brought.
  enum Turn {
    /// Nothing yet; take another turn.
    case nothing
    /// A whole frame.
    case frame(VideoFrame)
    /// A frame that was left out, and why.
    case skipped(String)
    /// The camera is gone; take no more turns.
    case lost(CameraError)
  }

  // Long enough not to burn time, short enough that stopping feels immediate.
  private static let turnMilliseconds: Int32 = 100
  private static let retryPause: Int64 = 20

  private let node: CameraNode
  private let format: CameraFormat
  private let signal: CameraSignal?
  private let pool = FramePool()
  private var stamps = StampMachine()
  private var delivery: DeliveryMachine
  private var lastSequence: UInt32?
  /// A whole frame that waits for one turn while the loss before it is told.
  private var held: VideoFrame?

  /// Takes over a node that was told to stream `format`.
  init(node: consuming CameraNode, format: CameraFormat, signal: CameraSignal?) {
    delivery = DeliveryMachine(rate: format.rate, now: node.calls.now())
    self.node = node
    self.format = format
    self.signal = signal
  }

  /// Gives back what was filled before anyone listened, so that the first frame is a fresh one.
  ///
  /// Not of H.264: a camera's first picture is a key frame, and the next one may be seconds away.
  mutating func discardWaiting() {
    guard format.layout.format != .h264 else { return }
    for _ in node.buffers {
      guard case .success(let buffer) = node.dequeue(), (try? node.queue(buffer.index)) != nil
      else { break }
    }
    delivery = DeliveryMachine(rate: format.rate, now: node.calls.now())
  }

  /// Waits for a buffer, a tenth of a second at most, and judges it.
  mutating func turn() -> Turn {
    if let frame = held {
      held = nil
      return .frame(frame)
    }
    switch node.poll(milliseconds: Self.turnMilliseconds) {
    case .failure(let error): return answer(delivery.failed(error.code), error)
    case .success(let events):
      if events & Int32(POLLPRI) != 0, let error = node.changeOfSignal(from: signal) {
        return .lost(error)
      }
      // After POLLERR and POLLHUP, dequeueing tells the reason.
      if events & ~Int32(POLLPRI) != 0 { return dequeue(events) }
      let silence = CameraError(.poll, .stalled, subject: node.subject)
      return answer(delivery.nothingCame(at: node.calls.now()), silence)
    }
  }

  private mutating func dequeue(_ events: Int32) -> Turn {
    switch node.dequeue() {
    case .success(let buffer):
      let now = node.calls.now()
      delivery.bufferCame(at: now)
      let turn = take(buffer, now: now)
      do throws(CameraError) { try node.queue(buffer.index) } catch { return .lost(error) }
      return turn
    case .failure(let error):
      if error.code == .wouldBlock, events & Int32(POLLERR | POLLHUP | POLLNVAL) == 0 {
        return answer(delivery.nothingCame(at: node.calls.now()), error)
      }
      // A hung-up node that has nothing to say is gone.
      let isGone = events & Int32(POLLHUP | POLLNVAL) != 0
      let code: CameraCode =
        isGone ? .noDevice : error.code == .wouldBlock ? .inputOutput : error.code
      return answer(delivery.failed(code), node.failure(.dequeueBuffer, code))
    }
  }

  private mutating func take(_ buffer: DriverBuffer, now: MediaTime) -> Turn {
    let layout = format.layout
    let missing = framesLost(before: buffer.sequence)
    switch FrameJudge.judge(buffer.planes, flags: buffer.flags, layout: layout) {
    case .bad(let reason): return .skipped(reason)
    case .whole(let count):
      guard let stamp = stamps.stamp(flags: buffer.flags, driver: buffer.stamp, now: now) else {
        return .skipped("not later than the frame before")
      }
      let capacity = layout.format.isCompressed ? count : layout.byteCount
      let memory = pool.fill(capacity: capacity) { target in
        layout.copy(buffer.planes, to: target)
        return capacity
      }
      let frame = VideoFrame(
        format: layout.format, size: layout.size, stride: layout.stride, colour: format.colour,
        capturedAt: stamp, memory: memory)
      guard missing > 0, layout.format == .h264 else { return .frame(frame) }
      // The pictures that follow were coded against the lost ones, and no decoder sees that.
      held = frame
      return .skipped("\(missing) lost before it")
    }
  }

  /// Frames that the driver counted and had no buffer for; some drivers count nothing at all.
  private mutating func framesLost(before sequence: UInt32) -> UInt32 {
    defer { lastSequence = sequence }
    guard let lastSequence else { return 0 }
    let step = sequence &- lastSequence
    // A stream that was started anew counts from 0 again.
    return step > 1 && step < 1 << 31 ? step - 1 : 0
  }

  private func answer(_ verdict: DeliveryMachine.Verdict, _ error: CameraError) -> Turn {
    switch verdict {
    case .wait: return .nothing
    case .retry:
      node.calls.pause(Self.retryPause)
      return .nothing
    case .lost(let code):
      return .lost(code == error.code ? error : node.failure(error.operation, code))
    }
  }
}
