import Foundation
import Glibc

/// A picture in pixels that a program has put on the screen.
package struct VTPicture: Sendable, Hashable {
  /// How it came.
  package enum Kind: Sendable, Hashable {
    /// Kitty graphics: RGB from shared memory or on the line, or a PNG.
    case kittyShared, kittyPixels, kittyPNG
    /// `OSC 1337 ; File`.
    case inlineImage
    /// `DCS q`.
    case sixel
  }

  /// How it came.
  package var kind: Kind
  /// Its first column and row, from 0.
  package var column: Int, row: Int
  /// Cells it covers.
  package var columns: Int, rows: Int
  /// Pixels, of those that tell.
  package var width = 0, height = 0
  /// Its file, pixels or device control string.
  package var bytes: [UInt8]

  /// Letters written over it take pieces out of a picture that lies in the cells.
  fileprivate var isInCells: Bool { kind == .inlineImage || kind == .sixel }

  /// Red, green and blue of all pixels; those of files as ImageMagick reads them.
  package func pixels() throws -> (width: Int, height: Int, bytes: [UInt8]) {
    let format: String
    switch kind {
    case .kittyShared, .kittyPixels: return (width, height, bytes)
    case .kittyPNG: format = "png"
    case .inlineImage: format = "jpeg"
    case .sixel:
      guard let found = VTSixel(bytes) else { throw VTPictureFailure(description: "no sixel") }
      return (found.width, found.height, found.pixels)
    }
    let found = try Command.run(
      "convert", ["\(format):-", "-strip", "-depth", "8", "ppm:-"], input: bytes)
    // P6, width and height, 255, then the pixels.
    let head = found.stdout.prefix(40).split(
      separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard head.count == 4 else { throw VTPictureFailure(description: found.stderr) }
    let size = String(decoding: head[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard size.count == 2 else { throw VTPictureFailure(description: "no size") }
    return (size[0], size[1], Array(found.stdout[head[3].startIndex...]))
  }
}

/// Why a picture could not be read.
package struct VTPictureFailure: Error, CustomStringConvertible {
  package let description: String
}

/// The pictures of a screen, and those still on their way.
struct VTGraphics: Sendable {
  /// The one that is shown, and the cells of it that no letter was written over.
  var shown: VTPicture?
  /// How many were shown.
  private(set) var count = 0
  private var bare: Set<[Int]> = []
  private var chunks: (keys: [Substring: Substring], payload: [UInt8])?

  /// Pixels of a cell.
  static let cell = (width: 10, height: 20)

  mutating func show(_ picture: VTPicture) {
    shown = picture
    count += 1
    bare = Set(
      (picture.row..<picture.row + picture.rows).flatMap { row in
        (picture.column..<picture.column + picture.columns).map { [row, $0] }
      })
  }

  mutating func clear() {
    let count = count
    self = VTGraphics()
    self.count = count
  }

  /// A letter was written.
  mutating func cover(column: Int, row: Int) {
    guard shown?.isInCells == true, bare.remove([row, column]) != nil, bare.isEmpty else { return }
    shown = nil
  }

  /// `DCS … q … ST`.
  mutating func sixel(_ string: [UInt8], at cursor: (column: Int, row: Int)) {
    guard let found = VTSixel(string) else { return }
    let (width, height) = (found.width, found.height)
    show(
      VTPicture(
        kind: .sixel, column: cursor.column, row: cursor.row,
        columns: (width + Self.cell.width - 1) / Self.cell.width,
        rows: (height + Self.cell.height - 1) / Self.cell.height, width: width, height: height,
        bytes: string))
  }

  /// `OSC 1337 ; File = keys : base64`.
  mutating func systemCommand(_ string: [UInt8], at cursor: (column: Int, row: Int)) {
    guard string.starts(with: Array("1337;File=".utf8)),
      let colon = string.firstIndex(of: UInt8(ascii: ":"))
    else { return }
    let keys = Self.keys(string[10..<colon], separator: UInt8(ascii: ";"))
    guard let columns = keys["width"].flatMap({ Int($0) }),
      let rows = keys["height"].flatMap({ Int($0) })
    else { return }
    show(
      VTPicture(
        kind: .inlineImage, column: cursor.column, row: cursor.row, columns: columns, rows: rows,
        bytes: Self.decoded(string[(colon + 1)...])))
  }

  /// `APC G keys ; base64 ST`; returns what is to be answered.
  mutating func kitty(_ string: [UInt8], at cursor: (column: Int, row: Int)) -> VTQuestion? {
    let end = string.firstIndex(of: UInt8(ascii: ";")) ?? string.endIndex
    var keys = Self.keys(string[1..<end], separator: UInt8(ascii: ","))
    var payload = Array(string[min(string.count, end + 1)...])
    if let earlier = chunks {
      (keys, payload) = (
        earlier.keys.merging(keys) { $1 }, earlier.payload + payload
      )
    }
    chunks = keys["m"] == "1" ? (keys, payload) : nil
    guard chunks == nil else { return nil }
    let number = keys["i"].flatMap { Int($0) } ?? 0
    if keys["a"] == "d" {
      shown = nil
      return nil
    }
    let size = (keys["s"].flatMap { Int($0) } ?? 0, keys["v"].flatMap { Int($0) } ?? 0)
    var bytes: [UInt8]? = Self.decoded(payload[...])
    if keys["t"] == "s" {
      bytes = Self.memory(String(decoding: bytes ?? [], as: UTF8.self), size.0 * size.1 * 3)
    }
    if keys["a"] == "q" { return .graphics(number, isReadable: bytes != nil) }
    guard keys["a"] == "T", let bytes else { return nil }
    let kind: VTPicture.Kind =
      keys["f"] == "100" ? .kittyPNG : keys["t"] == "s" ? .kittyShared : .kittyPixels
    show(
      VTPicture(
        kind: kind, column: cursor.column, row: cursor.row,
        columns: keys["c"].flatMap { Int($0) } ?? 0, rows: keys["r"].flatMap { Int($0) } ?? 0,
        width: size.0, height: size.1, bytes: bytes))
    return nil
  }

  private static func keys(
    _ bytes: ArraySlice<UInt8>, separator: UInt8
  ) -> [Substring: Substring] {
    bytes.split(separator: separator).reduce(into: [:]) { keys, part in
      let words = String(decoding: part, as: UTF8.self).split(separator: "=", maxSplits: 1)
      if words.count == 2 { keys[words[0]] = words[1] }
    }
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    Data(base64Encoded: Data(text)).map(Array.init) ?? []
  }

  /// Reads shared memory and removes its name, as kitty does.
  private static func memory(_ name: String, _ count: Int) -> [UInt8]? {
    let descriptor = shm_open(name, O_RDONLY, 0)
    guard descriptor >= 0 else { return nil }
    defer {
      close(descriptor)
      shm_unlink(name)
    }
    var bytes = [UInt8](repeating: 0, count: count)
    return read(descriptor, &bytes, count) == count ? bytes : nil
  }
}
