package import Frames
import Units

/// What a picture shows in the large: the means of its parts, which are half cells, or larger where
/// there are many of those.
///
/// A sensor's noise does not reach it, so it tells whether a picture is worth sending.
package struct PictureSketch: Sendable, Hashable {
  /// Levels of 255, as in `SteadyPicture`.
  private static let threshold = 4

  /// As many parts as a small screen has half cells: in smaller ones noise would be seen.
  private static let most = (columns: 38, rows: 22)

  private let columns: Int
  private var means: [UInt8]

  /// Looks at a picture.
  package init(of picture: PreviewPicture) {
    columns = min(Self.most.columns, picture.cells.columns, picture.size.width)
    let rows = min(Self.most.rows, picture.cells.rows * 2, picture.size.height)
    means = []
    means.reserveCapacity(columns * rows * 3)
    let width = picture.size.width
    picture.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        let high = row * picture.size.height / rows..<(row + 1) * picture.size.height / rows
        for column in 0..<columns {
          let wide = column * width / columns..<(column + 1) * width / columns
          // No picture has the sixteen million pixels that would overflow these.
          var sums = (red: UInt32(0), green: UInt32(0), blue: UInt32(0))
          for y in high {
            var pixel = 3 &* (y &* width &+ wide.lowerBound)
            for _ in wide {
              sums.red &+= UInt32(pixels[pixel])
              sums.green &+= UInt32(pixels[pixel &+ 1])
              sums.blue &+= UInt32(pixels[pixel &+ 2])
              pixel &+= 3
            }
          }
          let count = UInt32(high.count * wide.count)
          for sum in [sums.red, sums.green, sums.blue] { means.append(UInt8(sum / count)) }
        }
      }
    }
  }

  /// True when something is to be seen in one of them that is not in the other.
  package func differs(from other: PictureSketch) -> Bool {
    guard columns == other.columns, means.count == other.means.count else { return true }
    return zip(means, other.means).contains { abs(Int($0) - Int($1)) >= Self.threshold }
  }
}
