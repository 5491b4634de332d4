import Codec
import Foundation
import Frames
import Merging
import Recording
import Support
import Testing
import Units

@Suite struct `a take that is framed otherwise than the movie` {
  private let folder: TempFolder
  private let camera = PixelSize(width: 192, height: 96)

  init() throws { folder = try TempFolder() }

  /// Codes a take with one framing and takes it over into a movie of another; returns both files.
  private func converted(
    from framing: Framing, to chosen: Framing
  ) throws -> (take: String, movie: String) {
    let plain = VideoSettings(size: camera, rate: .thirty, quality: 5)
    let (takeSettings, settings) = (plain.framed(framing), plain.framed(chosen))
    let encoder = try H264Encoder(settings: takeSettings)
    var packets: [EncodedPacket] = []
    for index in 0..<4 {
      packets += try encoder.encode(
        .moving(camera, index: 10 * index, seed: 3), index: Int64(index))
    }
    packets += try encoder.finish()
    let path = folder.file("take.mov")
    let take = try TakeFile(
      path: path, settings: takeSettings, configuration: encoder.configuration, hasAudio: false)
    for packet in packets { try take.writeVideo(packet) }
    try take.close()

    var clip = Merging.Clip(
      path: path, title: "Take 1", length: 4, keys: .every(30), obstacle: "framed", hasAudio: false)
    clip.framing = framing
    let plan = MergePlan(clips: [clip], rate: .thirty)
    let configuration = try H264Encoder(settings: settings).configuration
    let movie = MovieSpecification(
      settings: settings, configuration: configuration, frames: 4, samples: nil, chapters: [],
      runs: [.init(frames: 0..<4, isCopied: false)])
    guard case .code(let stretch)? = plan.segments.first else { throw Complaint(text: "copied") }
    let target = folder.file("movie.mp4")
    let file = try MovieFile(path: target, format: .mp4, movie: movie)
    for packet in try StretchCoder.code(stretch, of: plan, for: movie, check: {}) {
      try file.writeVideo(packet)
    }
    try file.finish()
    try MovieCheck.run(
      path: target,
      expecting: MovieExpectation(format: .mp4, movie: movie, checksum: file.videoChecksum))
    return (path, target)
  }

  private func expectAlike(_ files: (take: String, movie: String), _ filter: String) throws {
    let expected = try judge(
      "ffmpeg", ["-i", files.take, "-vf", filter, "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"])
    let found = try decodedPictures(files.movie)
    #expect(found.count == expected.count && !found.isEmpty)
    let sum = zip(found, expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    // Two codings at a high quality; a picture that lies otherwise differs by tens of levels.
    #expect(Double(sum) / Double(max(1, found.count)) < 1)
  }

  @Test func `gets the movie's crop and turn when it holds the whole picture`() throws {
    let chosen = Framing(crop: .square, rotation: .quarter, mirror: .horizontal)
    try expectAlike(
      try converted(from: .native, to: chosen), "crop=96:96:48:0,transpose=clock,hflip")
  }

  @Test func `is turned back when it was turned`() throws {
    try expectAlike(
      try converted(from: Framing(rotation: .quarter, mirror: .vertical), to: .native),
      "vflip,transpose=cclock")
  }

  @Test func `loses what the movie does not show, wherever it lies by now`() throws {
    let area = PixelArea(left: 32, top: 16, size: PixelSize(width: 64, height: 32))
    // 96x192 after the turn: 96 - 16 - 32 columns are left of it, 32 rows above it.
    try expectAlike(
      try converted(
        from: Framing(rotation: .quarter), to: Framing(crop: .exact(area), rotation: .half)),
      "crop=32:64:48:32,transpose=clock")
  }

  @Test func `stands between black bars when it was cropped tighter`() throws {
    try expectAlike(
      try converted(from: Framing(crop: .square), to: .native), "pad=192:96:48:0:black")
    try FileManager.default.removeItem(atPath: folder.file("take.mov"))
    try FileManager.default.removeItem(atPath: folder.file("movie.mp4"))
    try expectAlike(
      try converted(from: Framing(crop: .square), to: Framing(rotation: .quarter)),
      "transpose=clock,pad=96:192:0:48:black")
  }
}

@Suite struct `a movie that players turn` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  @Test(arguments: [MovieFormat.mp4, .mov], Framing.Rotation.allCases)
  func `says so in its track`(format: MovieFormat, turn: Framing.Rotation) throws {
    let clip = try Clip(frames: 3)
    let path = folder.file("movie")
    var movie = clip.movie()
    movie.turn = turn
    let file = try MovieFile(path: path, format: format, movie: movie)
    for packet in clip.packets { try file.writeVideo(packet) }
    try file.finish()
    for expected in Framing.Rotation.allCases {
      movie.turn = expected
      let expectation = MovieExpectation(
        format: format, movie: movie, checksum: file.videoChecksum)
      if expected == turn {
        try MovieCheck.run(path: path, expecting: expectation)
      } else {
        let fault = #expect(throws: MovieFault.self) {
          try MovieCheck.run(path: path, expecting: expectation)
        }
        #expect(fault?.finding == .turn(turn))
        #expect(fault?.description.hasSuffix("turn its pictures by \(turn.rawValue)°.") == true)
      }
    }
    let facts = try MovieFacts(path: path)
    // ffprobe counts counterclockwise from -180 to 180.
    let shown = [0, -90, -180, 90][turn.rawValue / 90]
    #expect(facts.video?.rotation == shown)
    let isUpright = turn.rawValue % 180 == 0
    #expect(facts.video?.width == (isUpright ? 96 : 64))
  }
}
