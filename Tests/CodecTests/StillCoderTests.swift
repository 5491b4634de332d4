import Codec
import Frames
import Support
import Testing
import Units

@Suite struct `a coded still` {
  /// Bars of the test picture's colours and a ramp, with a sensor's noise.
  private func picture(_ size: PixelSize, noise: Int = 0) -> PreviewPicture {
    var numbers = SeededNumbers(seed: 3)
    let bars: [[Int]] = [
      [191, 191, 191], [191, 191, 0], [0, 191, 191], [191, 0, 0], [255, 255, 255],
    ]
    let pixels = (0..<size.area).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % size.width, pixel / size.width)
      let colour =
        y < size.height / 2 ? bars[x * 5 / size.width] : Array(repeating: x % 256, count: 3)
      return colour.map {
        UInt8(min(255, max(0, $0 + Int.random(in: -noise...noise, using: &numbers))))
      }
    }
    return PreviewPicture(cells: CellSize(columns: 1, rows: 1), size: size, pixels: pixels)
  }

  /// Pixels as ImageMagick reads them.
  private func read(_ bytes: [UInt8], _ format: String) throws -> [UInt8] {
    let found = try Command.run("convert", ["\(format):-", "-depth", "8", "rgb:-"], input: bytes)
    #expect(found.status == 0, "\(found.stderr)")
    return found.stdout
  }

  private func worst(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: [(80, 40), (81, 41), (7, 3), (1, 1)])
  func `as PNG is the picture in five bits a colour, white being white`(width: Int, height: Int)
    throws
  {
    let picture = picture(PixelSize(width: width, height: height))
    let found = try read(StillCoder.png(picture), "png")
    #expect(found.count == picture.pixels.count)
    #expect(worst(found, picture.pixels) <= 7)
    #expect(zip(found, picture.pixels).allSatisfy { $1 != 255 || $0 == 255 })
  }

  @Test(arguments: [(160, 80), (161, 81)])
  func `as JPEG has the picture's colours`(width: Int, height: Int) throws {
    let picture = picture(PixelSize(width: width, height: height))
    let found = try read(StillCoder.jpeg(picture), "jpeg")
    #expect(found.count == picture.pixels.count)
    let error = zip(found, picture.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(error) / Double(found.count) < 6)
    // In the middle of the first bar, and of the white one.
    for x in [width / 10, width * 9 / 10] {
      let at = 3 * (height / 4 * width + x)
      #expect(worst(Array(found[at..<at + 3]), Array(picture.pixels[at..<at + 3])) <= 4)
    }
  }

  @Test func `has few enough bytes for a network`() throws {
    let noisy = picture(PixelSize(width: 320, height: 180), noise: 2)
    #expect(try StillCoder.jpeg(noisy).count < 16_000)
    let small = picture(PixelSize(width: 240, height: 135), noise: 2)
    #expect(try StillCoder.png(small).count < 24_000)
  }
}
