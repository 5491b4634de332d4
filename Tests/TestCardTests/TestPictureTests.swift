import Support
import TestCard
import Testing
import Units

@Suite struct `the test picture` {
  static let sizes = [
    (1280, 720), (720, 720), (320, 180), (64, 48), (1080, 1920), (66, 50), (48, 64), (4096, 2160),
    (200, 1000),
  ]

  @Test(arguments: sizes)
  func `shows the number of every frame in its counter`(width: Int, height: Int) {
    let frames = DrawnFrames(width, height)
    let numbers = [0, 1, 2, 0x5555, 0xaaaa, 0x8000, 0x7fff, 65_535]
    for number in numbers {
      #expect(frames.counter(Int64(number)) == number)
    }
    #expect(frames.counter(65_536) == 0)
    #expect(frames.counter(3 * 65_536 + 77) == 77)
  }

  @Test(arguments: sizes)
  func `flashes at each whole second and in no other frame`(width: Int, height: Int) {
    let frames = DrawnFrames(width, height)
    let shown = [0, 1, 15, 29, 30, 31, 59, 60, 899, 900].filter { frames.isFlashing($0) }
    #expect(shown == [0, 30, 60, 900])
  }

  /// The contract to the pixel: every pixel whose centre lies in a cell has the cell's level.
  @Test(arguments: sizes)
  func `fills cells and flash square to their edges`(width: Int, height: Int) throws {
    let frames = DrawnFrames(width, height)
    let number: Int64 = 30 * 1457  // Flashes, and its bits vary: 0xaabe.
    let bytes = frames.bytes(number)
    let resting = frames.bytes(number + 1)
    let side = Double(min(width, height))
    for row in 0..<height {
      let y = Double(row) + 0.5 - Double(height) / 2
      for column in 0..<width where abs(y) < side / 32 || abs(y + side / 4) < side / 16 {
        let x = Double(column) + 0.5 - Double(width) / 2
        let pixel = bytes[row * width + column]
        if abs(y) < side / 32, abs(x) < side / 4 {
          let cell = Int64((x + side / 4) / (side / 32))
          let level: UInt8 = number >> (15 - cell) & 1 == 1 ? 235 : 16
          try #require(pixel == level, "cell \(cell) at \(column),\(row)")
        }
        if abs(y + side / 4) < side / 16, abs(x) < side / 16 {
          let both = [pixel, resting[row * width + column]]
          try #require(both == [235, 16], "flash square at \(column),\(row)")
        }
      }
    }
  }

  @Test func `draws whole frames whatever the memory held before`() {
    for (width, height) in Self.sizes {
      let frames = DrawnFrames(width, height)
      #expect(frames.picture.byteCount == width * height * 3 / 2)
      #expect(frames.bytes(61, over: 0) == frames.bytes(61, over: 255), "\(width)x\(height)")
    }
  }

  @Test func `stays within limited range`() {
    for (width, height) in Self.sizes where width < 2000 {
      let bytes = DrawnFrames(width, height).bytes(30)
      let luma = bytes.prefix(width * height)
      let chroma = bytes.suffix(width * height / 2)
      #expect(luma.min() == 16 && luma.max() == 235)
      #expect(chroma.min() == 44 && chroma.max() == 212)
    }
  }

  @Test func `rounds odd sides down to even ones`() {
    let picture = TestPicture(size: PixelSize(width: 321, height: 181), rate: .thirty)
    #expect(picture.size == PixelSize(width: 320, height: 180))
  }

  @Test func `moves its sweep and its clock in every frame`() {
    let frames = DrawnFrames(1280, 720)
    let (before, after) = (frames.bytes(100), frames.bytes(101))
    func differs(rows: Range<Int>) -> Bool {
      let pixels = rows.lowerBound * 1280..<rows.upperBound * 1280
      return before[pixels] != after[pixels]
    }
    #expect(differs(rows: 630..<675), "sweep")
    #expect(differs(rows: 405..<495), "running time")
    #expect(differs(rows: 495..<540), "frame number")
    #expect(!differs(rows: 0..<337), "bars, flash and label rest")
  }

  @Test func `can be read from every portrait crop and in every position`() throws {
    let frames = DrawnFrames(1280, 720)
    let bytes = frames.bytes(46_530)  // 0xb5c2, and a flash.
    let crop = (438..<842).flatMap { column in (0..<720).map { bytes[$0 * 1280 + column] } }
    // Column by column from the left with rows running down is the crop turned and mirrored.
    let turned = CardReader(
      width: 720, height: 404, view: CardView(side: 720, rotated: 270, mirrored: true))
    #expect(crop.withUnsafeBytes(turned.counter) == 46_530)
    #expect(crop.withUnsafeBytes(turned.isFlashing))
    let upright = CardReader(width: 720, height: 404, view: CardView(side: 720))
    #expect(crop.withUnsafeBytes(upright.counter) == nil)
  }
}
