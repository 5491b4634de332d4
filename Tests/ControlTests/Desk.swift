import Control
import Foundation
import Recording
import Support
import Units

/// A recorder's side of the socket: keeps what it is asked until the test has it answered.
///
/// Unchecked: what was asked is guarded by the condition's own lock.
final class Desk: @unchecked Sendable {
  /// Nobody asked in time.
  struct TimedOut: Error {}

  private let condition = NSCondition()
  private var asked: [(request: ControlRequest, answer: ControlServer.Answer)] = []

  /// What the server hands its requests to.
  var respond: @Sendable (ControlRequest, @escaping ControlServer.Answer) -> Void {
    { [self] request, answer in
      condition.withLock {
        asked.append((request, answer))
        condition.broadcast()
      }
    }
  }

  /// Waits for the `count`th request; far longer than any machine needs.
  func request(_ count: Int) throws -> (request: ControlRequest, answer: ControlServer.Answer) {
    let deadline = Date(timeIntervalSinceNow: 60)
    condition.lock()
    defer { condition.unlock() }
    while asked.count < count {
      guard condition.wait(until: deadline) else { throw TimedOut() }
    }
    return asked[count - 1]
  }

  /// Requests so far.
  var count: Int { condition.withLock { asked.count } }
}

/// A client on a thread of its own: it would block one of the few that async code has.
///
/// Unchecked: the outcome is read only after the semaphore was signalled.
final class WaitingClient: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private var outcome = Result<ControlAnswer, any Error>.failure(Desk.TimedOut())

  /// Begins to ask.
  init(_ command: ControlCommand, in folder: ControlFolder) {
    Thread { [self] in
      outcome = Result {
        try ControlClient(folder: folder).ask(ControlRequest(command, at: .zero))
      }
      isDone.signal()
    }.start()
  }

  /// Waits for the answer.
  var answer: ControlAnswer {
    get throws {
      isDone.wait()
      return try outcome.get()
    }
  }
}

/// A recorder that answers at once with what it is asked.
let echo: @Sendable (ControlRequest, @escaping ControlServer.Answer) -> Void = { request, answer in
  answer(.success(request.command.rawValue))
}

extension TempFolder {
  /// A folder for sockets, which is not there yet.
  var control: ControlFolder { ControlFolder(path: file("rushes")) }
}
