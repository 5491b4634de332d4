import Glibc

/// Puts the terminal back when the process traps: without it the shell would be left raw and
/// silent on the alternate screen, and the reason of the trap invisible.
///
/// One at a time for the whole process, from its making until it is let go. The handler uses
/// nothing but write, tcsetattr, sigaction and raise, which are safe there (signal-safety(7)).
final class CrashRestore {
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// What the handler needs, in memory that is never moved or freed while handlers are in force.
  private struct Memory {
    var output: Int32
    var input: Int32
    var settings: termios
    var bytes: UnsafeMutableRawBufferPointer
  }

  // Written before the handlers are installed and cleared after they are gone.
  private nonisolated(unsafe) static var memory: UnsafeMutablePointer<Memory>?
  private var earlier: [(signal: Int32, action: sigaction)] = []

  /// Installs the handlers for the terminal of `line`, which these sequences put in order.
  init(line: TerminalLine, sequences: String) {
    let text = Array(sequences.utf8)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    bytes.copyBytes(from: text)
    let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
    memory.initialize(
      to: Memory(output: line.output, input: line.input, settings: line.settings, bytes: bytes))
    Self.memory = memory
    for signal in Self.signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        CrashRestore.restore()
        // What would have happened otherwise: a core, a message, the end.
        var plain = sigaction()
        plain.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(number, &plain, nil)
        raise(number)
      }
      var before = sigaction()
      sigaction(signal, &action, &before)
      earlier.append((signal, before))
    }
  }

  deinit {
    for (signal, action) in earlier {
      var action = action
      sigaction(signal, &action, nil)
    }
    guard let memory = Self.memory else { return }
    Self.memory = nil
    memory.pointee.bytes.deallocate()
    memory.deallocate()
  }

  /// What the handler does to the terminal.
  static func restore() {
    guard let memory else { return }
    _ = write(memory.pointee.output, memory.pointee.bytes.baseAddress, memory.pointee.bytes.count)
    tcsetattr(memory.pointee.input, TCSANOW, &memory.pointee.settings)
  }
}
