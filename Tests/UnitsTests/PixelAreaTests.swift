import Testing
import Units

@Suite struct `a rectangle of pixels` {
  @Test(arguments: ["640x480+16+8", "16x16+0+0", "1x16384+16384+3"])
  func `is read and written in one way`(text: String) throws {
    #expect(try #require(PixelArea(parsing: text)).description == text)
  }

  @Test(arguments: [
    "", "640x480", "640x480+16", "640x480+16+8+1", "640x480-16+8", "640x480+-1+8", "0x480+1+1",
    "640x480+1+16385", "640*480+1+1", "640x480+a+b", "640x480 +1+1", "+1+1",
  ])
  func `is not read from anything else`(text: String) { #expect(PixelArea(parsing: text) == nil) }

  @Test func `holds what lies inside to the last column and row`() {
    let area = PixelArea(left: 10, top: 20, size: PixelSize(width: 30, height: 40))
    #expect(area.right == 40 && area.bottom == 60)
    #expect(area.contains(area))
    for (left, top) in [(9, 20), (11, 20), (10, 19), (10, 21)] {
      #expect(!area.contains(PixelArea(left: left, top: top, size: area.size)))
    }
    #expect(area.contains(PixelArea(left: 39, top: 59, size: PixelSize(width: 1, height: 1))))
  }
}
