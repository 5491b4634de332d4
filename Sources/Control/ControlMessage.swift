package import Recording
package import Units

/// One command on its way to a recorder: a line such as `press 81234567890`.
package struct ControlRequest: Sendable, Hashable {
  /// What is asked for.
  package let command: ControlCommand
  /// When the user asked for it, by CLOCK_MONOTONIC, which both processes share.
  package let instant: MediaTime

  /// Longest line in bytes; none that means something comes near it.
  static let mostBytes = 256
  /// Nobody waits longer for a press than this; an older one is a mistake.
  private static let oldest = MediaTime.seconds(Int64(1))

  /// Asks for something at an instant.
  package init(_ command: ControlCommand, at instant: MediaTime) {
    self.command = command
    self.instant = instant
  }

  /// Reads a line, without its end; nil when it says nothing a recorder knows.
  init?(line: some Collection<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let command = ControlCommand(rawValue: String(words[0])),
      let nanoseconds = Int64(words[1])
    else { return nil }
    self.init(command, at: MediaTime(nanoseconds: nanoseconds))
  }

  /// The line with its end.
  var line: [UInt8] { Array("\(command.rawValue) \(instant.nanoseconds)\n".utf8) }

  /// The same, at an instant that a recorder can believe: of the last second, never in the future.
  func believed(at now: MediaTime) -> ControlRequest {
    ControlRequest(command, at: min(now, max(now - Self.oldest, instant)))
  }
}

/// What a recorder sends: this greeting at once, then `done` or the kind of problem in one line,
/// and behind it the text until the connection ends.
enum ControlReply {
  static let greeting = Array("rushes 1\n".utf8)
  private static let done = "done"

  /// The bytes of an answer behind the greeting.
  static func bytes(_ answer: ControlAnswer) -> [UInt8] {
    switch answer {
    case .success(let text): Array("\(done)\n\(text)".utf8)
    case .failure(let problem): Array("\(problem.kind.rawValue)\n\(problem.sentence)".utf8)
    }
  }

  /// The answer in these bytes; nil when they are none.
  static func answer(_ bytes: some Collection<UInt8>) -> ControlAnswer? {
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let (word, text) = (
      String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self)
    )
    if word == done { return .success(text) }
    return Problem.Kind(rawValue: word).map { .failure(Problem($0, text)) }
  }
}
