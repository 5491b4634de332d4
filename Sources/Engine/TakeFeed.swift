import Frames
import Lanes
import Recording
import Units

/// Where a running take's coded pictures come from; it stays on the recorder lane.
protocol TakeFeed: AnyObject {
  /// The take's first frame was captured at `instant`; returns the instant of its file's first one,
  /// which is a key frame, and how many frames lie between.
  func begin(at instant: MediaTime) -> (at: MediaTime, surplus: Int64)
  /// Takes the picture that begins with frame `index`; false when there was no room for it.
  func write(_ frame: VideoFrame, at index: Int64) -> Bool
  /// Takes a repeat of the frame before as frame `index`.
  func repeatLast(at index: Int64)
  /// What was taken by now is all there will be of the take, or nearly so.
  func hurry()
  /// True while so many pictures wait for the encoder that it should be given more of the processor.
  var isBehind: Bool { get }
  /// The file is to end with its first `frames` frames.
  func end(frames: Int64)
}

extension EncoderStage: TakeFeed {
  /// The take's own encoder begins with a key frame.
  func begin(at instant: MediaTime) -> (at: MediaTime, surplus: Int64) { (instant, 0) }

  /// Its end flushes it.
  func hurry() {}
}

/// Feeds a take from the ring: what is in it already, and then each packet as it comes.
final class RollFeed: TakeFeed {
  let roll: Roll
  let writer: WriterStage
  /// The ring's frame that is the file's first one, and the one it gets next.
  private var frames: (first: Int64, next: Int64)?
  /// The ring's frame that is the take's own first one.
  private var begin: Int64 = 0
  /// The ring's frame behind the file's last one.
  private var end: Int64?
  private var isOpen = false
  /// The ring's frames that came damaged, the take's own alone.
  private var damaged: [Int64] = []

  init(_ roll: Roll, writer: WriterStage) {
    self.roll = roll
    self.writer = writer
  }

  func begin(at instant: MediaTime) -> (at: MediaTime, surplus: Int64) {
    let ring = roll.ring
    let frame = ring.frame(at: instant)
    let key = ring.key(atOrBefore: frame)
    frames = (key, key)
    begin = frame
    open()
    pump()
    return (ring.time(of: key), frame - key)
  }

  /// Creates the file once both its stream and its first frame are known.
  func open() {
    guard !isOpen, let stream = roll.stream, let frames else { return }
    isOpen = true
    writer.open(
      stream, surplus: begin - frames.first,
      began: MonotonicClock.unixSeconds(at: roll.ring.time(of: frames.first)))
  }

  /// Nobody waits for what the encoder looks ahead.
  func hurry() { roll.flush() }

  /// Pictures come by way of the ring.
  func write(_ frame: VideoFrame, at index: Int64) -> Bool { true }

  /// The ring has its own.
  func repeatLast(at index: Int64) {}

  var isBehind: Bool { roll.isBehind }

  func end(frames count: Int64) {
    end = (frames?.first ?? 0) + count
    pump()
  }

  /// Hands on what is coded by now, and ends the file after its last frame.
  func pump() {
    while var frames, frames.next < end ?? .max, let packet = roll.ring[frames.next] {
      writer.write(
        EncodedPacket(
          bytes: packet.bytes, frame: frames.next - frames.first, isKey: packet.isKey))
      if frames.next >= begin, roll.ring.isDamaged(frames.next) { damaged.append(frames.next) }
      frames.next += 1
      self.frames = frames
    }
    guard let end, roll.isOver || (frames?.next ?? end) >= end else { return }
    roll.dismiss(self)
    writer.end(frames: end - (frames?.first ?? 0), damaged: damaged.count { $0 < end })
    self.end = nil
    frames = nil
  }
}
