import Lanes

/// Bytes that wait between the encoders and the disk, of all takes together.
final class Backlog: Sendable {
  /// Four seconds of the fattest stream, motion JPEG of 1920x1080 at 30, and minutes of H.264: more
  /// than a disk that writes back what it was given before keeps anyone waiting.
  static let most = 128 << 20

  private let bytes = Locked(0)

  /// True while the disk is so far behind that nothing more should wait for it.
  var isFull: Bool { bytes.current > Self.most }

  /// True while the disk has more to catch up with than a busy one usually has.
  var isLong: Bool { bytes.current > Self.most / 4 }

  /// So many bytes more wait.
  func add(_ count: Int) { bytes.withLock { $0 += count } }

  /// So many bytes are written.
  func remove(_ count: Int) { bytes.withLock { $0 -= count } }
}
