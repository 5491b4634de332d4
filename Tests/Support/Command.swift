import Foundation
import Glibc

/// Runs other programs to their end.
///
/// A program gets a process group of its own, which is killed whole when its time is up, and its
/// pipes are served together, so that no amount of output can block it.
package enum Command {
  /// What a program left behind.
  package struct Output: Sendable {
    /// The exit code; 128 + n when signal n ended it, as shells say it.
    package var status: Int32
    /// Bytes written to standard output.
    package var stdout: [UInt8]
    /// Text written to standard error.
    package var stderr: String

    /// Standard output as text.
    package var text: String { String(decoding: stdout, as: UTF8.self) }
  }

  /// Why a program could not be run to its end.
  package enum Failure: Error, CustomStringConvertible {
    /// It could not be started (posix_spawn).
    case notStarted(path: String, errno: Int32)
    /// It ran for too long and was killed; with what it had said by then.
    case timedOut(path: String, seconds: Double, output: Output)

    package var description: String {
      switch self {
      case .notStarted(let path, let errno):
        "\(path) could not be started: \(String(cString: strerror(errno)))."
      case .timedOut(let path, let seconds, let output):
        "\(path) was still running after \(seconds) s and was killed. It said: \(output.stderr)"
      }
    }
  }

  /// Runs the program at `path` (a bare name is looked up in PATH) and collects what it writes.
  ///
  /// `env` changes single variables, nil takes one away. `input` is its standard input.
  package static func run(
    _ path: String, _ args: [String] = [], env: [String: String?] = [:], input: [UInt8] = [],
    cwd: String? = nil, timeout: Double = 60
  ) throws -> Output {
    var stdout = ByteHeap()
    var output = try stream(path, args, env: env, input: input, cwd: cwd, timeout: timeout) {
      stdout.append($0)
    }
    output.stdout = stdout.bytes
    return output
  }

  /// Like `run`, but hands standard output on piece by piece and keeps none of it.
  package static func stream(
    _ path: String, _ args: [String] = [], env: [String: String?] = [:], input: [UInt8] = [],
    cwd: String? = nil, timeout: Double = 60, onOutput: (UnsafeRawBufferPointer) -> Void
  ) throws -> Output {
    // A program that does not read its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    // env(1) changes the folder, since Swift's view of glibc lacks posix_spawn's own way.
    let line = (cwd.map { ["env", "-C", $0] } ?? []) + [path] + args
    let child = try ChildProcess(
      line[0], Array(line.dropFirst()), environment: environment(changed: env))
    let deadline = Date(timeIntervalSinceNow: timeout)
    var stderr = ByteHeap()
    let hasFinished = child.serve(input: input, until: deadline, onOutput: onOutput) {
      stderr.append($0)
    }
    let status = hasFinished ? child.wait(until: deadline) : nil
    if status == nil { child.killGroup() }
    let output = Output(
      status: status ?? 128 + SIGKILL, stdout: [],
      stderr: String(decoding: stderr.bytes, as: UTF8.self))
    if status == nil { throw Failure.timedOut(path: path, seconds: timeout, output: output) }
    return output
  }

  private static func environment(changed: [String: String?]) -> [String] {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in changed { variables[name] = value }
    return variables.map { "\($0.key)=\($0.value)" }
  }
}
