import Codec
import Frames
import Merging
import Recording
import Support
import Testing
import Units

extension Clip {
  /// Frames of one grey each, frame n lit by `16 + 2n`.
  fileprivate init(lit frames: Int, size: PixelSize) throws {
    let settings = VideoSettings(size: size, rate: .thirty, quality: 18)
    let encoder = try H264Encoder(settings: settings)
    var packets: [EncodedPacket] = []
    for index in 0..<frames {
      let bytes =
        [UInt8](repeating: UInt8(16 + 2 * index), count: size.area)
        + [UInt8](repeating: 128, count: size.area / 2)
      packets += try encoder.encode(.made(.yu12, size, bytes: bytes), index: Int64(index))
    }
    packets += try encoder.finish()
    self = try Clip(frames: 1, size: size)
    (self.settings, self.packets) = (settings, packets)
    configuration = encoder.configuration
  }
}

@Suite struct `a review's pictures` {
  private let folder: TempFolder
  private let size = PixelSize(width: 96, height: 64)
  private let room = PictureRoom(blocks: CellSize(columns: 48, rows: 16))
  /// Every kind of jump: forth and back by one, by a second and to the ends.
  private static let journey: [Int64] = [
    0, 1, 2, 1, 0, 29, 30, 31, 30, 29, 95, 3, 64, 65, 94, 95, 0,
  ]

  init() throws { folder = try TempFolder() }

  /// Which frame a picture shows, by its light.
  private func frame(of picture: PreviewPicture?) -> Int64? {
    picture.map { Int64((Double($0.pixels[0]) * 219 / 255 / 2).rounded()) }
  }

  private func follow(_ frames: [Int64], in reader: ReviewPictures) throws {
    for wanted in frames {
      let picture = try reader.picture(at: wanted, within: room)
      #expect(picture?.cells == room.cells)
      #expect(frame(of: picture) == wanted)
    }
  }

  @Test func `of a take are the very frames asked for, in any order`() throws {
    let clip = try Clip(lit: 96, size: size)
    try clip.writeTake(folder.file("a.mov"))
    let take = Merging.Clip(
      path: folder.file("a.mov"), title: "Take 1", length: 96, keys: .every(30), hasAudio: false)
    try follow(
      Self.journey,
      in: ReviewPictures(take, rate: .thirty, movie: clip.settings, turned: .upright))
  }

  @Test func `of a take that keeps its own times are those of each instant`() throws {
    let clip = try Clip(lit: 96, size: size)
    try clip.writeTake(folder.file("a.mov"))
    let take = Merging.Clip(
      path: folder.file("a.mov"), title: "Take 1", length: 96, keys: .at([0]), hasAudio: false)
    let settings = VideoSettings(size: size, rate: .thirty, quality: 18, isVariable: true)
    try follow(
      Self.journey, in: ReviewPictures(take, rate: .thirty, movie: settings, turned: .upright))
  }

  @Test(arguments: [MovieFormat.mp4, .mov, .mkv])
  func `of any file are the very frames asked for`(format: MovieFormat) throws {
    let clip = try Clip(lit: 96, size: size)
    let path = folder.file("a.\(format.rawValue)")
    try clip.writeMovie(
      path, format: format, sound: [Int16](repeating: 0, count: 2 * 96 * 1600),
      chapters: [.init(title: "Take 1", frames: 0..<40), .init(title: "Take 2", frames: 40..<96)])
    let reel = try ReelFile.reel(path: path)
    #expect(reel.plan.frames == 96 && reel.plan.rate == .thirty && reel.plan.hasAudio)
    #expect(reel.chapters == [0, 40] && reel.settings.size == size)
    let part = try #require(reel.plan.parts.first)
    try follow(
      Self.journey,
      in: ReviewPictures(part.clip, rate: .thirty, movie: reel.settings, turned: reel.turn))
  }

  @Test(arguments: ["mp4", "mov", "mkv", "ts", "webm"])
  func `of other makers' files begin at their first picture and end with their last`(
    ending: String
  ) throws {
    let path = folder.file("a.\(ending)")
    let codec =
      ending == "webm"
      ? ["libvpx", "-b:v", "1M", "-g", "48"] : ["libx264", "-g", "48", "-bf", "2"]
    // Sound that lasts longer than the pictures.
    let made = try Command.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "color=gray:s=96x64:r=25:d=4", "-f", "lavfi"]
        + ["-i", "sine=d=4.5", "-vf", "geq=lum='16+2*N':cb=128:cr=128", "-pix_fmt", "yuv420p"]
        + ["-c:v"] + codec + [path])
    try #require(made.status == 0, "\(made.stderr)")
    let reel = try ReelFile.reel(path: path)
    #expect(reel.plan.frames == 100 && reel.plan.rate == FrameRate(25))
    #expect(reel.chapters == [0] && reel.plan.hasAudio)
    let part = try #require(reel.plan.parts.first)
    let reader = ReviewPictures(
      part.clip, rate: reel.plan.rate, movie: reel.settings, turned: reel.turn)
    for wanted in [0, 1, 0, 60, 59, 99, 12] as [Int64] {
      let found = try #require(frame(of: try reader.picture(at: wanted, within: room)))
      #expect(abs(found - wanted) <= (ending == "webm" ? 1 : 0), "\(wanted)")
    }
  }

  @Test func `are refused of what is no movie`() throws {
    for (name, words) in [
      ("sound.wav", ["-f", "lavfi", "-i", "sine=d=1"]),
      ("none.srt", ["-f", "lavfi", "-i", "sine=d=1", "-f", "wav"]),
    ] {
      let made = try Command.run("ffmpeg", ["-v", "error"] + words + [folder.file(name)])
      try #require(made.status == 0)
      let error = #expect(throws: CodecError.self) { try ReelFile.reel(path: folder.file(name)) }
      #expect(error?.description.hasSuffix("there are no pictures in it.") == true)
    }
  }
}
