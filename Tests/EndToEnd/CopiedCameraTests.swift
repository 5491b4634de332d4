import Foundation
import Support
import Testing

/// Two milliseconds: nobody sees or hears less between a flash and its tone.
private let sync = 0.002

@Suite(.serialized) struct `H.264 stored as it comes` {
  private let rushes: Rushes

  /// The test picture as a camera's file, a key frame each second.
  private struct Card {
    let rushes: Rushes
    static let shared = Result { try Card() }

    private init() throws {
      rushes = try Rushes()
      let output = try rushes.run(
        ["record", "--camera", "test", "--mic", "test", "--size", "640x360", "--take", "7s"]
          + ["-o", "card.mp4"])
      try #require(output.status == 0, "\(output.stderr)")
    }
  }

  /// A home with that file.
  init() throws {
    rushes = try Rushes()
    try FileManager.default.copyItem(
      atPath: Card.shared.get().rushes.folder.file("card.mp4"),
      toPath: rushes.folder.file("card.mp4"))
  }

  /// Checksums of a file's packets of pictures.
  private func packets(_ name: String) throws -> [String] {
    let output = try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", rushes.folder.file(name), "-map", "0:v", "-c", "copy"]
        + ["-f", "framemd5", "-"])
    return String(decoding: output.stdout, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
  }

  /// Of each frame of a movie, whether its packet is the camera's own, of the very picture it shows.
  private func isCopied(_ movie: MovieJudge, _ name: String) throws -> [Bool] {
    let card = try MovieJudge(path: rushes.folder.file("card.mp4"))
    let camera = Dictionary(
      zip(try packets("card.mp4"), card.counters), uniquingKeysWith: { first, _ in first })
    return zip(try packets(name), movie.counters).map { packet, counter in
      camera[packet].map { $0 == counter } ?? false
    }
  }

  private func record(_ arguments: [String]) throws -> Report {
    let output = try rushes.run(
      ["record", "--camera", "card.mp4", "--video-codec", "copy", "--json"] + arguments)
    #expect(output.status == 0, "\(output.stderr)")
    return try Report(output)
  }

  @Test func `goes through the ring, from its key frame before the lead-in on`() throws {
    let report = try record(
      ["--preroll", "0.7s", "--take", "1.5s", "--gap", "0.4s", "--take", "1s", "-o", "a.mp4"])
    #expect(report.takes.map(\.frames) == [66, 51] && report.warnings.isEmpty)
    #expect(report.takes.allSatisfy { $0.dropped == 0 && $0.leadIn >= 0.7 })
    let movie = try MovieJudge(path: rushes.folder.file("a.mp4"))
    #expect(movie.takes.map(\.count) == [66, 51] && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.innerSyncErrors.count >= 2)
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
    // Only what lies in front of each take's first key frame is new.
    let copied = try isCopied(movie, "a.mp4")
    for take in movie.takes {
      let news = take.prefix { !copied[$0] }
      #expect(news.count < 30)
      #expect(take.dropFirst(news.count).allSatisfy { copied[$0] }, "\(movie.report)")
    }
  }

  @Test func `goes into takes without a ring, coded anew up to the first key frame`() throws {
    let report = try record(["--take", "1.3s", "--gap", "0.4s", "--take", "1s", "-o", "b.mov"])
    #expect(report.takes.map(\.frames) == [39, 30])
    let movie = try MovieJudge(path: rushes.folder.file("b.mov"))
    #expect(movie.takes.map(\.count) == [39, 30] && movie.errors.isEmpty, "\(movie.report)")
    let copied = try isCopied(movie, "b.mov")
    let counters = movie.counters.compactMap { $0 }
    try #require(counters.count == 69)
    // Key frames are those of whole seconds.
    for take in movie.takes {
      let key = take.first { counters[$0] % 30 == counters[0] % 30 } ?? take.upperBound
      #expect(take.allSatisfy { copied[$0] == ($0 >= key) }, "\(copied)")
    }
  }

  @Test func `goes over into the next take exactly`() throws {
    _ = try record(
      ["--preroll", "0.7s", "--take", "1.5s", "--gap", "0.9s", "--take", "1s"]
        + ["--transition", "crossfade:0.3s", "-o", "c.mkv"])
    let movie = try MovieJudge(path: rushes.folder.file("c.mkv"))
    #expect(movie.frameCount == 66 + 51 - 9 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.isContinuous(0..<57) && movie.isContinuous(66..<108), "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < sync }, "\(movie.report)")
  }

  @Test func `makes live photos, with a still of their very frame`() throws {
    let output = try rushes.run(
      ["live", "--camera", "card.mp4", "--video-codec", "copy", "--shoot", "2.2s", "-o", "p.mov"])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("p.mov"))
    #expect(movie.takes == [0..<90] && movie.errors.isEmpty, "\(movie.report)")
    let still = try MovieJudge(path: rushes.folder.file("p.jpg"))
    #expect(still.counters == [movie.counters[45]], "\(movie.report)\n\(still.report)")
    let copied = try isCopied(movie, "p.mov")
    #expect(copied.drop { !$0 }.count > 60 && copied.drop { !$0 }.allSatisfy { $0 })
  }

  @Test func `is joined with takes that rushes coded, which are coded anew`() throws {
    let first = try rushes.run(
      ["record", "--camera", "card.mp4", "--video-codec", "copy", "--take", "1s", "-o", "d.mp4"]
        + ["--keep-takes"])
    #expect(first.status == 0, "\(first.stderr)")
    let session = try #require(rushes.sessions.first)
    let player = try rushes.open(
      ["resume", session, "--camera", "test", "--mic", "test", "--size", "640x360"])
    defer { player.stop() }
    try player.wait(for: "hold SPACE for take 2")
    player.terminal.press(" ")
    try player.waitUntilUsed(1.8)
    player.terminal.release(" ")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let saved = try rushes.run(["save", session, "-o", "e.mp4"])
    #expect(saved.status == 0, "\(saved.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("e.mp4"))
    #expect(movie.takes.count == 2 && movie.takes.first?.count == 30, "\(movie.report)")
    #expect(movie.errors.isEmpty)
    #expect(try isCopied(movie, "e.mp4").prefix(30).suffix(25).contains(true))
  }

  @Test func `survives a kill, with what is not the take's own still left out`() throws {
    let recorder = Process()
    recorder.executableURL = URL(fileURLWithPath: Rushes.program)
    recorder.arguments =
      ["record", "--camera", "card.mp4", "--video-codec", "copy", "--preroll", "0.7s"]
      + ["--take", "20s", "-o", "f.mp4"]
    recorder.environment = rushes.environment
    recorder.currentDirectoryURL = URL(fileURLWithPath: rushes.folder.path)
    try recorder.run()
    defer { kill(recorder.processIdentifier, SIGKILL) }
    let deadline = Date(timeIntervalSinceNow: 30)
    // Sound alone is 192 kB a second.
    while try takeBytes() < 3 * 192_000 {
      try #require(Date() < deadline, "the take does not grow")
      Thread.sleep(forTimeInterval: 0.05)
    }
    kill(recorder.processIdentifier, SIGKILL)
    recorder.waitUntilExit()
    let saved = try rushes.run(["save", "-o", "f.mp4"])
    #expect(saved.status == 0, "\(saved.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("f.mp4"))
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
    let copied = try isCopied(movie, "f.mp4")
    #expect(copied.drop { !$0 }.allSatisfy { $0 } && copied.contains(true), "\(copied)")
  }

  /// Bytes of all takes on disk.
  private func takeBytes() throws -> Int {
    let folders = rushes.sessions.map { rushes.folder.file("data/rushes/sessions/\($0)") }
    return try folders.reduce(0) { sum, folder in
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return try names.filter { $0.hasPrefix("take-") }.reduce(sum) { sum, name in
        let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return sum + (facts[.size] as? Int ?? 0)
      }
    }
  }

  @Test func `is refused where pictures need later ones`() throws {
    let made = try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", rushes.folder.file("card.mp4"), "-c:v", "libx264", "-bf", "2"]
        + [rushes.folder.file("other.mp4")])
    #expect(made.status == 0, "\(made.stderr)")
    let output = try rushes.run(
      ["record", "--camera", "other.mp4", "--video-codec", "copy", "--take", "1s", "-o", "g.mp4"])
    #expect(output.status == 3)
    #expect(output.stderr.contains("cannot store the H.264 of other.mp4: it has B-frames"))
  }

  @Test func `may come from any encoder, of any colours`() throws {
    let made = try Command.run(
      "ffmpeg",
      ["-v", "error", "-i", rushes.folder.file("card.mp4"), "-an", "-vf", "scale=out_range=pc"]
        + ["-c:v", "libx264", "-profile:v", "baseline", "-pix_fmt", "yuvj420p", "-g", "45"]
        + [rushes.folder.file("other.mp4")])
    #expect(made.status == 0, "\(made.stderr)")
    let output = try rushes.run(
      ["record", "--camera", "other.mp4", "--video-codec", "copy", "--preroll", "0.5s"]
        + ["--take", "2s", "-o", "h.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("h.mp4"))
    #expect(movie.takes == [0..<75] && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.colour.hasSuffix("pc") == true)
    let camera = Set(try packets("other.mp4"))
    let copied = try packets("h.mp4").map(camera.contains)
    #expect(copied.drop { !$0 }.allSatisfy { $0 } && copied.contains(true), "\(copied)")
  }
}
