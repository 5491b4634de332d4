import Frames
import Screens
import Support
import Testing
import Units

@Suite struct `the palette of a picture` {
  @Test func `has for every colour the one that looks most like it`() {
    let known = (Palette.first...255).map { Palette.components(of: $0) }
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 5) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let wanted = (red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let found = Palette.nearest(
            red: wanted.red, green: wanted.green, blue: wanted.blue)
          let best = known.map { Palette.distance(wanted, $0) }.min()
          #expect(Palette.distance(wanted, Palette.components(of: found)) == best, "\(wanted)")
        }
      }
    }
  }

  @Test func `has each of its own colours`() {
    for colour in Palette.first...255 {
      let (red, green, blue) = Palette.components(of: colour)
      let found = Palette.nearest(red: red, green: green, blue: blue)
      #expect(Palette.components(of: found) == (red, green, blue))
      #expect(found >= Palette.first)
    }
    #expect(Palette.nearest(red: 255, green: 0, blue: 0) == 196)
    #expect(Palette.nearest(red: 128, green: 128, blue: 128) == 244)
  }

  @Test func `makes pairs that have a place each and fit into any terminal`() {
    var seen: Set<Int> = []
    for upper in Palette.first...255 {
      for lower in Palette.first...255 {
        let cell = Cell(upper: upper, lower: lower)
        guard let colours = cell.colours else {
          Issue.record("no colours")
          continue
        }
        seen.insert(colours.index)
        let shown =
          switch cell.character {
          case "▀": (colours.character, colours.background)
          case "▄": (colours.background, colours.character)
          default: (colours.background, colours.background)
          }
        #expect(shown == (upper, lower))
      }
    }
    #expect(seen == Set(0..<CellColours.count))
    // kitty and rxvt have 32,767.
    #expect(CellColours.count + 8 < 32_767)
  }
}

@Suite struct `a steady picture` {
  private let size = PixelSize(width: 40, height: 24)

  private func picture(_ level: (Int) -> Int) -> PreviewPicture {
    PreviewPicture(
      size: size,
      pixels: (0..<size.area).flatMap { pixel in
        [UInt8](repeating: UInt8(min(255, max(0, level(pixel)))), count: 3)
      })
  }

  @Test func `does not change for a sensor's noise`() {
    var numbers = SeededNumbers(seed: 7)
    var steady = SteadyPicture()
    steady.show(picture { $0 % 256 })
    let first = steady.cells
    #expect(first?.size == CellSize(columns: 40, rows: 12))
    for _ in 0..<50 {
      steady.show(picture { $0 % 256 + Int.random(in: -3...3, using: &numbers) })
      #expect(steady.cells == first)
    }
  }

  @Test func `follows what changes slowly, and leaves no ghost`() {
    var steady = SteadyPicture()
    for level in 0...255 {
      steady.show(picture { _ in level })
      guard let cell = steady.cells?.cell(column: 3, row: 5), let colours = cell.colours else {
        Issue.record("no cell")
        continue
      }
      // Never further than the threshold behind, and as far again as colours lie apart.
      let shown = Int(Palette.components(of: colours.background).red)
      #expect(abs(shown - level) <= 4 + 13, "\(shown) for \(level)")
    }
    var fresh = SteadyPicture()
    fresh.show(picture { _ in 255 })
    #expect(steady.cells == fresh.cells)
  }

  @Test func `changes one pixel alone`() {
    var steady = SteadyPicture()
    steady.show(picture { _ in 0 })
    steady.show(picture { $0 == 40 + 7 ? 255 : 0 })
    #expect(steady.cells?.cell(column: 7, row: 0) == Cell(upper: 16, lower: 231))
    #expect(steady.cells?.cell(column: 6, row: 0) == Cell(upper: 16, lower: 16))
    steady.show(picture { _ in 0 })
    #expect(steady.cells?.cell(column: 7, row: 0) == Cell(upper: 16, lower: 16))
  }

  @Test func `begins anew with another size`() {
    var steady = SteadyPicture()
    steady.show(picture { _ in 255 })
    let small = PixelSize(width: 3, height: 2)
    steady.show(PreviewPicture(size: small, pixels: Array(repeating: 0, count: 18)))
    #expect(steady.cells?.size == CellSize(columns: 3, rows: 1))
    #expect(steady.cells?.cell(column: 2, row: 0) == Cell(upper: 16, lower: 16))
    steady.clear()
    #expect(steady.cells == nil)
  }
}
