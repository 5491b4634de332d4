import Codec
import Foundation
import Frames
import Merging
import Recording
import Support
import Testing
import Units

@Suite struct `frames coded anew` {
  private let folder: TempFolder
  /// Of rows that no vector's width divides, whatever the plane.
  private let size = PixelSize(width: 164, height: 96)

  init() throws { folder = try TempFolder() }

  @Test func `are refused between takes of JPEG pictures, which are copied alone`() throws {
    let (plan, movie) = try plan(.fade, 10)
    var other = movie
    other.settings.codec = .mjpeg
    other.configuration = []
    guard case .code(let stretch)? = plan.segments.dropFirst().first else {
      Issue.record("no stretch in \(plan.segments)")
      return
    }
    let problem = #expect(throws: Problem.self) {
      try StretchCoder.code(stretch, of: plan, for: other) {}
    }
    #expect(problem?.sentence.contains("cannot go over into each other") == true)
    #expect(try !StretchCoder.code(stretch, of: plan, for: movie) {}.isEmpty)
  }

  /// Two takes of one session and the plan that joins them.
  private func plan(
    _ kind: Transition.Kind?, _ frames: Int64 = 30, ranges: [Range<Int64>?] = [nil, nil],
    quality: Int = 18
  ) throws -> (plan: MergePlan, movie: MovieSpecification) {
    var clips: [Merging.Clip] = []
    var first: Clip?
    for index in 0..<2 {
      let clip = try Clip(frames: 90, size: size, quality: quality, seed: 40 * index)
      let path = folder.file("take-\(index).mov")
      try clip.writeTake(path)
      first = first ?? clip
      clips.append(
        Merging.Clip(
          path: path, title: "Take \(index + 1)", length: 90, range: ranges[index],
          keys: .every(30), hasAudio: false,
          transition: kind.map { Transition($0, length: FrameRate.thirty.time(ofFrame: frames)) }))
    }
    let plan = MergePlan(clips: clips, rate: .thirty)
    let clip = try #require(first)
    return (
      plan,
      MovieSpecification(
        settings: clip.settings, configuration: clip.configuration, frames: plan.frames,
        samples: nil, chapters: [],
        runs: plan.segments.map {
          if case .copy = $0 { return .init(frames: $0.frames, isCopied: true) }
          return .init(frames: $0.frames, isCopied: false)
        })
    )
  }

  private func stretches(_ plan: MergePlan) -> [Stretch] {
    plan.segments.compactMap { if case .code(let stretch) = $0 { stretch } else { nil } }
  }

  /// Writes the packets as a movie of their own and decodes it.
  private func decoded(_ packets: [EncodedPacket], _ movie: MovieSpecification) throws -> [UInt8] {
    let path = folder.file("join.mp4")
    let file = try MovieFile(path: path, format: .mp4, movie: movie)
    for packet in packets {
      try file.writeVideo(
        EncodedPacket(
          bytes: packet.bytes, frame: packet.frame - packets[0].frame, isKey: packet.isKey))
    }
    try file.finish()
    return try decodedPictures(path)
  }

  /// The pictures of FFmpeg's own filter for the same transition.
  private func filtered(_ kind: Transition.Kind, _ frames: Int64) throws -> [UInt8] {
    try judge(
      "ffmpeg",
      [
        "-i", folder.file("take-0.mov"), "-i", folder.file("take-1.mov"), "-filter_complex",
        "[0:v]trim=start_frame=\(90 - frames),setpts=PTS-STARTPTS,fps=30,"
          // The filter takes the end of its first input for the end of the transition.
          + "tpad=stop_mode=clone:stop=9[a];[1:v]fps=30[b];[a][b]"
          + "xfade=transition=\(kind.rawValue):duration=\(Double(frames) / 30):offset=0",
        "-frames:v", "\(frames)", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-",
      ])
  }

  private func meanError(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Double {
    let sum = zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.count)
  }

  @Test(arguments: Transition.Kind.allCases)
  func `show what the filter of the transition's name shows`(kind: Transition.Kind) throws {
    let (plan, movie) = try plan(kind, 12, quality: 3)
    let stretch = try #require(stretches(plan).first)
    #expect(stretch.shots.first?.incoming?.kind == kind)
    let packets = try StretchCoder.code(stretch, of: plan, for: movie) {}
    #expect(packets.map(\.frame) == Array(stretch.frames))
    let ours = try decoded(packets, movie)
    let theirs = try filtered(kind, 12)
    let picture = size.area * 3 / 2
    #expect(theirs.count == 12 * picture && ours.count == stretch.frames.count * picture)
    // At the very first frame nothing has begun, where some kinds of the filter paint garbage.
    let first = try filtered(.fade, 12).prefix(picture)
    #expect(meanError(ours.prefix(picture), first) < 0.6)
    for frame in 1..<12 {
      let places = frame * picture..<(frame + 1) * picture
      // Levels: a picture of the frame before or after would give more.
      #expect(meanError(ours[places], theirs[places]) < 0.6, "frame \(frame)")
    }
  }

  @Test func `fit between the copied ones`() throws {
    let (plan, movie) = try plan(.fade, 10, ranges: [3..<77, 4..<90])
    for stretch in stretches(plan) {
      for piece in stretch.pieces(ofAtMost: 14) {
        let packets = try StretchCoder.code(piece, of: plan, for: movie) {}
        #expect(packets.map(\.frame) == Array(piece.frames))
        #expect(packets.first?.isKey == true)
      }
    }
    #expect(stretches(plan).count == 2)
  }

  @Test func `can be given up between two frames`() throws {
    struct Enough: Error {}
    let (plan, movie) = try plan(.fade)
    let stretch = try #require(stretches(plan).first)
    var asked = 0
    #expect(throws: Enough.self) {
      _ = try StretchCoder.code(stretch, of: plan, for: movie) {
        asked += 1
        if asked == 5 { throw Enough() }
      }
    }
    #expect(asked == 5)
  }

  @Test func `bring parameter sets of their own where the copied ones are another encoder's`()
    throws
  {
    var movie: MovieSpecification
    let plan: MergePlan
    (plan, movie) = try self.plan(.fade)
    // A record of the Baseline profile, as if the takes had been coded so.
    let foreign = folder.file("foreign.mp4")
    _ = try judge(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(size.width)x\(size.height):r=30", "-t", "1", "-c:v",
        "libx264", "-profile:v",
        "baseline", foreign,
      ])
    movie.copied = try MediaScan.facts(path: foreign).configuration
    movie.configuration = try JoinEncoder(for: movie).configuration
    #expect(movie.configuration[5] & 31 == 2, "two sequence parameter sets")
    #expect(movie.configuration.count > movie.copied.count)
    let stretch = try #require(stretches(plan).first)
    let packets = try StretchCoder.code(stretch, of: plan, for: movie) {}
    #expect(try decoded(packets, movie).count == 30 * size.area * 3 / 2)
  }

  @Test(arguments: [0, 1, 18, 30, 51])
  func `have the takes' parameter sets at every quality`(quality: Int) throws {
    let (plan, movie) = try plan(.wipeup, quality: quality)
    let stretch = try #require(stretches(plan).first)
    #expect(try StretchCoder.code(stretch, of: plan, for: movie) {}.count == 30)
  }

  @Test func `end with an error where the take's file does`() throws {
    let (plan, movie) = try plan(.fade)
    let path = folder.file("take-0.mov")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
    let stretch = try #require(stretches(plan).first)
    #expect(throws: CodecError.self) { try StretchCoder.code(stretch, of: plan, for: movie) {} }
  }
}
