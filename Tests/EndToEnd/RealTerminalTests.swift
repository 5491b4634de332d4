import Foundation
import Support
import Testing

@Suite(.serialized) struct `a real terminal` {
  /// A way to run the recorder in a real terminal.
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    /// True where releases are told: a hold shorter than the first repeat (660 ms) is no tap then.
    let tellsRelease: Bool
    let line: @Sendable (_ program: String, TempFolder) -> [String]

    var testDescription: String { name }
  }

  private static let kitty = ["kitty", "--config", "NONE", "sh", "-c"]

  static let places = [
    Place(name: "xterm", tellsRelease: false) { program, _ in
      ["xterm", "-geometry", "80x24", "-e", program]
    },
    Place(name: "kitty", tellsRelease: true) { program, _ in kitty + [program] },
    Place(name: "tmux in xterm", tellsRelease: false) { program, folder in
      ["xterm", "-e", tmux(program, folder)]
    },
    Place(name: "tmux in kitty", tellsRelease: true) { program, folder in
      kitty + [tmux(program, folder)]
    },
    Place(name: "screen in kitty", tellsRelease: true) { program, _ in
      kitty + ["screen -U -c /dev/null \(program)"]
    },
  ]

  /// A tmux of its own, which notes the pane's options before and after.
  private static func tmux(_ program: String, _ folder: TempFolder) -> String {
    func note(_ name: String) -> String { "tmux show-options -p >\(folder.file(name))" }
    return "tmux -f /dev/null -S \(folder.file("socket")) "
      + "new '\(note("before")); \(program); \(note("after"))'"
  }

  @Test(arguments: places)
  func `records for as long as the key is down`(place: Place) throws {
    let stage = try Stage(place)
    defer { stage.display.close() }
    // Below the first repeat where that does not matter.
    let wished = place.tellsRelease ? 0.5 : 1.5
    let held = try stage.record(
      for: wished, press: { try $0.xdotool(["keydown", "space"]) },
      release: { try $0.xdotool(["keyup", "space"]) })
    // The true instants lie inside the two calls of xdotool. Above that: a frame at either end,
    // and without release reports one period of the key's repeat (40 ms) before and behind.
    let tolerance = 2 / 30.0 + (place.tellsRelease ? 0.02 : 0.08)
    #expect(held.length > held.shortest - tolerance, "\(held)")
    #expect(held.length < held.longest + tolerance, "\(held)")
    if place.name.hasPrefix("tmux") {
      let (before, after) = (try stage.text("before"), try stage.text("after"))
      #expect(before == after && !after.contains("allow-passthrough"))
    }
  }

  @Test func `records for as long as the mouse is down on the record button`() throws {
    let place = try #require(Self.places.first { $0.name == "xterm" })
    let stage = try Stage(place)
    defer { stage.display.close() }
    let window = try stage.display.window()
    // Columns 68 to 77 of 80, rows 0 to 2 of 24.
    let button = [Int(Double(window.width) * 0.91), Int(Double(window.height) * 0.06)]
    let held = try stage.record(
      for: 0.5,
      press: {
        try $0.xdotool(
          ["mousemove", "--window", window.id] + button.map(String.init) + ["mousedown", "1"])
      },
      // Far from the button.
      release: { try $0.xdotool(["mousemove", "--window", window.id, "9", "99", "mouseup", "1"]) })
    let tolerance = 2 / 30.0 + 0.02
    #expect(held.length > held.shortest - tolerance, "\(held)")
    #expect(held.length < held.longest + tolerance, "\(held)")
  }
}

/// The recorder in a terminal on a display.
private struct Stage {
  typealias Act = (XDisplay) throws -> Void

  /// A take beside the bounds of the time it was held for.
  struct Held {
    let length: Double
    let shortest: Double
    let longest: Double
  }

  let display: XDisplay
  private let rushes: Rushes
  private let terminal: Process
  private let session: String

  init(_ place: `a real terminal`.Place) throws {
    let rushes = try Rushes()
    let display = try XDisplay()
    var environment = rushes.displayEnvironment
    environment["SCREENDIR"] = rushes.folder.file("screens")
    try FileManager.default.createDirectory(
      atPath: rushes.folder.file("screens"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    do {
      terminal = try display.start(
        place.line("\(Rushes.program) --size 320x180", rushes.folder), environment: environment)
      try display.await("the window") {
        try display.xdotool(["search", "--onlyvisible", "--name", ".*"]) != ""
      }
      try display.await("the session") { !rushes.sessions.isEmpty }
      // The keyboard follows the pointer where there is no window manager.
      try display.xdotool(["mousemove", "200", "200"])
    } catch {
      display.close()
      throw error
    }
    session = rushes.folder.file("data/rushes/sessions/\(rushes.sessions[0])")
    self.rushes = rushes
    self.display = display
  }

  /// Records a first take to get going and a second one of `wished` seconds, saves and quits.
  func record(for wished: Double, press: Act, release: Act) throws -> Held {
    // A first hold shows that input arrives; terminals drop what is typed while they come up. Sound
    // alone is 192 kB a second, and a hold below the first repeat would be a tap.
    try display.await("a running take") {
      try press(display)
      let deadline = Date(timeIntervalSinceNow: 4)
      while takeBytes < 300_000, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
      try release(display)
      return takeBytes >= 300_000
    }
    try display.await("its end") { readyTakes == takeFiles.count }
    // More than one where the disk was slow to show the sound.
    let before = readyTakes
    let down = Date()
    try press(display)
    let pressed = Date()
    Thread.sleep(until: down.addingTimeInterval(wished))
    let up = Date()
    try release(display)
    let released = Date()
    try display.await("its end") { readyTakes == before + 1 }
    try leave()
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.facts.chapters.count == before + 1 && movie.errors.isEmpty, "\(movie.report)")
    return Held(
      length: movie.facts.chapters.last.map { $0.end - $0.start } ?? 0,
      shortest: up.timeIntervalSince(pressed), longest: released.timeIntervalSince(down))
  }

  private func leave() throws {
    try display.xdotool(["key", "s"])
    try display.await("the movie, and the end of its session") {
      rushes.movies.count == 1 && !FileManager.default.fileExists(atPath: session)
    }
    // The screen says so a moment later; until then q would ask.
    Thread.sleep(forTimeInterval: 0.3)
    try display.xdotool(["key", "q"])
    try display.await("the terminal's end") { !terminal.isRunning }
  }

  /// Text of a file in the test's folder.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: rushes.folder.file(name), encoding: .utf8)
  }

  private var takeFiles: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: session)) ?? []
    return names.filter { $0.hasPrefix("take-") }
  }

  private var takeBytes: Int {
    takeFiles.reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(session)/\(name)")
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }

  private var readyTakes: Int {
    let index = (try? String(contentsOfFile: "\(session)/session.json", encoding: .utf8)) ?? ""
    return index.components(separatedBy: "\"ready\"").count - 1
  }
}
