import Glibc

/// What is on its way to the terminal: it goes as fast as the terminal takes it, and nobody waits.
///
/// A terminal that stops reading, or reads slowly, has room for some kilobytes; a picture may be
/// more. The line itself is shared with the shell and must not be made non-blocking, so the queue
/// opens the terminal once more for itself.
struct OutputQueue: ~Copyable {
  private let line: TerminalLine
  /// The terminal, opened by itself; negative where that is not allowed, as after `su`.
  let descriptor: Int32
  private var waiting: ArraySlice<UInt8> = []

  /// Opens the terminal of `line` once more.
  init(to line: TerminalLine) {
    self.line = line
    descriptor = open(
      "/proc/self/fd/\(line.output)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// True when everything has gone.
  var isEmpty: Bool { waiting.isEmpty }

  /// True when more may be drawn now.
  var hasRoom: Bool { isEmpty && line.isWritable(within: 0) }

  /// Appends bytes, and sends what goes at once.
  mutating func write(_ bytes: some Sequence<UInt8>) {
    waiting += bytes
    send()
  }

  /// Sends as much as goes now; what a lost terminal does not take is forgotten.
  mutating func send() {
    guard descriptor >= 0 else {
      line.write(waiting)
      waiting = []
      return
    }
    while !waiting.isEmpty {
      let count = waiting.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        waiting = waiting.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        waiting = []
      }
    }
    waiting = []
  }

  /// Sends all within `limit` milliseconds for each piece; false, and the rest forgotten, when the
  /// terminal takes nothing for so long.
  mutating func sendAll(within limit: Int32) -> Bool {
    while !waiting.isEmpty {
      guard line.isWritable(within: limit) else {
        waiting = []
        return false
      }
      send()
    }
    return true
  }
}
