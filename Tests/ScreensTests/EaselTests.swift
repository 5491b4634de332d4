import Frames
import Testing
import Units

@testable import Screens

/// A picture of two cells.
private func drawing(
  _ form: PictureDrawing.Form, _ bytes: [UInt8] = Array("abc".utf8), columns: Int = 2
) -> PictureDrawing {
  let picture = PreviewPicture(
    cells: CellSize(columns: columns, rows: 1), size: PixelSize(width: 4, height: 3),
    pixels: Array(repeating: 7, count: 36))
  return PictureDrawing(picture, form, bytes)
}

private let area = CellArea(columns: 40..<42, rows: 8..<9)

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct `the sequences of a picture` {
  @Test func `are those of the kitty protocol, with memory's name or with PNG`() {
    #expect(
      text(Easel.bytes(of: drawing(.pixels), at: area, memory: "/x")) == "\u{1b}7\u{1b}[9;41H"
        + "\u{1b}_Ga=T,i=1920299880,p=1,q=1,C=1,c=2,r=1,f=24,s=4,v=3,t=s;L3g=\u{1b}\\\u{1b}8")
    #expect(
      text(Easel.bytes(of: drawing(.png), at: area)) == "\u{1b}7\u{1b}[9;41H"
        + "\u{1b}_Ga=T,i=1920299880,p=1,q=1,C=1,c=2,r=1,f=100,t=d,m=0;YWJj\u{1b}\\\u{1b}8")
    #expect(KittyGraphics.delete == "\u{1b}_Ga=d,d=I,i=1920299880,q=2\u{1b}\\")
    #expect(
      KittyGraphics.question(shared: "/x")
        == "\u{1b}_Gi=1920299881,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
        + "\u{1b}_Gi=1920299882,s=1,v=1,a=q,t=s,f=24;L3g=\u{1b}\\")
  }

  @Test func `cut a long PNG into pieces of 4096`() throws {
    let bytes = [UInt8](repeating: 1, count: 7000)
    let pieces = text(Easel.bytes(of: drawing(.png, bytes), at: area))
      .split(separator: "\u{1b}_G").dropFirst()
      .map { $0.prefix { $0 != "\u{1b}" }.split(separator: ";") }
    #expect(pieces.map { $0[0].suffix(3) } == ["m=1", "m=1", "m=0"])
    #expect(pieces.dropFirst().map { $0[0] } == ["q=1,m=1", "q=1,m=0"])
    #expect(pieces.map { $0[1].count } == [4096, 4096, 9336 - 8192])
    #expect(pieces.map { $0[1] }.joined() == text(Base64.encoded(bytes)))
  }

  @Test func `are iTerm2's and sixel's`() {
    #expect(
      text(Easel.bytes(of: drawing(.jpeg), at: area)) == "\u{1b}7\u{1b}[9;41H\u{1b}]1337;File="
        + "inline=1;size=3;width=2;height=1;preserveAspectRatio=0;doNotMoveCursor=1:YWJj\u{7}\u{1b}8"
    )
    #expect(text(Easel.bytes(of: drawing(.sixel), at: area)) == "\u{1b}7\u{1b}[9;41Habc\u{1b}8")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{0}\u{7f}ÿ¾", "AH/Dv8K+"),
  ])
  func `write bytes as letters`(plain: String, letters: String) {
    #expect(text(Base64.encoded(Array(plain.utf8))) == letters)
  }
}

@Suite struct `an easel` {
  private let elsewhere = CellArea(columns: 10..<12, rows: 8..<9)

  @Test func `draws a picture once, and the next one over it`() {
    var easel = Easel()
    let (first, second) = (drawing(.png), drawing(.png, [1]))
    #expect(easel.show(first, in: area) == Easel.Step(drawing: first, area: area))
    #expect(easel.show(nil, in: area).isEmpty)
    #expect(easel.show(second, in: area) == Easel.Step(drawing: second, area: area))
    #expect(easel.isShown)
  }

  @Test func `takes it away where its cells are wanted, and brings it back`() {
    var easel = Easel()
    let picture = drawing(.pixels)
    _ = easel.show(picture, in: area)
    #expect(text(easel.show(nil, in: nil).erasure) == KittyGraphics.delete)
    #expect(easel.show(nil, in: nil).isEmpty && !easel.isShown)
    #expect(easel.show(nil, in: area) == Easel.Step(drawing: picture, area: area))
  }

  @Test(arguments: [PictureDrawing.Form.jpeg, .sixel])
  func `writes blanks where pixels lie in the cells`(form: PictureDrawing.Form) {
    var easel = Easel()
    _ = easel.show(drawing(form), in: area)
    let erasure = text(easel.show(nil, in: nil).erasure)
    #expect(erasure == "\u{1b}7\u{1b}[m\u{1b}[9;41H  \u{1b}8")
  }

  @Test func `draws half blocks in 24-bit colour, and then what has changed of them`() {
    func picture(_ pixels: [UInt8]...) -> PictureDrawing {
      drawing(.blocks, Array(pixels.joined()))
    }
    let (red, grey, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [9, 9, 9], [0, 0, 255])
    var easel = Easel()
    let first = "\u{1b}[48;2;9;9;9m\u{1b}[38;2;255;0;0m▀ "
    let whole = easel.show(picture(red, grey, grey, grey), in: area)
    #expect(whole.drawing == nil && whole.erasure.isEmpty)
    #expect(text(whole.blocks) == "\u{1b}7\u{1b}[9;41H\(first)\u{1b}8")
    // Noise of four levels is none; what has moved by five is.
    #expect(easel.show(picture([251, 4, 0], grey, grey, grey), in: area).isEmpty)
    let next = easel.show(picture([251, 4, 0], blue, grey, [9, 14, 9]), in: area)
    let changed = "\u{1b}[48;2;9;14;9m\u{1b}[38;2;0;0;255m▀"
    #expect(text(next.blocks) == "\u{1b}7\u{1b}[9;42H\(changed)\u{1b}8")
    #expect(text(easel.show(nil, in: nil).erasure) == "\u{1b}7\u{1b}[m\u{1b}[9;41H  \u{1b}8")
    #expect(text(easel.show(nil, in: area).blocks).hasPrefix("\u{1b}7\u{1b}[9;41H"))
    easel.cleared()
    #expect(text(easel.show(nil, in: area).blocks).contains("[9;41H"))
    #expect(easel.show(nil, in: area).isEmpty)
  }

  @Test func `moves with the screen, and draws again what was cleared`() {
    var easel = Easel()
    let picture = drawing(.sixel)
    _ = easel.show(picture, in: area)
    let moved = easel.show(nil, in: elsewhere)
    #expect(!moved.erasure.isEmpty && moved.drawing == picture && moved.area == elsewhere)
    easel.cleared()
    #expect(easel.show(nil, in: elsewhere) == Easel.Step(drawing: picture, area: elsewhere))
    #expect(easel.show(nil, in: elsewhere).isEmpty)
  }

  @Test func `shows none that has another size than its place`() {
    var easel = Easel()
    #expect(easel.show(drawing(.png, columns: 3), in: area).isEmpty)
    _ = easel.show(drawing(.png), in: area)
    let step = easel.show(drawing(.png, columns: 3), in: area)
    #expect(step.drawing == nil && text(step.erasure) == KittyGraphics.delete)
  }

  @Test func `forgets all`() {
    var easel = Easel()
    _ = easel.show(drawing(.png), in: area)
    easel.clear()
    #expect(easel.show(nil, in: nil).isEmpty && easel.show(nil, in: area).isEmpty)
  }
}

@Suite struct `a sketch of a picture` {
  private func sketch(_ level: (_ x: Int, _ y: Int) -> Int) -> PictureSketch {
    let size = PixelSize(width: 64, height: 32)
    let pixels = (0..<size.area).flatMap { pixel in
      [UInt8](repeating: UInt8(level(pixel % 64, pixel / 64)), count: 3)
    }
    return PictureSketch(
      of: PreviewPicture(
        cells: CellSize(columns: 8, rows: 2), size: size, pixels: pixels))
  }

  @Test func `does not see noise, but what happens in one half cell`() {
    let still = sketch { _, _ in 100 }
    #expect(!still.differs(from: sketch { x, y in (x + y) % 2 == 0 ? 92 : 108 }))
    #expect(still.differs(from: sketch { x, y in x / 8 == 3 && y / 8 == 1 ? 104 : 100 }))
    #expect(!still.differs(from: sketch { x, y in x / 8 == 3 && y / 8 == 1 ? 103 : 100 }))
  }

  @Test func `is another one for another size`() {
    let small = PictureSketch(
      of: PreviewPicture(
        size: PixelSize(width: 2, height: 2), pixels: Array(repeating: 100, count: 12)))
    #expect(sketch { _, _ in 100 }.differs(from: small))
  }
}
