import CNcurses
import Glibc

/// Catches what ncurses writes, so that it can be sent as the terminal takes it.
///
/// ncurses writes to a descriptor and waits there. During an update that descriptor is a piece of
/// memory; at all other times it is the terminal, whose line settings ncurses looks after.
struct DrawnBytes: ~Copyable {
  private let memory: Int32
  private let descriptor: Int32
  private let terminal: Int32

  /// Prepares for the descriptor that ncurses writes to; nil where there is no such memory
  /// (memfd_create).
  init?(of descriptor: Int32, terminal: Int32) {
    let memory = ccurses_memory()
    guard memory >= 0 else { return nil }
    (self.memory, self.descriptor, self.terminal) = (memory, descriptor, terminal)
  }

  deinit { close(memory) }

  /// What `body` has ncurses write.
  func caught(_ body: () -> Void) -> [UInt8] {
    dup2(memory, descriptor)
    body()
    dup2(terminal, descriptor)
    let end = max(0, Int(lseek(memory, 0, SEEK_END)))
    let bytes = [UInt8](unsafeUninitializedCapacity: end) { buffer, used in
      used = max(0, pread(memory, buffer.baseAddress, end, 0))
    }
    ftruncate(memory, 0)
    lseek(memory, 0, SEEK_SET)
    return bytes
  }
}
