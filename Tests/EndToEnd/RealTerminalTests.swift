import Foundation
import Support
import Testing

@Suite(.serialized) struct `a key held in a real terminal` {
  @Test(arguments: ["xterm", "kitty", "tmux"])
  func `records for as long as it is down`(name: String) throws {
    let rushes = try Rushes()
    let display = try XDisplay(folder: rushes.folder)
    defer { display.close() }
    var environment = rushes.environment
    environment["SSH_CONNECTION"] = nil
    environment["LC_ALL"] = "C.UTF-8"
    environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
    environment["SHELL"] = "/bin/sh"
    let program = "\(Rushes.program) --size 320x180"
    let line =
      switch name {
      case "xterm": ["xterm", "-e", program]
      case "kitty": ["kitty", "--config", "NONE", "sh", "-c", program]
      default:
        ["xterm", "-e", "tmux -f /dev/null -S \(rushes.folder.file("socket")) new '\(program)'"]
      }
    let terminal = try display.start(line, environment: environment)
    try display.await("the window") {
      try display.xdotool(["search", "--onlyvisible", "--name", ".*"]) != ""
    }
    try display.await("the session") { !rushes.sessions.isEmpty }
    let session = rushes.folder.file("data/rushes/sessions/\(rushes.sessions[0])")
    // The keyboard follows the pointer where there is no window manager.
    _ = try display.xdotool(["mousemove", "200", "200"])

    // A first hold shows that keys arrive; terminals drop what is typed while they come up. Sound
    // alone is 192 kB a second, and a hold below the first repeat would be a tap.
    try display.await("a running take") {
      _ = try display.xdotool(["keydown", "space"])
      let deadline = Date(timeIntervalSinceNow: 4)
      while takeBytes(in: session) < 300_000, Date() < deadline {
        Thread.sleep(forTimeInterval: 0.02)
      }
      _ = try display.xdotool(["keyup", "space"])
      return takeBytes(in: session) >= 300_000
    }
    try display.await("its end") { readyTakes(in: session) == 1 }

    let down = Date()
    _ = try display.xdotool(["keydown", "space"])
    let pressed = Date()
    Thread.sleep(until: down.addingTimeInterval(1.5))
    let up = Date()
    _ = try display.xdotool(["keyup", "space"])
    let released = Date()
    try display.await("its end") { readyTakes(in: session) == 2 }
    _ = try display.xdotool(["key", "s"])
    try display.await("the movie, and the end of its session") {
      rushes.movies.count == 1 && !FileManager.default.fileExists(atPath: session)
    }
    // The screen says so a moment later; until then q would ask.
    Thread.sleep(forTimeInterval: 0.3)
    _ = try display.xdotool(["key", "q"])
    try display.await("the terminal's end") { !terminal.isRunning }

    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.facts.chapters.count == 2 && movie.errors.isEmpty, "\(movie.report)")
    let length = movie.facts.chapters.last.map { $0.end - $0.start } ?? 0
    // The true instants lie inside the two calls of xdotool. Above that: a frame at either end,
    // and without release reports one period of the key's repeat (40 ms) before and behind.
    let tolerance = 2 / 30.0 + (name == "kitty" ? 0.02 : 0.08)
    #expect(length > up.timeIntervalSince(pressed) - tolerance, "\(length) s")
    #expect(length < released.timeIntervalSince(down) + tolerance, "\(length) s")
  }

  private func takeBytes(in session: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: session)) ?? []
    return names.filter { $0.hasPrefix("take-") }.reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(session)/\(name)")
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }

  private func readyTakes(in session: String) -> Int {
    let index = (try? String(contentsOfFile: "\(session)/session.json", encoding: .utf8)) ?? ""
    return index.components(separatedBy: "\"ready\"").count - 1
  }
}

/// An X server without a screen, with real key presses from xdotool.
final class XDisplay {
  struct Missing: Error, CustomStringConvertible { let description: String }

  private let server = Process()
  private var programs: [Process] = []
  private let name: String

  init(folder: TempFolder) throws {
    let pipe = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Without -noreset the server starts anew, and drops who is just coming, when xdotool leaves.
    server.arguments = ["Xvfb", "-noreset", "-displayfd", "1", "-screen", "0", "1000x700x24"]
    server.standardOutput = pipe
    server.standardError = FileHandle.nullDevice
    try server.run()
    // The server writes its number once it takes clients.
    var number = ""
    while !number.hasSuffix("\n"), let byte = try pipe.fileHandleForReading.read(upToCount: 1) {
      number += String(decoding: byte, as: UTF8.self)
    }
    guard let display = Int(number.dropLast()) else { throw Missing(description: "no Xvfb") }
    name = ":\(display)"
  }

  func start(_ line: [String], environment: [String: String]) throws -> Process {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = line
    program.environment = environment.merging([
      "DISPLAY": name, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]) { _, new in new }
    program.standardInput = FileHandle.nullDevice
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    try program.run()
    programs.append(program)
    return program
  }

  func xdotool(_ words: [String]) throws -> String {
    try Command.run("xdotool", words, env: ["DISPLAY": name]).text
  }

  /// Waits until `isReached`, looking fifty times a second, at most 30 s.
  func `await`(_ what: String, until isReached: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while try !isReached() {
      guard Date() < deadline else { throw Missing(description: "\(what) did not come") }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  func close() {
    // By force: children inherit that this process ignores the gentler signals.
    for program in programs + [server] where program.isRunning {
      kill(program.processIdentifier, SIGKILL)
    }
  }
}
