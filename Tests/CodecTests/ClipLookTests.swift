import Codec
import Frames
import Merging
import Recording
import Support
import Testing
import Units

@Suite struct `a look at a take's frame` {
  private let folder: TempFolder
  private let size = PixelSize(width: 96, height: 64)
  private let room = PictureRoom(blocks: CellSize(columns: 96, rows: 32))

  init() throws { folder = try TempFolder() }

  /// A take whose frame n is lit by `16 + 2n`, and its settings.
  private func take(frames: Int = 70) throws -> (clip: Merging.Clip, movie: VideoSettings) {
    let settings = VideoSettings(size: size, rate: .thirty, quality: 18)
    let encoder = try H264Encoder(settings: settings)
    let path = folder.file("take.mov")
    let take = try TakeFile(
      path: path, settings: settings, configuration: encoder.configuration, hasAudio: false)
    for index in 0..<frames {
      // The left half only, so that one sees how it is turned.
      let luma = (0..<size.area).map { $0 % size.width < 48 ? UInt8(16 + 2 * index) : 235 }
      let bytes = luma + [UInt8](repeating: 128, count: size.area / 2)
      let frame = VideoFrame.made(.yu12, size, bytes: bytes)
      for packet in try encoder.encode(frame, index: Int64(index)) { try take.writeVideo(packet) }
    }
    for packet in try encoder.finish() { try take.writeVideo(packet) }
    try take.close()
    return (
      Merging.Clip(
        path: path, title: "Take 1", length: Int64(frames), keys: .every(30), hasAudio: false),
      settings
    )
  }

  /// Red at a place, which is as grey as the frame is lit.
  private func level(_ picture: PreviewPicture, _ x: Int, _ y: Int) -> Int {
    Int(picture.pixels[3 * (y * picture.size.width + x)])
  }

  @Test(arguments: [0, 1, 29, 30, 31, 59, 69])
  func `shows the very frame that was asked for`(frame: Int) throws {
    let (clip, movie) = try take()
    let picture = try #require(
      try ClipLook.picture(
        of: clip, at: Int64(frame), in: movie, turned: .upright, within: room))
    #expect(picture.size == size)
    // 2 levels of luma are 2.3 of 255 from one frame to the next.
    let wanted = Int((Double(2 * frame) * 255 / 219).rounded())
    #expect(abs(level(picture, 20, 30) - wanted) <= 1)
    #expect(level(picture, 80, 30) > 250)
  }

  @Test func `shows it as players turn it, and as small as wanted`() throws {
    let (clip, movie) = try take()
    let picture = try #require(
      try ClipLook.picture(
        of: clip, at: 10, in: movie, turned: .quarter,
        within: PictureRoom(blocks: CellSize(columns: 32, rows: 24))))
    #expect(picture.size == PixelSize(width: 32, height: 48))
    // What was left is above.
    #expect(level(picture, 16, 6) < 40 && level(picture, 16, 42) > 250)
  }

  @Test(arguments: [ColourTags.Matrix.bt601, .bt709])
  func `shows a camera's own colours as what they mean`(matrix: ColourTags.Matrix) throws {
    let settings = VideoSettings(size: size, rate: .thirty, quality: 1)
    let encoder = try H264Encoder(settings: settings)
    let path = folder.file("red.mov")
    let take = try TakeFile(
      path: path, settings: settings, configuration: encoder.configuration, hasAudio: false)
    // Pure red in the numbers of either matrix, limited range.
    let red: [UInt8] = matrix == .bt601 ? [81, 90, 240] : [63, 102, 240]
    let quarter = size.area / 4
    let bytes =
      [UInt8](repeating: red[0], count: size.area) + [UInt8](repeating: red[1], count: quarter)
      + [UInt8](repeating: red[2], count: quarter)
    let frame = VideoFrame.made(.yu12, size, bytes: bytes)
    for packet in try encoder.encode(frame, index: 0) + encoder.finish() {
      try take.writeVideo(packet)
    }
    try take.close()
    let colour = ColourCode(primaries: 1, transfer: 1, matrix: matrix == .bt601 ? 6 : 1, range: 1)
    var clip = Merging.Clip(
      path: path, title: "Take 1", length: 1, keys: .every(30), hasAudio: false)
    clip.colour = colour
    let look = try ClipLook.picture(of: clip, at: 0, in: settings, turned: .upright, within: room)
    let review = try ReviewPictures(clip, rate: .thirty, movie: settings, turned: .upright)
      .picture(at: 0, within: room)
    for picture in [try #require(look), try #require(review)] {
      let pixel = picture.pixels.prefix(3)
      #expect(zip(pixel, [255, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 4 }, "\(pixel)")
    }
  }

  @Test func `is refused behind the end, and not given of JPEG pictures`() throws {
    var (clip, movie) = try take(frames: 20)
    #expect(throws: (any Error).self) {
      try ClipLook.picture(of: clip, at: 20, in: movie, turned: .upright, within: room)
    }
    movie.codec = .mjpeg
    clip.path = "/nowhere"
    #expect(
      try ClipLook.picture(of: clip, at: 0, in: movie, turned: .upright, within: room) == nil)
  }
}
