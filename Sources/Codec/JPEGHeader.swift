import Units

/// What stands before the scan of a JPEG picture (ITU-T T.81, annex B).
struct JPEGHeader: Hashable {
  /// Columns and rows of the picture.
  let size: PixelSize
  /// False for cameras that leave the Huffman tables out because they are always the same.
  let hasHuffmanTables: Bool

  /// The second bytes of the markers used here; the first one is always 0xff.
  private enum Marker {
    static let startOfImage: UInt8 = 0xd8
    static let endOfImage: UInt8 = 0xd9
    static let startOfScan: UInt8 = 0xda
    static let huffmanTables: UInt8 = 0xc4
    /// Frame headers are c0 to cf, but for the tables (c4), an extension (c8) and cc.
    static func isFrame(_ code: UInt8) -> Bool {
      (0xc0...0xcf).contains(code) && ![0xc4, 0xc8, 0xcc].contains(code)
    }
  }

  /// Reads the segments up to the scan; nil when they are not those of a picture.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var (size, hasTables, offset) = (PixelSize?.none, false, 2)
    func number(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    while offset + 4 <= bytes.count, bytes[offset] == 0xff {
      let code = bytes[offset + 1]
      if code == 0xff {
        // Any number of fill bytes may stand before a marker.
        offset += 1
        continue
      }
      if code == Marker.startOfScan {
        guard let size, size.area > 0 else { return nil }
        self.size = size
        hasHuffmanTables = hasTables
        return
      }
      let length = number(offset + 2)
      // Two bytes of length, then for a frame its precision, rows and columns.
      guard length >= 2, offset + 9 <= bytes.count else { return nil }
      if code == Marker.huffmanTables { hasTables = true }
      if Marker.isFrame(code) {
        size = PixelSize(width: number(offset + 7), height: number(offset + 5))
      }
      offset += 2 + length
    }
    return nil
  }

  /// True when a picture's bytes begin and end with its marks.
  static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > 4 && bytes[0] == 0xff && bytes[1] == Marker.startOfImage
      && bytes[bytes.count - 2] == 0xff && bytes[bytes.count - 1] == Marker.endOfImage
  }
}
