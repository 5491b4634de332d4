import Foundation
import Support
import Testing

@Suite(.serialized) struct `a recorder that is killed` {
  private struct Session: Decodable {
    struct Take: Decodable {
      var file: String
      var frames: Int
      var state: String
      var reason: String?
    }
    var id: String
    var path: String
    var takes: [Take]
    var inUse: Bool
  }

  private let rushes: Rushes

  init() throws { rushes = try Rushes() }

  private func sessions() throws -> [Session] {
    let output = try rushes.run(["sessions", "--json"])
    try #require(output.status == 0, "\(output.stderr)")
    return try JSONDecoder().decode([Session].self, from: Data(output.stdout))
  }

  /// Records one whole take, and kills the recorder when the second one has so many seconds of
  /// sound and pictures on disk.
  private func crash(seconds: Int) throws -> Session {
    let recorder = Process()
    recorder.executableURL = URL(fileURLWithPath: Rushes.program)
    recorder.arguments =
      ["--size", "320x180", "--take", "1s", "--gap", "200ms", "--take", "60s", "-o", "movie.mp4"]
    recorder.environment = rushes.environment
    recorder.currentDirectoryURL = URL(fileURLWithPath: rushes.folder.path)
    try recorder.run()
    defer { kill(recorder.processIdentifier, SIGKILL) }
    let deadline = Date(timeIntervalSinceNow: 30)
    // Sound alone is 192 kB a second, and the first take has one second of it.
    while try files().reduce(0, { $0 + $1.size }) < 250_000 + 192_000 * seconds {
      try #require(Date() < deadline, "the takes do not grow")
      Thread.sleep(forTimeInterval: 0.05)
    }
    let running = try sessions()
    #expect(running.map(\.inUse) == [true])
    #expect(running.first?.takes.map(\.frames) == [30], "the running take is not in it yet")
    let save = try rushes.run(["save"])
    #expect(save.status == 1)
    #expect(save.stderr.contains("is in use by another rushes"), "\(save.stderr)")
    kill(recorder.processIdentifier, SIGKILL)
    recorder.waitUntilExit()
    return try #require(try sessions().first)
  }

  /// The take files on disk.
  private func files() throws -> [(path: String, size: Int)] {
    try rushes.sessions.flatMap { id -> [(path: String, size: Int)] in
      let folder = rushes.folder.file("data/rushes/sessions") + "/" + id
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return try names.filter { $0.hasPrefix("take-") }.map { name in
        let facts = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return ("\(folder)/\(name)", facts[.size] as? Int ?? 0)
      }
    }
  }

  @Test(arguments: ["whole", "lost", "damaged"])
  func `leaves its running take too, also where the index is`(index: String) throws {
    var session = try crash(seconds: 3)
    let file = "\(session.path)/session.json"
    switch index {
    case "lost": try FileManager.default.removeItem(atPath: file)
    case "damaged": try Data(#"{"version":1,"id"#.utf8).write(to: URL(fileURLWithPath: file))
    default: break
    }
    session = try #require(try sessions().first)
    #expect(session.takes.map(\.state) == ["ready", "ready"] && !session.inUse)
    #expect(session.takes[0].frames == 30 && session.takes[1].frames > 60)
    let output = try rushes.run(["save", "-o", "again.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stderr.contains("Take 2 was being recorded: "), "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("again.mp4"))
    #expect(movie.takes.map(\.count) == session.takes.map(\.frames), "\(movie.report)")
    #expect(movie.errors.isEmpty, "\(movie.report)")
    #expect(rushes.sessions.isEmpty)
  }

  @Test func `leaves takes of which a damaged one is kept and named`() throws {
    let session = try crash(seconds: 1)
    let whole = URL(fileURLWithPath: session.path).appendingPathComponent(session.takes[0].file)
    try Data("no take any more".utf8).write(to: whole)
    let output = try rushes.run(["save", "-o", "again.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stderr.contains("Take 1 cannot be read: it is left out"), "\(output.stderr)")
    #expect(try sessions().map { $0.takes.map(\.reason) } == [["cannot be read"]])
    #expect(try Data(contentsOf: whole).count == 16, "nothing was done to it")
  }

  @Test func `is remembered by the next one on its screen`() throws {
    _ = try crash(seconds: 1)
    let player = try rushes.open(["--size", "320x180", "--preview", "off"], columns: 110)
    defer { player.stop() }
    try player.wait(for: "2 takes of ")
    try player.wait(for: "not saved yet: 'rushes resume' goes on")
    player.terminal.type("q")
    #expect(try player.waitForExit() == .code(0))
    #expect(try sessions().map { $0.takes.count } == [2], "they are kept")
  }
}
