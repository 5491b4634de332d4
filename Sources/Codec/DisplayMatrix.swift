import CLibAV
import Recording
import Units

/// The matrix in a track's header that tells players how to turn its pictures (ISO/IEC 14496-12,
/// 6.2.2): a point (x, y) is shown at (ax + cy + tx, bx + dy + ty).
struct DisplayMatrix {
  /// The nine numbers a, b, 0, c, d, 0, tx, ty, 1 in fixed point: 16.16, the last of each row 2.30.
  let values: [Int32]

  /// Turns pictures of `size` and moves them back to where their upper left corner was.
  init(_ turn: Framing.Rotation, size: PixelSize) {
    let one: Int32 = 1 << 16
    let (width, height) = (Int32(size.width) * one, Int32(size.height) * one)
    let turned: [Int32] =
      switch turn {
      case .upright: [one, 0, 0, 0, one, 0, 0, 0]
      case .quarter: [0, one, 0, -one, 0, 0, height, 0]
      case .half: [-one, 0, 0, 0, -one, 0, width, height]
      case .threeQuarters: [0, -one, 0, one, 0, 0, 0, width]
      }
    values = turned + [1 << 30]
  }

  /// How a stream's pictures are turned; nil for a matrix that does something else.
  static func turn(of stream: AVStream) -> Framing.Rotation? {
    let found = withUnsafePointer(to: stream) { stream -> [Int32]? in
      guard let matrix = cav_display_matrix(stream) else { return nil }
      return Array(UnsafeBufferPointer(start: matrix, count: 9))
    }
    guard let found else { return .upright }
    return Framing.Rotation.allCases.first { turn in
      // Where the picture is moved to is nothing that players look at.
      DisplayMatrix(turn, size: PixelSize(width: 0, height: 0)).values[0..<6] == found[0..<6]
    }
  }
}
