import Glibc
import Units

/// The two ends of a terminal and its line settings, by plain system calls.
struct TerminalLine {
  /// Where keys are read.
  let input: Int32
  /// Where the screen is written.
  let output: Int32
  /// The line settings to put back.
  let settings: termios

  /// Looks whether both ends are a terminal, and remembers its settings (isatty, tcgetattr).
  init(input: Int32, output: Int32) throws(TerminalError) {
    self.input = input
    self.output = output
    for (descriptor, name) in [(input, "standard input"), (output, "standard output")]
    where isatty(descriptor) == 0 {
      throw TerminalError(.findTerminal, .notATerminal, subject: name)
    }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else {
      throw TerminalError(
        .readSettings, TerminalError.Code(rawValue: errno), subject: "standard input")
    }
    self.settings = settings
  }

  /// The same line, written through another descriptor.
  init(_ line: TerminalLine, output: Int32) {
    input = line.input
    self.output = output
    settings = line.settings
  }

  /// False when a shell has taken the terminal back (tcgetpgrp): its settings and what is typed are
  /// no longer this process's.
  var isForeground: Bool {
    // It fails where the terminal controls nobody here; then there is no shell either.
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// Size of the window (TIOCGWINSZ); 80x24 where the terminal does not know, as on serial lines.
  var size: CellSize {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return CellSize(columns: 80, rows: 24) }
    return CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Pixels of a cell as the terminal has told the kernel; nil where it has not, as over SSH.
  var cellPixels: PixelSize? {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0,
      window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    else { return nil }
    return PixelSize(
      width: Int(window.ws_xpixel / window.ws_col), height: Int(window.ws_ypixel / window.ws_row))
  }

  /// Every byte as it is typed, at once and unseen (cfmakeraw).
  func setRaw() {
    var raw = settings
    cfmakeraw(&raw)
    tcsetattr(input, TCSANOW, &raw)
  }

  /// Puts the settings back as they were; not TCSADRAIN, which a dead link would block.
  func restoreSettings() {
    var settings = settings
    tcsetattr(input, TCSANOW, &settings)
  }

  /// Throws away what was typed and not read (tcflush).
  func discardInput() { tcflush(input, TCIFLUSH) }

  /// True when the terminal takes more output within `limit` milliseconds.
  func isWritable(within limit: Int32) -> Bool {
    var wanted = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    // A line that has hung up takes everything and passes nothing on.
    return poll(&wanted, 1, limit) > 0 && Int32(wanted.revents) & (POLLOUT | POLLHUP) == POLLOUT
  }

  /// Writes control sequences; gives up when the terminal is gone.
  func write(_ text: String) { write(Array(text.utf8)[...]) }

  /// The same for bytes.
  func write(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard isWritable(within: 100) else { return }
      } else if errno != EINTR {
        return
      }
    }
  }

  /// What a read brought.
  enum Reading {
    case bytes([UInt8])
    case nothing
    /// End of file, EIO or a hang-up.
    case ended
  }

  /// Reads what there is, waiting at most `limit` milliseconds for the first byte.
  func read(within limit: Int32) -> Reading {
    // The line is shared with the shell, so it must not be made non-blocking: ask first.
    var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, limit) > 0 else { return .nothing }
    guard Int32(wanted.revents) & POLLIN != 0 else { return .ended }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(input, &buffer, buffer.count)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .ended
  }
}
