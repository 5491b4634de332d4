import Glibc

/// The two streams of the program: results on standard output, everything for people on standard
/// error.
enum Output {
  /// Writes a result.
  static func print(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Tells people something while the program works.
  static func tell(_ sentence: String) { write("rushes: \(sentence)\n", to: STDERR_FILENO) }

  /// Writes something passing for people, as it is.
  static func note(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Tells people what went wrong, in one line.
  static func error(_ sentence: String) {
    let line = sentence.split(whereSeparator: \.isNewline).joined(separator: " ")
    write("rushes: \(line)\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
