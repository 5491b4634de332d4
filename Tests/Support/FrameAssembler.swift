/// Cuts a stream of bytes into frames of one length, holding no more than one.
struct FrameAssembler {
  private let onFrame: (UnsafeRawBufferPointer) -> Void
  private var frame: [UInt8]
  /// Bytes of a frame that is not complete.
  private(set) var leftover = 0

  /// Calls `onFrame` with each whole frame of `byteCount` bytes.
  init(byteCount: Int, onFrame: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.onFrame = onFrame
    frame = [UInt8](repeating: 0, count: byteCount)
  }

  /// Takes the next bytes of the stream, however they are cut.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(frame.count - leftover))
      frame.withUnsafeMutableBytes { copy(part, to: $0, at: leftover) }
      leftover += part.count
      rest = rest.dropFirst(part.count)
      guard leftover == frame.count else { return }
      frame.withUnsafeBytes(onFrame)
      leftover = 0
    }
  }
}
