import Foundation
import Support
import Testing

/// The test picture as a movie, and foreign files made from it.
private struct Stock: Sendable {
  let rushes: Rushes
  let card: String

  init() throws {
    rushes = try Rushes()
    card = rushes.folder.file("card.mp4")
    let made = try rushes.run([
      "record", "--camera", "test", "--mic", "test", "--size", "320x180", "--quality", "12",
      "--take", "3s", "-o", card,
    ])
    try #require(made.status == 0, "\(made.stderr)")
  }

  static let shared = Result { try Stock() }

  /// Writes `file` with the ffmpeg command.
  func write(_ file: ForeignFile) throws -> String {
    let path = rushes.folder.file(file.name)
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    func ffmpeg(_ arguments: [String]) throws {
      let output = try Command.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
      try #require(output.status == 0, "\(output.stderr)")
    }
    let made = file.copying == nil ? path : rushes.folder.file("first-\(file.name)")
    try ffmpeg(
      words(file.before) + ["-i", card, "-map", "0:v?", "-map", "0:a?", "-map_chapters", "-1"]
        + words(file.arguments) + [made])
    if let copying = file.copying {
      try ffmpeg(["-i", made, "-c", "copy"] + words(copying) + [path])
    }
    if let damage = file.damage {
      let url = URL(fileURLWithPath: path)
      try Data(damage([UInt8](Data(contentsOf: url)))).write(to: url)
    }
    return path
  }
}

@Suite(.serialized) struct `a foreign file` {
  private let stock: Stock

  init() throws { stock = try Stock.shared.get() }

  @Test(arguments: ForeignFile.all)
  func `becomes a right part of a movie, or is refused`(file: ForeignFile) throws {
    let path = try stock.write(file)
    let movie = stock.rushes.folder.file("movie-\(file.name).mp4")
    let output = try stock.rushes.run(["merge", stock.card, path, "-o", movie, "--json"])
    if case .refused(let reason) = file.fate {
      #expect(output.status == 1 && output.stderr.contains(reason), "\(output.stderr)")
      #expect(output.stderr.split(separator: "\n").count == 1 && output.stdout.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: movie))
      return
    }
    try #require(output.status == 0, "\(output.stderr)")
    let judge = try MovieJudge(path: movie)
    let report = try Report(output)
    #expect(judge.errors.isEmpty && judge.frameCount == report.frames, "\(judge.report)")
    #expect(judge.facts.video?.width == 320 && judge.facts.video?.height == 180)
    #expect(abs(judge.soundLength - Double(judge.frameCount) / 30) < 1024 / 48_000)
    #expect(judge.isContinuous(0..<90), "\(judge.report)")
    let part = judge.counters[90...]
    switch file.fate {
    case .whole:
      let first = part.firstIndex { $0 != nil } ?? 90
      #expect(judge.isContinuous(first..<judge.frameCount), "\(judge.report)")
      #expect(part.count >= 70 && first == 90)
      try compareSync(judge, path, within: 0.002)
    case .resampled:
      let numbers = part.compactMap { $0 }
      #expect(numbers == numbers.sorted() && numbers.count == part.count && part.count >= 88)
      #expect((numbers.last ?? 0) - (numbers.first ?? 0) >= 86)
      try compareSync(judge, path, within: 1.2 / 30)
    case .rest:
      #expect(part.count >= 30, "\(judge.report)")
    case .refused: break
    }
    let plan = try stock.rushes.run(["merge", stock.card, path, "--plan"]).text
    #expect(plan.contains("copy  90 frames of card.mp4") || !file.isCopied)
    #expect(plan.contains("of \(file.name)") == file.isCopied, "\(plan)")
  }

  /// Sound lies beside the pictures as it does in the file itself, whatever its maker did to it.
  private func compareSync(_ judge: MovieJudge, _ path: String, within bound: Double) throws {
    let source = try MovieJudge(path: path)
    guard let audio = source.facts.audio, let first = try firstSample(path) else { return }
    // The judge takes the start of the stream, which may count what no player lets out.
    let shift = first - audio.start
    // A repeated picture flashes twice; the first one counts.
    let flashes = judge.flashes.filter { $0 >= 92 && !judge.flashes.contains($0 - 1) }
    for flash in flashes {
      guard let number = judge.counters[flash],
        let index = source.flashes.firstIndex(where: { source.counters[$0] == number }),
        let theirs = source.syncErrors[index],
        let ours = judge.syncErrors[judge.flashes.firstIndex(of: flash) ?? 0]
      else { continue }
      #expect(abs(ours - theirs - shift) < bound, "\(judge.report)\n\(source.report)")
    }
  }

  /// When the first sample that comes out of the decoder is heard; nil where the file keeps no time.
  private func firstSample(_ path: String) throws -> Double? {
    let output = try Command.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "a", "-read_intervals", "%+#1", "-of", "csv=p=0"]
        + ["-show_entries", "frame=pts_time", path])
    return output.text.split(whereSeparator: { ",\n".contains($0) }).first.flatMap { Double($0) }
  }
}
