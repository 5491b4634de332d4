import Foundation
import Support

/// The real program in a home of its own.
struct Rushes {
  /// Everything it writes lies below here.
  let folder: TempFolder

  init() throws { folder = try TempFolder("rushes-e2e") }

  /// The program that was built together with these tests.
  static let program: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("rushes").path
  }()

  var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_DATA_HOME": folder.file("data"),
      "XDG_CONFIG_HOME": folder.file("config"), "XDG_VIDEOS_DIR": folder.file("videos"),
      "XDG_RUNTIME_DIR": folder.path, "COLORTERM": "",
      "SSH_CONNECTION": "",
    ]
  }

  /// Runs it without a terminal.
  func run(_ arguments: [String], timeout: Double = 120) throws -> Command.Output {
    try Command.run(
      Self.program, arguments, env: environment.mapValues { $0 }, cwd: folder.path,
      timeout: timeout)
  }

  /// Opens it in a terminal that the test plays.
  func open(
    _ arguments: [String] = [], columns: Int = 100, rows: Int = 28,
    kind: PtyTerminal.Kind = .kitty, type: String = "xterm-256color",
    environment more: [String: String] = [:], latency: Double = 0
  ) throws -> PtyPlayer {
    var environment = environment.merging(more) { _, new in new }
    environment["TERM"] = type
    environment["SSH_CONNECTION"] = nil
    return try PtyPlayer(
      program: Self.program, arguments: arguments, environment: environment, columns: columns,
      rows: rows, kind: kind, latency: latency)
  }

  /// What a real terminal on a display of its own is started with.
  var displayEnvironment: [String: String] {
    var environment = environment
    for name in ["SSH_CONNECTION", "TMUX", "STY"] { environment[name] = nil }
    environment["LC_ALL"] = "C.UTF-8"
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    environment["SHELL"] = "/bin/sh"
    return environment
  }

  /// Full paths of the movies in the videos folder.
  var movies: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("videos"))) ?? []
    return names.sorted().map { folder.file("videos") + "/" + $0 }
  }

  /// Bytes of the take files of all sessions.
  var takeBytes: Int {
    sessionFiles { $0.hasPrefix("take-") }.reduce(0) { sum, path in
      sum + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
  }

  /// Takes that the sessions' indexes call ready.
  var readyTakes: Int {
    sessionFiles { $0 == "session.json" }.reduce(0) { sum, path in
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return sum + text.components(separatedBy: "\"ready\"").count - 1
    }
  }

  private func sessionFiles(_ isMeant: (String) -> Bool) -> [String] {
    sessions.map { folder.file("data/rushes/sessions/\($0)") }.flatMap { path in
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter(isMeant)
        .map { "\(path)/\($0)" }
    }
  }

  /// Names of the sessions on disk.
  var sessions: [String] {
    let path = folder.file("data/rushes/sessions")
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// The parts of the JSON report that the tests read.
struct Report: Decodable {
  struct Take: Decodable {
    var file: String
    var duration: Double
    var frames: Int
    var dropped: Int
    var audioFilled: Double
    var leadIn: Double
    var began: Double?
  }

  var movie: String?
  var duration: Double
  var frames: Int
  var takes: [Take]
  var warnings: [String]

  init(_ output: Command.Output) throws {
    self = try JSONDecoder().decode(Report.self, from: Data(output.stdout))
  }
}
