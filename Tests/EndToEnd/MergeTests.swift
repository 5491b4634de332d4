import Foundation
import Support
import Testing

/// Four takes of the test picture; its counter runs on through all of them, so that a frame's
/// number says which take it is from.
private struct Stock: Sendable {
  let rushes: Rushes
  let takes: [MovieJudge]

  init() throws {
    rushes = try Rushes()
    let words = (0..<4).flatMap { _ in ["--take", "2.5s"] }
    let made = try rushes.run(
      ["record", "--camera", "test", "--mic", "test", "--size", "320x180", "--keep-takes"] + words
        + ["-o", "cuts.mp4", "--json"])
    try #require(made.status == 0, "\(made.stderr)")
    let session = rushes.folder.file("data/rushes/sessions/\(try #require(rushes.sessions.first))")
    takes = try Report(made).takes.map { try MovieJudge(path: "\(session)/\($0.file)") }
  }

  static let shared = Result { try Stock() }

  /// Every way in which two takes can meet, with and without cuts between key frames.
  static let twentyJoins = (0..<21).map { index -> MergeCut in
    // In frames: no cut is a whole second, and some takes begin at a key frame.
    let head = [0, 7, 30, 13, 0, 1, 22][index % 7]
    let tail = [0, 11, 3, 0, 25][index % 5]
    let joins = ["none", "wipe-left", "crossfade", "wipe-down", "none", "crossfade"]
    // At most half of the shortest cut.
    let overlap = joins[index % 6] == "none" ? 0 : [10, 9, 8][index % 3]
    return MergeCut(
      take: index * 3 % 4, frames: head..<75 - tail, join: joins[index % 6], overlap: overlap)
  }

  static let twenty = Result { try shared.get().merge(twentyJoins, "twenty.mp4") }

  /// Merges cuts of the takes with the program.
  func merge(_ cuts: [MergeCut], _ name: String) throws -> MergedMovie {
    let words =
      cuts.map { $0.word(of: takes[$0.take].path) }
      + cuts.dropFirst().flatMap { ["--transition", $0.transition] }
    let plan = try rushes.run(["merge", "--plan"] + words)
    let output = try rushes.run(["merge", "-o", name, "--json"] + words)
    try #require(plan.status == 0 && output.status == 0, "\(plan.stderr) \(output.stderr)")
    let judge = try MovieJudge(path: rushes.folder.file(name))
    #expect(try Report(output).frames == judge.frameCount && judge.errors.isEmpty)
    return MergedMovie(judge: judge, cuts: cuts, plan: plan.text)
  }
}

@Suite(.serialized) struct `a merged movie` {
  private let stock: Stock
  private var rushes: Rushes { stock.rushes }

  init() throws { stock = try Stock.shared.get() }

  @Test func `copies every frame it says it copies, over twenty joins of all kinds`() throws {
    let movie = try Stock.twenty.get()
    let sources = try stock.takes.flatMap { try checksums($0.path) }
    let numbers = stock.takes.flatMap(\.counters)
    var original: [Int: String] = [:]
    for (number, sum) in zip(numbers, sources) { original[try #require(number)] = sum }
    let found = try checksums(movie.judge.path)
    var copied = 0
    for run in movie.runs where run.isCopied {
      for frame in run.frames {
        let number = try #require(movie.judge.counters[frame])
        #expect(found[frame] == original[number], "frame \(frame)")
        copied += 1
      }
    }
    // From the first key frame behind a transition to the next transition.
    let expected = movie.layout.indices.reduce(0) { sum, index in
      let cut = movie.layout[index].cut
      let next = index + 1 < movie.layout.count ? movie.layout[index + 1].cut.overlap : 0
      let key = (cut.frames.lowerBound + cut.overlap + 29) / 30 * 30
      return sum + max(0, cut.frames.upperBound - next - key)
    }
    // A frame may be given up so that no key frame stands alone.
    #expect(copied <= expected && copied >= expected - 20 && expected > 600)
  }

  @Test func `shows each frame in its place and keeps sound in time over twenty joins`() throws {
    try judge(try Stock.twenty.get(), flashes: 20)
  }

  @Test func `shows each frame in its place and keeps sound in time over 200 takes`() throws {
    let cuts = (0..<200).map { index in
      // Around the flash of each take, long enough for its tone.
      let begin = [0, 30, 11, 24, 5, 40][index % 6]
      return MergeCut(take: index % 4, frames: begin..<begin + 17 + index % 9)
    }
    try judge(try stock.merge(cuts, "two-hundred.mp4"), flashes: 80)
  }

  @Test func `is neither darker nor lighter nor shifted at its joins`() throws {
    let movie = try Stock.twenty.get()
    let sources = try stock.takes.map { try GreyFrames(path: $0.path) }
    let frames = try GreyFrames(path: movie.judge.path)
    #expect(frames.count == movie.judge.frameCount)
    for place in movie.layout {
      for (frame, source) in zip(place.shownAlone, place.cut.frames.dropFirst(place.cut.overlap)) {
        let (lighter, apart) = frames.difference(
          of: frame, from: sources[place.cut.take], source)
        // A quarter of a level is less than any eye or display tells apart.
        #expect(abs(lighter) < 0.25 && apart < 2, "frame \(frame): \(lighter), \(apart)")
      }
    }
  }

  @Test(arguments: ["cuts.mp4", "twenty.mp4"])
  func `is decoded alike by libavcodec and OpenH264`(name: String) throws {
    _ = try Stock.twenty.get()
    let path = rushes.folder.file(name)
    let pictures = try ["avdec_h264", "openh264dec"].map { decoder in
      let raw = rushes.folder.file("\(name).\(decoder)")
      let output = try Command.run(
        "gst-launch-1.0",
        ["-q", "filesrc", "location=\(path)", "!", "qtdemux", "!", "h264parse", "!", decoder]
          + ["!", "videoconvert", "!", "video/x-raw,format=I420", "!", "filesink"]
          + ["location=\(raw)"])
      #expect(output.status == 0 && output.stderr.isEmpty, "\(output.stderr)")
      return try Data(contentsOf: URL(fileURLWithPath: raw))
    }
    let frames = try MovieFacts(path: path).frameTimes.count
    #expect(pictures[0].count == frames * 320 * 180 * 3 / 2 && frames > 200)
    #expect(pictures[0] == pictures[1])
  }

  /// Compares what is shown and heard with what the command line asked for.
  private func judge(_ movie: MergedMovie, flashes: Int) throws {
    let found = movie.judge
    #expect(found.frameCount == movie.layout.last?.frames.upperBound)
    for place in movie.layout {
      let take = stock.takes[place.cut.take]
      let asked = place.cut.frames.dropFirst(place.cut.overlap).prefix(place.shownAlone.count)
      #expect(
        place.shownAlone.map { found.counters[$0] } == asked.map { take.counters[$0] },
        "\(place.cut)")
    }
    let errors = found.innerSyncErrors
    #expect(errors.count >= flashes)
    // Two milliseconds: nobody sees or hears less between a flash and its tone.
    #expect(errors.allSatisfy { abs($0 ?? 1) < 0.002 }, "\(found.report)")
    #expect(abs(found.soundLength - Double(found.frameCount) / 30) < 1024 / 48_000)
  }

  /// ffmpeg's MD5 of each decoded frame.
  private func checksums(_ path: String) throws -> [String] {
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough"]
        + ["-f", "framemd5", "-"])
    return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}
