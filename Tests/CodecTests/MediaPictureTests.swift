import Codec
import Foundation
import Frames
import Support
import Testing
import Units

@Suite struct `the pictures of any file` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func clip(_ name: String, _ arguments: [String], input: [UInt8] = []) throws -> String {
    let path = folder.file(name)
    try makeClip(arguments + [path], input: input)
    return path
  }

  // MARK: Colour

  /// A way to store the patches: ffmpeg's layout, the weights of red and blue, the range.
  struct Storage: Sendable, CustomTestStringConvertible {
    var layout: String
    var matrix: String
    var isFullRange = false
    var bits = 8

    var testDescription: String { "\(layout) \(matrix) \(isFullRange ? "pc" : "tv")" }

    /// Y, Cb, Cr of a colour in this storage's numbers.
    func code(_ colour: (red: Double, green: Double, blue: Double)) -> [Int] {
      let weights = ["bt709": (0.2126, 0.0722), "smpte170m": (0.299, 0.114)]
      let (kr, kb) = weights[matrix] ?? (0.2627, 0.0593)
      let luma = kr * colour.red + (1 - kr - kb) * colour.green + kb * colour.blue
      let blue = (colour.blue - luma) / (2 * (1 - kb))
      let red = (colour.red - luma) / (2 * (1 - kr))
      let scale = Double(1 << (bits - 8))
      let full = Double(1 << bits - 1)
      let values =
        isFullRange
        ? [full * luma, 128 * scale + full * blue, 128 * scale + full * red]
        : [(16 + 219 * luma) * scale, (128 + 224 * blue) * scale, (128 + 224 * red) * scale]
      return values.map { Int($0.rounded()) }
    }

    /// The patches as three full planes.
    var planes: [UInt8] {
      (0..<3).flatMap { plane in
        (0..<ColourPatches.size.height).flatMap { _ in
          (0..<ColourPatches.size.width).flatMap { column -> [UInt8] in
            let value = code(ColourPatches.colours[column / 32])[plane]
            return bits == 8 ? [UInt8(value)] : [UInt8(value & 255), UInt8(value >> 8)]
          }
        }
      }
    }
  }

  private static let storages: [Storage] =
    ["bt709", "smpte170m", "bt2020nc"].flatMap { matrix in
      [false, true].flatMap { isFullRange in
        [
          Storage(layout: "yuv444p", matrix: matrix, isFullRange: isFullRange),
          Storage(layout: "yuv444p10le", matrix: matrix, isFullRange: isFullRange, bits: 10),
          Storage(layout: "yuv444p16le", matrix: matrix, isFullRange: isFullRange, bits: 16),
        ]
      }
    }

  private func expectPatches(_ path: String, tolerance: Double = 3, grey: Bool = false) throws {
    let picture = try #require(try Watched(path).pictures.first)
    #expect(picture.size == ColourPatches.size && picture.colour == .take)
    for (found, colour) in zip(ColourPatches.read(picture.bytes), ColourPatches.colours) {
      var wanted = ColourPatches.code(colour, .take)
      if grey { wanted = [wanted[0], 128, 128] }
      for (value, target) in zip(found, wanted) {
        #expect(abs(value - target) <= tolerance, "\(found) instead of \(wanted)")
      }
    }
  }

  @Test(arguments: storages)
  func `keep their colours from any matrix, range and depth`(storage: Storage) throws {
    let path = try clip(
      "p.mkv",
      ["-f", "rawvideo", "-pix_fmt", storage.layout, "-s", "\(ColourPatches.size)", "-i", "-"]
        + ["-c:v", "ffv1", "-colorspace", storage.matrix]
        + ["-color_range", storage.isFullRange ? "pc" : "tv"],
      input: storage.planes)
    try expectPatches(path)
  }

  @Test(
    arguments: [
      ("p.mkv", ["-pix_fmt", "bgr0", "-c:v", "ffv1"]), ("p.mov", ["-c:v", "qtrle"]),
      ("p.png", ["-frames:v", "1"]), ("p.png", ["-frames:v", "1"] + ownPalette),
      ("p.png", ["-frames:v", "1", "-pix_fmt", "rgb48be"]), ("p.gif", ownPalette),
      ("p.mkv", ["-pix_fmt", "gbrp10le", "-c:v", "ffv1"]), ("p.bmp", ["-frames:v", "1"]),
    ] as [(String, [String])])
  func `keep their colours from red, green and blue`(name: String, options: [String]) throws {
    let pixels = (0..<ColourPatches.size.area).flatMap { index -> [UInt8] in
      let colour = ColourPatches.colours[index % ColourPatches.size.width / 32]
      return [colour.red, colour.green, colour.blue].map { UInt8((255 * $0).rounded()) }
    }
    let source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(ColourPatches.size)", "-i", "-"]
    let path = try clip(name, source + options, input: pixels)
    try expectPatches(path)
  }

  @Test(arguments: [
    ("gray", 0, 255), ("gray10le", 0, 1023), ("gray16le", 0, 65_535), ("monob", 0, 1),
  ])
  func `reach from black to white in grey`(layout: String, black: Int, white: Int) throws {
    // Two halves, black and white.
    let row = (0..<64).map { $0 < 32 ? black : white }
    var bytes: [UInt8] = []
    if layout == "monob" {
      bytes = (0..<32).flatMap { _ in [0, 0, 0, 0, 255, 255, 255, 255] as [UInt8] }
    } else {
      for value in (0..<32).flatMap({ _ in row }) {
        bytes.append(UInt8(value & 255))
        if white > 255 { bytes.append(UInt8(value >> 8)) }
      }
    }
    let codec = layout == "monob" ? "png" : "ffv1"
    let path = try clip(
      "g.mkv", ["-f", "rawvideo", "-pix_fmt", layout, "-s", "64x32", "-i", "-", "-c:v", codec],
      input: bytes)
    let picture = try #require(try Watched(path).pictures.first)
    #expect(abs(picture.luma(0.25, 0.5) - 16) <= 1 && abs(picture.luma(0.75, 0.5) - 235) <= 1)
  }

  @Test func `take a JPEG for what it is`() throws {
    let frame = try ColourPatches.frame(.mjpeg, ColourTags(matrix: .bt601, isFullRange: true))
    let path = folder.file("p.jpg")
    try Data(frame.bytes).write(to: URL(fileURLWithPath: path))
    try expectPatches(path)
  }

  // MARK: Shape

  /// ffmpeg's arguments for a picture whose quarters have different greys: 50, 100, 150, 200 in
  /// reading order.
  private func quarters(_ size: String) -> [String] {
    [
      "-f", "lavfi", "-i",
      "nullsrc=s=\(size):r=30:d=0.2,geq=lum='50+50*gte(X,W/2)+100*gte(Y,H/2)':cb=128:cr=128",
    ]
  }

  private func corners(_ picture: VideoFrame) -> [Int] {
    [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map { x, y in
      Int((Double(picture.luma(x, y)) / 50).rounded()) * 50
    }
  }

  /// The matrices of ISO/IEC 14496-12: a point (x, y) goes to (ax + cy, bx + dy).
  @Test(
    arguments: [
      ([1, 0, 0, 1], 0, false, [50, 100, 150, 200]),
      ([0, 1, -1, 0], 90, false, [150, 50, 200, 100]),
      ([-1, 0, 0, -1], 180, false, [200, 150, 100, 50]),
      ([0, -1, 1, 0], 270, false, [100, 200, 50, 150]),
      ([-1, 0, 0, 1], 0, true, [100, 50, 200, 150]),
      ([0, -1, -1, 0], 90, true, [200, 100, 150, 50]),
      ([1, 0, 0, -1], 180, true, [150, 200, 50, 100]),
      ([0, 1, 1, 0], 270, true, [50, 150, 100, 200]),
    ] as [([Int32], Int, Bool, [Int])])
  func `stand upright`(
    matrix: [Int32], rotation: Int, isMirrored: Bool, wanted: [Int]
  ) throws {
    let path = try clip("m.mp4", quarters("96x64") + bFrames)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // The matrix of the track header begins 40 bytes behind its type.
    let header = try #require(data.range(of: Data("tkhd".utf8)))
    for (index, number) in zip([0, 1, 3, 4], matrix) {
      let place = header.upperBound + 40 + 4 * index
      let fixed = UInt32(bitPattern: number << 16)
      for byte in 0..<4 { data[place + byte] = UInt8(fixed >> (24 - 8 * UInt32(byte)) & 255) }
    }
    try data.write(to: URL(fileURLWithPath: path))
    let watched = try Watched(path)
    let picture = try #require(watched.pictures.first)
    #expect(watched.pictures.count == 6)
    #expect(corners(picture) == wanted)
    let facts = try #require(try MediaReader(path: path).facts.video)
    #expect(facts.rotation == rotation && facts.isMirrored == isMirrored)
    #expect(facts.shown == picture.size)
    // The judge turns as well, but does not mirror.
    if !isMirrored {
      let shown = try decodedPictures(path)
      #expect(zip(shown, picture.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test func `have square pixels`() throws {
    let wide = try clip("w.mp4", quarters("72x64") + ["-vf", "setsar=4/3"] + bFrames)
    let tall = try clip("t.mkv", quarters("72x64") + ["-vf", "setsar=2/3"] + bFrames)
    for (path, size) in [
      (wide, PixelSize(width: 96, height: 64)), (tall, .init(width: 72, height: 96)),
    ] {
      let picture = try #require(try Watched(path).pictures.first)
      #expect(picture.size == size)
      #expect(corners(picture) == [50, 100, 150, 200])
    }
  }

  @Test func `leave an odd last row and column off`() throws {
    let path = try clip(
      "o.mkv",
      ["-f", "lavfi", "-i", "nullsrc=s=97x65:r=5:d=0.2,geq=lum='40+160*mod(X,2)':cb=128:cr=128"]
        + ["-pix_fmt", "yuv444p", "-c:v", "ffv1"])
    let picture = try #require(try Watched(path).pictures.first)
    #expect(picture.size == PixelSize(width: 96, height: 64))
    #expect((0..<96).allSatisfy { abs(Int(picture.bytes[$0]) - ($0 % 2 == 0 ? 40 : 200)) <= 1 })
  }

  @Test(arguments: [PictureWish.Fit.fit, .fill, .stretch])
  func `get into any size`(fit: PictureWish.Fit) throws {
    // Full range, so that bars drawn in the wrong range would show.
    let path = try clip(
      "s.mkv", quarters("160x80") + ["-c:v", "ffv1", "-color_range", "pc"])
    let size = PixelSize(width: 80, height: 80)
    let picture = try #require(
      try Watched(path, wish: PictureWish(size: size, fit: fit)).pictures.first)
    #expect(picture.size == size)
    let (top, right) = (picture.luma(0.5, 0.1), picture.luma(0.95, 0.45))
    // 100 of full range is 102 of limited range.
    switch fit {
    case .fit:
      #expect(top == 16 && abs(right - 102) <= 1)
      #expect(abs(picture.luma(0.25, 0.3) - 59) <= 1)
    case .fill, .stretch:
      #expect(abs(picture.luma(0.9, 0.1) - 102) <= 1 && abs(picture.luma(0.1, 0.1) - 59) <= 1)
    }
  }

  // MARK: Fields

  @Test func `are whole where the file has fields`() throws {
    // A bar that moves by eight pixels from field to field: woven, its edges are combs.
    let path = try clip(
      "i.mp4",
      ["-f", "lavfi", "-i", "nullsrc=s=128x96:r=50:d=0.8,format=yuv420p"]
        + [
          "-vf",
          "geq=lum='if(between(X,8+N*2,40+N*2),200,40)':cb=128:cr=128,"
            + "tinterlace=interleave_top,setfield=tff",
        ]
        + ["-flags", "+ilme+ildct", "-c:v", "libx264", "-qp", "8", "-bf", "2"])
    let reader = try MediaReader(path: path)
    #expect(reader.facts.video?.isInterlaced == true)
    let watched = try Watched(reader)
    #expect(watched.pictures.count == 20)
    #expect(
      zip(watched.times, watched.times.dropFirst()).allSatisfy {
        ($1 - $0) == .milliseconds(40)
      })
    func combing(_ luma: [UInt8]) -> Int {
      (4..<92).reduce(0) { sum, row in
        sum
          + (0..<128).reduce(0) { sum, column in
            let (above, here, below) = (
              Int(luma[(row - 1) * 128 + column]), Int(luma[row * 128 + column]),
              Int(luma[(row + 1) * 128 + column])
            )
            return sum + (abs(above - below) < 20 && abs(above - here) > 60 ? 1 : 0)
          }
      }
    }
    let woven = Array(try decodedPictures(path).dropFirst(10 * 128 * 96 * 3 / 2).prefix(128 * 96))
    #expect(combing(woven) > 100)
    #expect(combing(Array(watched.pictures[10].bytes.prefix(128 * 96))) < 20)
  }

  @Test func `need not all be interlaced`() throws {
    let fields = try clip(
      "a.h264", counted(10) + ["-vf", "setfield=tff", "-flags", "+ilme+ildct"] + bFrames)
    let whole = try clip("b.h264", counted(10) + bFrames)
    let path = folder.file("both.h264")
    try
      (Data(contentsOf: URL(fileURLWithPath: fields))
      + Data(contentsOf: URL(fileURLWithPath: whole))).write(to: URL(fileURLWithPath: path))
    #expect(try Watched(path).numbers == Array(0..<10) + Array(0..<10))
  }
}

/// ffmpeg's arguments for a palette of the very colours that are there.
private let ownPalette = [
  "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none",
]
