import CLinux
import Glibc

/// What is to be done to the terminal once its owner is gone without having given it back.
struct Will: Sendable, Hashable {
  /// Sequences that switch everything off; empty where the terminal does not speak them.
  var sequences: String
  /// A question for the terminal outside a multiplexer, whose answer holds `\u{1b}[?1004;`.
  var outside = ""
  /// A program and its arguments, to put back what no sequence can, such as a multiplexer's option.
  var command: [String] = []

  /// The fields one behind the other with NUL between them, which none of them can hold.
  fileprivate var bytes: [UInt8] {
    Array(([sequences, outside] + command).joined(separator: "\0").utf8)
  }

  init(sequences: String, outside: String = "", command: [String] = []) {
    self.sequences = sequences
    self.outside = outside
    self.command = command
  }

  fileprivate init(bytes: [UInt8]) {
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    sequences = String(decoding: fields.first ?? [], as: UTF8.self)
    outside = String(decoding: fields.dropFirst().first ?? [], as: UTF8.self)
    command = fields.dropFirst(2).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The recorder's will where its guard finds it: a file in memory that both hold (memfd_create).
///
/// Two records take turns in it, and its first byte says which one is in force. A single byte is
/// written or it is not, so the last whole will is there whenever the writer is killed; and unlike a
/// pipe it is never full.
package struct WillFile: Sendable {
  /// Closed on exec.
  let descriptor: Int32
  private var current: UInt8 = 0
  /// The process that reads it and that the shell knows: this one's parent as long as it lives; nil
  /// in that process itself.
  package private(set) var guardian: Int32?

  /// In place of a record's number; the byte behind it is free.
  private static let dismissal: UInt8 = 3
  /// Far more than a will needs.
  private static let recordSize = 4096

  /// Makes an empty one; nil where the system has none to give.
  init?() {
    let made = clinux_memory_file("rushes will")
    guard made >= 0 else { return nil }
    // Away from the standard streams, one of which may be closed.
    descriptor = fcntl(made, F_DUPFD_CLOEXEC, 3)
    close(made)
    if descriptor < 0 { return nil }
  }

  /// Takes over one that was inherited from `guardian`, and closes it on exec from now on.
  init(inherited descriptor: Int32, from guardian: pid_t) {
    self.descriptor = descriptor
    self.guardian = guardian
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// False once the guard was killed, when the shell takes the terminal back at any moment.
  var hasReader: Bool { guardian.map { $0 == getppid() } ?? true }

  /// Replaces the will; nil when there is nothing left to do.
  mutating func write(_ will: Will?) {
    guard let bytes = will?.bytes, bytes.count <= Self.recordSize - 2 else { return choose(0) }
    let slot: UInt8 = current == 1 ? 2 : 1
    let record = [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
    pwrite(descriptor, record, record.count, Self.offset(of: slot))
    choose(slot)
  }

  /// Sends the guard away, to end with `code`: the terminal is given back, and this process may be
  /// held in the kernel by a disk for as long as that likes.
  package func dismissGuard(_ code: Int32) {
    guard let guardian, hasReader else { return }
    pwrite(descriptor, [Self.dismissal, UInt8(truncatingIfNeeded: code)], 2, 0)
    // Sent by anyone, it only makes the guard look.
    kill(guardian, SIGCHLD)
  }

  /// The exit code of a guard that was sent away; nil for one that is to wait.
  var dismissalCode: Int32? {
    var record: [UInt8] = [0, 0]
    guard pread(descriptor, &record, 2, 0) == 2, record[0] == Self.dismissal else { return nil }
    return Int32(record[1])
  }

  /// The last will that was written whole; nil when it asks for nothing.
  func read() -> Will? {
    var slot: UInt8 = 0
    guard pread(descriptor, &slot, 1, 0) == 1, slot == 1 || slot == 2 else { return nil }
    var record = [UInt8](repeating: 0, count: Self.recordSize)
    let count = pread(descriptor, &record, record.count, Self.offset(of: slot))
    let length = Int(record[0]) << 8 | Int(record[1])
    guard count >= 2, length <= count - 2 else { return nil }
    return Will(bytes: Array(record[2..<2 + length]))
  }

  private mutating func choose(_ slot: UInt8) {
    current = slot
    pwrite(descriptor, [slot], 1, 0)
  }

  private static func offset(of slot: UInt8) -> off_t { off_t(slot) * off_t(recordSize) }
}
