import Foundation
import Support

/// An X server without a screen, with real key presses from xdotool.
final class XDisplay {
  /// Something that was waited for did not come.
  struct Missing: Error, CustomStringConvertible { let description: String }

  private let server = Process()
  private var programs: [Process] = []
  private let name: String

  /// Starts the server on the first free display.
  init() throws {
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

  /// Starts a program on the display.
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

  /// Sends real input events; returns what the command prints.
  @discardableResult
  func xdotool(_ words: [String]) throws -> String {
    try Command.run("xdotool", words, env: ["DISPLAY": name]).text
  }

  /// The screen as it is: red, green and blue of each pixel.
  func picture() throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let found = try Command.run(
      "import", ["-window", "root", "-depth", "8", "rgb:-"], env: ["DISPLAY": name])
    guard found.stdout.count == 1000 * 700 * 3 else {
      throw Missing(description: "a picture of the screen: \(found.stderr)")
    }
    return (1000, 700, found.stdout)
  }

  /// The terminal's innermost window, which holds the cells, and its size in pixels.
  func window() throws -> (id: String, width: Int, height: Int) {
    let ids = try xdotool(["search", "--onlyvisible", "--name", ".*"])
    let id = ids.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    var facts: [Substring: Int] = [:]
    for line in try xdotool(["getwindowgeometry", "--shell", id]).split(separator: "\n") {
      let words = line.split(separator: "=")
      if words.count == 2 { facts[words[0]] = Int(words[1]) }
    }
    guard let width = facts["WIDTH"], let height = facts["HEIGHT"] else {
      throw Missing(description: "the size of window \(id)")
    }
    return (id, width, height)
  }

  /// Waits until `isReached`, looking fifty times a second, at most 30 s.
  func `await`(_ what: String, until isReached: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while try !isReached() {
      guard Date() < deadline else { throw Missing(description: "\(what) did not come") }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// Ends the programs and the server.
  func close() {
    // By force: children inherit that this process ignores the gentler signals.
    for program in programs + [server] where program.isRunning {
      kill(program.processIdentifier, SIGKILL)
    }
  }
}
