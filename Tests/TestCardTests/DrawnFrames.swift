import Support
import TestCard
import Units

/// Frames of the test picture as raw YU12 bytes, drawn for a test.
struct DrawnFrames {
  let picture: TestPicture
  private let reader: CardReader

  init(_ width: Int, _ height: Int, rate: FrameRate = .thirty) {
    picture = TestPicture(size: PixelSize(width: width, height: height), rate: rate)
    reader = CardReader(width: picture.size.width, height: picture.size.height)
  }

  /// Frame `index`, drawn over bytes of `dirt`.
  func bytes(_ index: Int64, over dirt: UInt8 = 0xa5) -> [UInt8] {
    var bytes = [UInt8](repeating: dirt, count: picture.byteCount)
    bytes.withUnsafeMutableBytes { picture.draw(frame: index, into: $0) }
    return bytes
  }

  /// The counter that the judge reads from frame `index`.
  func counter(_ index: Int64) -> Int? { bytes(index).withUnsafeBytes(reader.counter) }

  /// Whether the judge sees frame `index` flash.
  func isFlashing(_ index: Int64) -> Bool { bytes(index).withUnsafeBytes(reader.isFlashing) }
}
