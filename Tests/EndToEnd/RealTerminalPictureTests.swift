import Foundation
import Support
import Testing

/// What a real terminal makes of the picture, looked at on its screen.
@Suite(.serialized) struct `the picture in a real terminal` {
  /// How the terminal is started, and by which words the program names what it then does.
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    let line: [String]

    var testDescription: String { name }
  }

  static let places = [
    Place(
      name: "kitty",
      line: ["kitty", "--config", "NONE", "-o", "remember_window_size=no"]
        + ["-o", "initial_window_width=90c", "-o", "initial_window_height=30c", "sh", "-c"]),
    Place(name: "xterm as a VT340", line: ["xterm", "-ti", "vt340", "-e", "sh", "-c"]),
    Place(
      name: "xterm in half blocks", line: ["xterm", "-tn", "xterm-256color", "-e", "sh", "-c"]),
  ]

  /// The bars along the rows of a screenshot, and in how many of every fifth row they are.
  private func barRows(_ display: XDisplay) throws -> Int {
    let (width, height, pixels) = try display.picture()
    return stride(from: 0, to: height, by: 5).count { row in
      ColourBars.found(in: pixels[row * width * 3..<(row + 1) * width * 3], atLeast: 15)
        == Array(0...6)
    }
  }

  @Test(arguments: places)
  func `shows the colour bars, gives way to the keys, and is gone afterwards`(place: Place) throws {
    let rushes = try Rushes()
    let display = try XDisplay()
    defer { display.close() }
    let environment = rushes.displayEnvironment
    // A picture that were left behind would still be there.
    let line = "\(Rushes.program) --size 640x360; echo over; exec sleep 60"
    _ = try display.start(place.line + [line], environment: environment)
    try display.await("the bars") { try barRows(display) > 2 }
    // The window below the mouse gets the keys.
    try display.xdotool(["mousemove", "200", "200"])
    try display.await("the keys alone") {
      try display.xdotool(["key", "question"])
      Thread.sleep(forTimeInterval: 1)
      return try barRows(display) == 0
    }
    try display.xdotool(["key", "Escape"])
    try display.await("the bars again") { try barRows(display) > 2 }
    try display.xdotool(["key", "q"])
    try display.await("its end") { rushes.sessions.isEmpty }
    try display.await("no bars") { try barRows(display) == 0 }
  }

  @Test func `costs a take no frame while the terminal is stopped for five seconds`() throws {
    let rushes = try Rushes()
    let display = try XDisplay()
    defer { display.close() }
    let environment = rushes.displayEnvironment
    let terminal = try display.start(
      ["xterm", "-tn", "xterm-256color", "-e", Rushes.program, "--size", "320x180"]
        + ["--limit", "none"], environment: environment)
    defer { kill(terminal.processIdentifier, SIGCONT) }
    try display.await("the bars") { try barRows(display) > 2 }
    try display.xdotool(["mousemove", "200", "200"])
    // A tap: the take goes on until the next one.
    try display.xdotool(["key", "space"])
    try display.await("a running take") { rushes.takeBytes > 200_000 }
    kill(terminal.processIdentifier, SIGSTOP)
    Thread.sleep(forTimeInterval: 5)
    kill(terminal.processIdentifier, SIGCONT)
    try display.xdotool(["key", "space"])
    try display.await("its end") { rushes.readyTakes == 1 }
    try display.await("the bars again") { try barRows(display) > 2 }
    try display.xdotool(["key", "s"])
    try display.await("the movie") { rushes.movies.count == 1 && rushes.takeBytes == 0 }
    let movie = try MovieJudge(path: try #require(rushes.movies.first))
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.frameCount > 170, "\(movie.report)")
    #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < 0.002 }, "\(movie.report)")
    try display.await("the terminal's end") {
      try display.xdotool(["key", "q"])
      return !terminal.isRunning
    }
  }
}
