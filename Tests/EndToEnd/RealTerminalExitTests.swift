import Foundation
import Glibc
import Support
import Testing

@Suite(.serialized) struct `a real terminal after the recorder` {
  /// What is typed to the program behind the recorder; xdotool knows these on every keyboard.
  private static let text = "typed after it"

  @Test(arguments: ["xterm", "kitty", "tmux in kitty"])
  func `is as before, quit or killed`(name: String) throws {
    let rushes = try Rushes()
    let display = try XDisplay()
    defer { display.close() }
    // What the test types is short, so that no key is lost.
    let start = "'\(Rushes.program)' --size 320x180 --session-dir '\(rushes.folder.path)/kept'"
    try """
    PS1='$ '
    one() { \(start); echo $? > ended1; touch at1; cat > typed1; touch read1; }
    two() { \(start); echo $? > ended2; touch at2; cat > typed2; touch read2; }
    cd; touch shell
    """.write(toFile: rushes.folder.file("rc"), atomically: true, encoding: .utf8)
    let shell = ["bash", "--noprofile", "--rcfile", rushes.folder.file("rc"), "-i"]
    let line =
      switch name {
      case "xterm": ["xterm", "-e"] + shell
      case "kitty": ["kitty", "--config", "NONE"] + shell
      default:
        ["kitty", "--config", "NONE", "tmux", "-f", "/dev/null", "-S"]
          + [rushes.folder.file("socket"), "new", shell.joined(separator: " ")]
      }
    let environment = rushes.displayEnvironment
    let terminal = try display.start(line, environment: environment)
    try display.await("the shell") { rushes.folder.names.contains("shell") }
    try display.xdotool(["search", "--sync", "--onlyvisible", "--name", ".*"])
    try display.xdotool(["mousemove", "200", "200"])

    try run("one", in: rushes, on: display) { recorder in
      try display.xdotool(["key", "q"])
      try display.await("its end") { !RunningProcess.all.contains { $0.id == recorder } }
    }
    try run("two", in: rushes, on: display) { kill($0, SIGKILL) }
    #expect(try rushes.file("ended1") == "0\n")
    #expect(try rushes.file("ended2") == "137\n")
    for name in ["typed1", "typed2"] {
      let typed = try rushes.file(name)
      #expect(typed == Self.text + "\n", "\(name)")
    }
    if name == "tmux in kitty" {
      let options = try Command.run(
        "tmux", ["-S", rushes.folder.file("socket"), "show-options", "-p"])
      #expect(options.text == "", "tmux was left with an option of the recorder")
    }
    try display.type("exit")
    try display.await("the terminal's end") { !terminal.isRunning }
  }

  /// Types the function's name, ends the recorder, and types to what comes behind it.
  private func run(
    _ function: String, in rushes: Rushes, on display: XDisplay, end: (Int32) throws -> Void
  ) throws {
    let number = function == "one" ? "1" : "2"
    try display.type(function)
    var recorder: Int32?
    try display.await("the recorder") {
      recorder =
        RunningProcess.all.first { process in
          process.name == "rushes" && process.words.contains("\(rushes.folder.path)/kept")
        }?.id
      return recorder.map(Self.isRaw) == true
    }
    try end(try #require(recorder))
    try display.await("the next program") { rushes.folder.names.contains("at\(number)") }
    try display.type(Self.text)
    try display.xdotool(["key", "ctrl+d"])
    try display.await("what was typed") { rushes.folder.names.contains("read\(number)") }
  }
}

extension `a real terminal after the recorder` {
  /// True when the terminal of a process hands over single keys, as the recorder wants them.
  private static func isRaw(_ process: Int32) -> Bool {
    let terminal = open("/proc/\(process)/fd/0", O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    var settings = termios()
    return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) == 0
  }
}

extension XDisplay {
  /// Types a line.
  fileprivate func type(_ line: String) throws {
    try xdotool(["type", "--delay", "20", line])
    try xdotool(["key", "Return"])
  }
}

extension Rushes {
  fileprivate func file(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }
}
