import Foundation
import Support
import Testing

extension VTScreen {
  /// The frame counter of the test picture that is shown; nil where it cannot be read.
  fileprivate var counter: Int? {
    guard let picture, let width = picture.first?.count else { return nil }
    let grey = picture.joined().map(Self.grey(of:))
    return grey.withUnsafeBytes {
      CardReader(width: width, height: picture.count).counter(in: $0)
    }
  }

  /// How light one of the 256 colours is: a cube of 6x6x6 from 16 on, then a ramp of greys.
  private static func grey(of colour: Int) -> UInt8 {
    guard colour >= 16 else { return 0 }
    guard colour < 232 else { return UInt8(8 + 10 * (colour - 232)) }
    let levels = [0, 95, 135, 175, 215, 255]
    let (red, green, blue) = (
      levels[(colour - 16) / 36], levels[(colour - 16) / 6 % 6], levels[(colour - 16) % 6]
    )
    return UInt8((299 * red + 587 * green + 114 * blue) / 1000)
  }

  /// N of "frame N of M".
  fileprivate var frame: Int? { number(before: " of ", behind: "frame ") }

  /// M of "frame N of M".
  fileprivate var frames: Int? {
    let pattern = #"(?<=frame [0-9]{1,6} of )[0-9]+"#
    return lines.lazy.compactMap { line in
      line.range(of: pattern, options: .regularExpression).flatMap { Int(line[$0]) }
    }.first
  }

  private func number(before end: String, behind begin: String) -> Int? {
    let pattern = "(?<=\(begin))[0-9]+(?=\(end))"
    return lines.lazy.compactMap { line in
      line.range(of: pattern, options: .regularExpression).flatMap { Int(line[$0]) }
    }.first
  }
}

@Suite(.serialized) struct `a review in the terminal` {
  /// A square of 384 pixels is drawn in 96 of a screen this large: three to a cell of the counter.
  private static let (columns, rows) = (120, 58)
  private static let size = ["--size", "384x384"]
  private let rushes: Rushes

  init() throws { rushes = try Rushes() }

  private func open(
    _ arguments: [String], kind: PtyTerminal.Kind = .kitty,
    environment: [String: String] = [:]
  ) throws -> PtyPlayer {
    try rushes.open(
      arguments, columns: Self.columns, rows: Self.rows, kind: kind, environment: environment)
  }

  /// A movie of two takes, and the counter of each of its frames; recorded once for all tests.
  private struct Movie {
    static let result = Result { try Movie() }

    let rushes: Rushes
    let judge: MovieJudge

    var path: String { judge.path }
    var counters: [Int] { judge.counters.compactMap(\.self) }

    private init() throws {
      rushes = try Rushes()
      let made = try rushes.run(
        ["record", "--take", "6s", "--take", "2s", "--gap", "0.3s", "-o", "a.mp4"] + size)
      try #require(made.status == 0, "\(made.stderr)")
      judge = try MovieJudge(path: rushes.folder.file("a.mp4"))
    }
  }

  /// Waits until the review stands at `frame`, counted from 1, by its line and by its picture.
  private func expect(
    _ frame: Int, _ counters: [Int], in player: PtyPlayer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try player.wait("frame \(frame) with counter \(counters[frame - 1])") {
      $0.frame == frame && $0.counter == counters[frame - 1]
    }
    #expect(player.terminal.screen.contains("‖ PAUSED"), sourceLocation: sourceLocation)
  }

  @Test(arguments: [PtyTerminal.Kind.kitty, .silent])
  func `pauses, seeks and steps to the right frame by the counter`(
    kind: PtyTerminal.Kind
  ) throws {
    let movie = try Movie.result.get()
    let counters = movie.counters
    #expect(counters.count == 240)
    let player = try open(["play", movie.path], kind: kind)
    defer { player.stop() }
    try player.wait("some frames") { $0.contains("► PLAYING") && ($0.frame ?? 0) > 20 }
    #expect(player.terminal.screen.frames == 240)
    player.terminal.type(" ")
    try player.wait(for: "‖ PAUSED")
    let frame = try #require(player.terminal.screen.frame)
    try expect(frame, counters, in: player)
    player.terminal.type("...")
    try expect(frame + 3, counters, in: player)
    player.terminal.type(",")
    try expect(frame + 2, counters, in: player)
    player.terminal.type("\u{1b}[C")
    try expect(frame + 152, counters, in: player)
    player.terminal.type(",,")
    try expect(frame + 150, counters, in: player)
    player.terminal.type("\u{1b}[D")
    try expect(frame, counters, in: player)
    player.terminal.type("\u{1b}[F")
    try expect(240, counters, in: player)
    #expect(player.terminal.screen.contains("chapter 2 of 2"))
    player.terminal.type(String(repeating: ",", count: 60))
    // Beyond the seam.
    try expect(180, counters, in: player)
    #expect(player.terminal.screen.contains("chapter 1 of 2"))
    player.terminal.type("\u{1b}[H")
    try expect(1, counters, in: player)
    player.terminal.resize(columns: 100, rows: Self.rows)
    // Of 100 columns four are margins and two the frame's.
    let side = Array(repeating: 94, count: 94)
    try player.wait("another size") { $0.frame == 1 && $0.picture?.map(\.count) == side }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let modes = player.terminal.screen.modes
    #expect(!modes.isAlternateScreen && player.hasRestoredSettings)
  }

  @Test func `shows while it plays what its time says, at every speed`() throws {
    let (path, counters) = try (Movie.result.get().path, Movie.result.get().counters)
    let player = try open(["play", path])
    defer { player.stop() }
    for (keys, word, speed) in [("", "PLAYING", 1.0), (">", "2x", 2.0), ("<<", "0.5x", 0.5)] {
      player.terminal.type("\u{1b}[H" + keys)
      try player.wait(for: word)
      // Each picture that is drawn is that of a moment just past.
      try player.wait("a second") { ($0.frame ?? 0) > Int(30 * speed) && $0.counter != nil }
      let screen = player.terminal.screen
      let shown = try #require(screen.counter.flatMap { counters.firstIndex(of: $0) })
      let frame = try #require(screen.frame)
      // A picture stays for a tenth of a second, and longer on a busy machine.
      #expect(shown + 1 <= frame && shown + 1 > frame - Int(30 * speed), "\(shown) \(frame)")
    }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `of takes follows their order and trims, and records nothing`() throws {
    let player = try open(Self.size)
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.type("P")
    try player.wait(for: "Nothing to review yet")
    for take in 1...2 {
      player.terminal.press(" ")
      try player.waitUntilUsed(Double(take) * 0.8)
      player.terminal.release(" ")
      try player.wait("\(take) takes") { $0.lines.count { $0.contains("✓ ready") } == take }
    }
    player.terminal.type("[[[K")
    // Beside a take's picture its facts stand on several lines.
    try player.wait("the order") { screen in
      let list = screen.lines.drop { !$0.contains("TAKES 2") }.dropFirst().prefix(3)
      return list.first?.contains("▸") == true && list.contains { $0.contains("✂3+0") }
    }
    let counters = try self.counters(order: [1, 0], trimmedBy: 3)
    player.terminal.type("P")
    try player.wait(for: "► PLAYING   SPACE pauses; nothing is recorded")
    player.terminal.type(" ")
    try player.wait(for: "‖ PAUSED   SPACE plays; nothing is recorded")
    player.terminal.type("\u{1b}[H")
    try expect(1, counters, in: player)
    #expect(player.terminal.screen.frames == counters.count)
    player.terminal.type("\u{1b}[F")
    try expect(counters.count, counters, in: player)
    #expect(player.terminal.screen.contains("take 2 of 2"))
    player.terminal.press(" ")
    try player.wait(for: "► PLAYING")
    player.terminal.type("q")
    try player.wait("the recorder") { $0.contains("hold SPACE for take 3") && $0.contains("┌─") }
    player.terminal.type("p")
    try player.wait("the take's end") { screen in
      screen.lines.contains {
        $0.contains("the end; SPACE plays it again") && $0.hasSuffix("take 1")
      }
    }
    player.terminal.type("\u{1b}")
    try player.wait(for: "hold SPACE for take 3")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  /// The counters of the takes on disk in this order, the first one's beginning cut off.
  private func counters(order: [Int], trimmedBy head: Int) throws -> [Int] {
    let session = try #require(rushes.sessions.first)
    let list = try rushes.run(["sessions", "--json"]).stdout
    struct Listed: Decodable {
      struct Take: Decodable { var file: String }
      var takes: [Take]
    }
    let files = try JSONDecoder().decode([Listed].self, from: Data(list)).flatMap(\.takes)
    try #require(files.count == order.count)
    let folder = rushes.folder.file("data/rushes/sessions/\(session)")
    // Their order on disk is the movie's already.
    return try files.enumerated().flatMap { index, take in
      let file = take.file.hasPrefix("/") ? take.file : "\(folder)/\(take.file)"
      let counters = try MovieJudge(path: file).counters.compactMap(\.self)
      return index == 0 ? Array(counters.dropFirst(head)) : counters
    }
  }

  @Test func `of the saved movie is offered, and the next movie begins behind it`() throws {
    let player = try open(Self.size + ["--mic", "none"])
    defer { player.stop() }
    for answer in ["\r", "\u{1b}"] {
      try player.wait(for: "READY")
      player.terminal.press(" ")
      try player.waitUntilUsed(0.6)
      player.terminal.release(" ")
      try player.wait(for: "✓ ready")
      player.terminal.type("s")
      try player.wait(for: "). Review? [Enter] [Esc]")
      player.terminal.type(answer)
      guard answer == "\r" else { continue }
      try player.wait("the movie") { $0.contains("REVIEW") && $0.contains("without sound") }
      let name = try #require(rushes.movies.first?.split(separator: "/").last)
      #expect(player.terminal.screen.contains("\(name.prefix(20))"))
      player.terminal.type("q")
    }
    try player.wait(for: "READY")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(rushes.movies.count == 2 && rushes.sessions.isEmpty)
  }

  @Test func `gives way when another program records`() throws {
    let player = try open(Self.size)
    defer { player.stop() }
    try player.wait(for: "READY")
    player.terminal.press(" ")
    try player.waitUntilUsed(0.6)
    player.terminal.release(" ")
    try player.wait(for: "✓ ready")
    player.terminal.type("p")
    try player.wait(for: "REVIEW")
    #expect(try rushes.run(["ctl", "press"]).status == 0)
    try player.wait(for: "● REC")
    // Fewer than three frames would be no take, and the release would say so.
    try player.waitUntilUsed(1.2)
    #expect(try rushes.run(["ctl", "release"]).status == 0)
    try player.wait(for: "hold SPACE for take 3")
    player.terminal.type("P")
    try player.wait(for: "REVIEW")
    player.signal(SIGTERM)
    #expect(try player.waitForExit() == .code(130))
    #expect(player.hasRestoredSettings && !player.terminal.screen.modes.isAlternateScreen)
    #expect(player.terminal.hasWritten("2 takes"))
  }

  @Test func `gives the sound card every sample of the movie, from where it plays`() throws {
    let path = try Movie.result.get().path
    // ALSA's own device that writes down what is played; the one behind it takes it at any time.
    let (configuration, raw) = (rushes.folder.file("alsa.conf"), rushes.folder.file("played.raw"))
    try Data(
      """
      pcm.!default { type file slave.pcm "null" file "\(raw)" format "raw" }
      pcm.null { type null }

      """.utf8
    ).write(to: URL(fileURLWithPath: configuration))
    let player = try open(["play", path], environment: ["ALSA_CONFIG_PATH": configuration])
    defer { player.stop() }
    try player.wait("three seconds") { ($0.frame ?? 0) > 90 }
    #expect(!player.terminal.screen.contains("silent"))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
    let left = stride(from: 0, to: bytes.count - 3, by: 4).map { index in
      Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
    }
    let judge = try Movie.result.get().judge
    #expect(left.count >= 3 * 48_000)
    let wanted = judge.toneOnsets.filter { $0 < left.count - 4800 }
    let heard = ToneEar.onsets(in: left).prefix(wanted.count)
    #expect(wanted.count >= 2 && heard.count == wanted.count)
    #expect(zip(heard, wanted).allSatisfy { abs($0 - $1) <= 2 }, "\(heard) \(wanted)")
  }

  @Test func `says that there is no sound card, and goes on in real time`() throws {
    let path = try Movie.result.get().path
    let configuration = rushes.folder.file("alsa.conf")
    try Data("pcm.other { type null }\n".utf8).write(to: URL(fileURLWithPath: configuration))
    let player = try open(["play", path], environment: ["ALSA_CONFIG_PATH": configuration])
    defer { player.stop() }
    try player.wait(for: "No sound: there is no sound card.")
    try player.wait("the end") { $0.contains("the end; SPACE plays it again") }
    #expect(player.terminal.screen.contains("frame 240 of 240"))
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }

  @Test func `works without a picture, and in a window of any size`() throws {
    let path = try Movie.result.get().path
    let player = try rushes.open(["play", path], type: "xterm")
    defer { player.stop() }
    try player.wait(for: "► PLAYING")
    #expect(!player.terminal.hasWritten("\u{1b}[48;5;"))
    for (columns, rows) in [(20, 3), (1, 1), (80, 24)] {
      player.terminal.resize(columns: columns, rows: rows)
      usleep(200_000)
    }
    player.terminal.type(" .")
    try player.wait("a step") { $0.contains("‖ PAUSED") && $0.contains("█") }
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
  }
}
