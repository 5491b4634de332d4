import Glibc
import Lanes
package import Recording
package import Units

/// Listens for the commands of other programs while a recorder runs.
///
/// A caller says one line and gets one answer; it is dropped when it says more or nothing. All that
/// happens on a lane of its own, so that no caller can hold up the screen or a take.
///
/// Unchecked: everything that changes is guarded by the control lane.
package final class ControlServer: @unchecked Sendable {
  /// Takes the answer to one request, on any lane.
  package typealias Answer = @Sendable (ControlAnswer) -> Void

  private struct Caller {
    enum State {
      /// Has said this much of its line.
      case asking([UInt8])
      /// Has asked and waits for an answer.
      case waiting(ControlRequest)
      /// Still has to get this much of its answer.
      case hearing(ArraySlice<UInt8>)
    }
    let socket: Socket
    var state = State.asking([])
    var watch: Watch?
  }

  /// More than a user has pedals; each costs a descriptor.
  private static let mostCallers = 8
  /// How long a caller whose own buffer is full is left alone.
  private static let pause = MediaTime.milliseconds(20)
  private static let tooMany = Problem(.failed, "Too many programs drive this recorder at once.")
  private static let strange = Problem(.usage, "The recorder does not understand that command.")

  private let lane = Lane("control")
  private let path: String
  private let socket: Socket
  private let patience: MediaTime
  private let respond: @Sendable (ControlRequest, @escaping Answer) -> Void
  private var listening: Watch?
  private var isClosed = false
  private var callers: [Int: Caller] = [:]
  private var lastNumber = 0

  /// Begins to listen in `folder` for the recorder of `process`, which gets each request on the
  /// control lane and must not wait there.
  ///
  /// A caller may take `patience` to say its line, and again to hear the answer.
  package init(
    in folder: ControlFolder, process: Int32 = getpid(), patience: MediaTime = .seconds(Int64(3)),
    respond: @escaping @Sendable (ControlRequest, @escaping Answer) -> Void
  ) throws(ControlError) {
    try folder.prepare()
    folder.removeLeftovers(own: process)
    path = folder.socket(of: process)
    socket = try Socket.listening(at: path)
    self.patience = patience
    self.respond = respond
    lane.async { [self] in listen() }
  }

  /// Takes no more callers, and removes the socket; those who wait can still be answered.
  package func close() {
    _ = lane.sync { [self] () throws(Never) in
      guard !isClosed else { return }
      isClosed = true
      listening = nil
      unlink(path)
    }
  }

  /// Gives all who still wait their last answer, and closes.
  package func close(answering last: @Sendable (ControlRequest) -> ControlAnswer) {
    close()
    _ = lane.sync { [self] () throws(Never) in
      for (number, caller) in callers {
        if case .waiting(let request) = caller.state {
          _ = caller.socket.send(ControlReply.bytes(last(request))[...])
        }
        drop(number)
      }
    }
  }

  private func listen() {
    lane.precondition()
    guard !isClosed else { return }
    listening = lane.watch(readable: socket.descriptor, of: socket) { [weak self] in
      self?.accept()
    }
  }

  private func accept() {
    lane.precondition()
    var isExhausted = false
    while !isClosed, let caller = socket.accept(isExhausted: &isExhausted) {
      guard caller.isOfThisUser else { continue }
      _ = caller.send(ControlReply.greeting[...])
      guard callers.count < Self.mostCallers else {
        _ = caller.send(ControlReply.bytes(.failure(Self.tooMany))[...])
        continue
      }
      admit(caller)
    }
    guard isExhausted else { return }
    // The caller stays in the queue, which would wake this lane for ever.
    listening = nil
    lane.after(.seconds(Int64(1))) { [weak self] in self?.listen() }
  }

  private func admit(_ socket: Socket) {
    lastNumber += 1
    let number = lastNumber
    var caller = Caller(socket: socket)
    caller.watch = lane.watch(readable: socket.descriptor, of: socket) { [weak self] in
      self?.heard(number)
    }
    callers[number] = caller
    lane.after(patience) { [weak self] in
      if case .asking = self?.callers[number]?.state { self?.drop(number) }
    }
  }

  private func heard(_ number: Int) {
    lane.precondition()
    guard let caller = callers[number] else { return }
    // Whoever has asked has nothing more to say: it hangs up.
    guard case .asking(var line) = caller.state else { return drop(number) }
    switch caller.socket.receive(ControlRequest.mostBytes + 1 - line.count) {
    case .nothing: return
    case .ended: drop(number)
    case .bytes(let bytes):
      line += bytes
      guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else {
        guard line.count <= ControlRequest.mostBytes else { return refuse(number) }
        callers[number]?.state = .asking(line)
        return
      }
      guard end == line.count - 1, let request = ControlRequest(line: line[..<end]) else {
        return refuse(number)
      }
      carryOut(request, of: number, on: caller.socket)
    }
  }

  private func carryOut(_ request: ControlRequest, of number: Int, on socket: Socket) {
    // Nobody may start a take who gave up waiting, while this process was stopped for one.
    guard socket.receive(1) == .nothing else { return drop(number) }
    callers[number]?.state = .waiting(request)
    respond(request.believed(at: MonotonicClock.now())) { [weak self] answer in
      guard let self else { return }
      lane.async { self.tell(number, answer) }
    }
  }

  private func refuse(_ number: Int) {
    callers[number]?.state = .hearing(ControlReply.bytes(.failure(Self.strange))[...])
    flush(number)
  }

  private func tell(_ number: Int, _ answer: ControlAnswer) {
    guard case .waiting = callers[number]?.state else { return }
    callers[number]?.state = .hearing(ControlReply.bytes(answer)[...])
    lane.after(patience) { [weak self] in self?.drop(number) }
    flush(number)
  }

  private func flush(_ number: Int) {
    lane.precondition()
    guard let caller = callers[number], case .hearing(let rest) = caller.state else { return }
    guard let left = caller.socket.send(rest), !left.isEmpty else { return drop(number) }
    callers[number]?.state = .hearing(left)
    lane.after(Self.pause) { [weak self] in self?.flush(number) }
  }

  private func drop(_ number: Int) {
    lane.precondition()
    callers.removeValue(forKey: number)?.socket.hangUp()
  }
}
