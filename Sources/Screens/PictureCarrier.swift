package import Frames
package import Units

/// What brings the live picture onto the terminal, best first.
package enum PictureCarrier: Sendable, Hashable {
  /// The kitty graphics protocol: pixels in memory that the terminal shares, or PNG on the line.
  case kitty(sharesMemory: Bool)
  /// Images between the lines as iTerm2 has them (OSC 1337): JPEG on the line.
  case iterm
  /// Sixel graphics with so many colours.
  case sixel(colours: Int)
  /// Half blocks in 24-bit colour, written over cells that stay blank.
  case trueColour
  /// Half blocks in 256 colours, which are text and go through everything.
  case blocks

  /// True for pictures made of letters.
  package var isText: Bool { self == .blocks || self == .trueColour }

  /// How often a take lets pictures come, so that they cost it less than a tenth of its own CPU: ten
  /// a second of those that are coded would cost a fifth.
  package var periodInTakes: MediaTime {
    switch self {
    case .kitty(sharesMemory: true), .trueColour, .blocks: .zero
    case .kitty(sharesMemory: false), .iterm: .milliseconds(190)
    case .sixel: .milliseconds(290)
    }
  }

  /// How the picture comes, in words for the user.
  package var words: String {
    switch self {
    case .kitty(sharesMemory: true): "kitty graphics, by shared memory"
    case .kitty(sharesMemory: false): "kitty graphics, as PNG on the line"
    case .iterm: "iTerm2 images, as JPEG on the line"
    case .sixel(let colours): "sixel graphics in \(colours) colours"
    case .trueColour: "half blocks in 24-bit colour"
    case .blocks: "half blocks in 256 colours"
    }
  }

  /// Columns that the picture takes at most.
  ///
  /// More of half blocks show hardly more and cost up to 30 kB a picture; over a network much less
  /// has to do. Of pixels the bytes are bounded by themselves.
  package func widest(isRemote: Bool) -> Int { isText && isRemote ? 40 : 104 }

  /// The room of so many cells, each drawn with `grain` pixels, for a picture this carrier brings.
  ///
  /// With each step of `thrift` it has a quarter of the pixels.
  package func room(
    cells: CellSize, grain: PixelSize?, isRemote: Bool, thrift: Int
  ) -> PictureRoom {
    if isText { return PictureRoom(blocks: cells) }
    var isStretched = true
    if case .sixel = self { isStretched = false }
    return PictureRoom(
      cells: cells, grain: grain ?? Self.usualGrain, most: most(isRemote: isRemote) >> (2 * thrift),
      isStretched: isStretched)
  }

  /// Only for the shape, where the terminal stretches: most fonts are twice as high as wide.
  private static let usualGrain = PixelSize(width: 8, height: 16)

  /// Pixels of a picture.
  ///
  /// 640x360 is sharp in the place there is. JPEG of that is 50 kB of text and sixel 100 kB, PNG
  /// would be 120 kB. Over a network 10 to 30 kB are what a link of 1 to 2 Mbit/s carries in the
  /// tenth of a second that the picture may hold everything else up.
  private func most(isRemote: Bool) -> Int {
    switch self {
    case .kitty(sharesMemory: false): isRemote ? 240 * 135 : 320 * 180
    case .iterm where isRemote, .sixel where isRemote: 320 * 180
    case .kitty, .iterm, .sixel, .trueColour, .blocks: 640 * 360
    }
  }

  /// Colours for a sixel picture; fewer of them over a network cost a third of the bytes.
  package static func sixelColours(registers: Int, isRemote: Bool) -> Int {
    min(registers, isRemote ? 64 : 256)
  }
}

/// A picture as it goes to the terminal.
package struct PictureDrawing: Sendable, Hashable {
  /// What the bytes are.
  package enum Form: Sendable, Hashable {
    /// Red, green and blue of each pixel, for memory that is shared with the terminal.
    case pixels
    case png
    case jpeg
    /// A whole device control string.
    case sixel
    /// Red, green and blue of each pixel, for half blocks: two rows in each row of cells.
    case blocks
  }

  /// Columns and rows that it covers.
  package let cells: CellSize
  /// Its pixels.
  package let size: PixelSize
  /// What `bytes` are.
  package let form: Form
  /// The picture.
  package let bytes: [UInt8]

  /// The coded form of a picture.
  package init(_ picture: PreviewPicture, _ form: Form, _ bytes: [UInt8]) {
    (cells, size) = (picture.cells, picture.size)
    (self.form, self.bytes) = (form, bytes)
  }
}
