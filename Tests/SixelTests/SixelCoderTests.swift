import Frames
import Sixel
import Support
import Testing
import Units

@Suite struct `a sixel picture` {
  private let size = PixelSize(width: 64, height: 20)

  private func picture(_ colour: (_ x: Int, _ y: Int) -> [UInt8]) -> PreviewPicture {
    PreviewPicture(
      cells: CellSize(columns: 8, rows: 1), size: size,
      pixels: (0..<size.area).flatMap { colour($0 % size.width, $0 / size.width) })
  }

  private func read(_ bytes: [UInt8]) throws -> VTSixel {
    #expect(bytes.starts(with: [0x1b, UInt8(ascii: "P")]) && bytes.suffix(2) == [0x1b, 0x5c])
    let found = try #require(VTSixel(Array(bytes.dropFirst(2).dropLast(2))))
    #expect((found.width, found.height) == (size.width, size.height))
    return found
  }

  @Test func `holds its colours where they were`() throws {
    let bars: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    let picture = picture { x, _ in bars[x / 16] }
    #expect(try read(SixelCoder.code(picture, colours: 16)).pixels == picture.pixels)
  }

  @Test(arguments: [16, 64, 256])
  func `has no more colours than it may, and those are near`(colours: Int) throws {
    let picture = picture { [UInt8($0 * 4), UInt8($1 * 12), 128] }
    let found = try read(SixelCoder.code(picture, colours: colours))
    #expect((colours / 2...colours).contains(found.colours.count))
    let error = zip(picture.pixels, found.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    // An even cut of a plane into so many squares.
    let square = 256 / Double(colours).squareRoot()
    #expect(Double(error) / Double(picture.pixels.count) < square / 3)
  }
}
