import Foundation
import Glibc
import Lanes
import Recording
import Support
import Testing
import Units

@testable import Control

@Suite struct `a recorder that is driven` {
  private let folder: TempFolder
  private let desk = Desk()
  private let client: ControlClient

  init() throws {
    folder = try TempFolder()
    client = ControlClient(folder: folder.control)
  }

  /// A request of just now.
  private func now(_ command: ControlCommand) -> ControlRequest {
    ControlRequest(command, at: MonotonicClock.now())
  }

  /// Connects and says `words`, whatever they are.
  private func caller(saying words: String) throws -> Socket {
    let socket = try Socket.connected(
      to: folder.control.socket(of: getpid()), patience: .seconds(Int64(60)))
    #expect(socket.send(Array(words.utf8)[...])?.isEmpty == true)
    return socket
  }

  /// Everything that a caller hears until the other end hangs up.
  private func words(to socket: Socket) -> String {
    var heard: [UInt8] = []
    while case .bytes(let bytes) = socket.receive(4096) { heard += bytes }
    return String(decoding: heard, as: UTF8.self)
  }

  @Test(arguments: [
    ControlAnswer.success(""), .success("/a movie\nwith two lines\n"),
    .failure(Problem(.noSpace, "The disk is full.")),
    // More than a socket holds, so that it goes in pieces.
    .success(String(repeating: "take ", count: 400_000)),
  ])
  func `gives its answer whole`(answer: ControlAnswer) throws {
    let server = try ControlServer(in: folder.control) { request, tell in
      #expect(request.command == .status)
      tell(answer)
    }
    #expect(try client.ask(now(.status)) == answer)
    server.close()
  }

  @Test func `lets two clients wait and gives each its own answer`() throws {
    let server = try ControlServer(in: folder.control, respond: desk.respond)
    let save = WaitingClient(.save, in: folder.control)
    let first = try desk.request(1)
    let undo = WaitingClient(.undo, in: folder.control)
    let second = try desk.request(2)
    #expect(first.request.command == .save && second.request.command == .undo)
    second.answer(.success("undone"))
    #expect(try undo.answer == .success("undone"))
    first.answer(.success("saved"))
    // Only the first answer counts.
    first.answer(.success("saved twice"))
    #expect(try save.answer == .success("saved"))
    server.close()
  }

  @Test func `serves others while one says nothing, and drops that one`() throws {
    let server = try ControlServer(
      in: folder.control, patience: .milliseconds(50), respond: echo)
    let slow = try caller(saying: "pre")
    #expect(try client.ask(now(.press)) == .success("press"))
    #expect(words(to: slow) == "rushes 1\n")
    server.close()
  }

  @Test(arguments: [
    "\n", "dance 1\n", "press\n", "press \n", "press now\n", "press 1 2\n", "PRESS 1\n",
    "press 1\nrelease 2\n", "press 1\n ", "press 99999999999999999999\n", "\u{0}\u{ff}\n",
    String(repeating: "x", count: 257), String(repeating: "x", count: 300) + "\n",
  ])
  func `refuses what is no command`(line: String) throws {
    let server = try ControlServer(in: folder.control, respond: desk.respond)
    let heard = words(to: try caller(saying: line))
    #expect(heard == "rushes 1\nusage\nThe recorder does not understand that command.")
    #expect(desk.count == 0)
    server.close()
  }

  @Test func `hears a line that comes in pieces`() throws {
    let server = try ControlServer(in: folder.control, respond: echo)
    let slow = try caller(saying: "sta")
    #expect(slow.receive(4096) == .bytes(ControlReply.greeting))
    #expect(slow.send(Array("tus 12\n".utf8)[...])?.isEmpty == true)
    #expect(words(to: slow) == "done\nstatus")
    server.close()
  }

  @Test func `has room for eight at once and tells the others`() throws {
    let server = try ControlServer(in: folder.control, respond: desk.respond)
    let waiting = try (0..<8).map { _ in try caller(saying: "save 1\n") }
    _ = try desk.request(8)
    #expect(
      try client.ask(now(.press))
        == .failure(Problem(.failed, "Too many programs drive this recorder at once.")))
    #expect(desk.count == 8)
    withExtendedLifetime(waiting) {}
    server.close()
  }

  @Test func `has room again for others when those who waited are gone`() throws {
    let server = try ControlServer(in: folder.control, respond: desk.respond)
    for round in 1...20 {
      let waiting = try caller(saying: "save 1\n")
      let asked = try desk.request(round)
      waiting.hangUp()
      asked.answer(.success(""))
    }
    server.close()
  }

  @Test func `does nothing for a client that has given up meanwhile`() throws {
    let (isBusy, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try ControlServer(in: folder.control) { [desk] request, answer in
      desk.respond(request, answer)
      guard request.command == .undo else { return answer(.success("")) }
      isBusy.signal()
      mayGoOn.wait()
    }
    let blocking = try caller(saying: "undo 1\n")
    isBusy.wait()
    // It is not even accepted before it hangs up, as with a process that Ctrl-Z has stopped.
    try caller(saying: "press 1\n").hangUp()
    mayGoOn.signal()
    #expect(try client.ask(now(.status)) == .success(""))
    #expect(desk.count == 2)
    withExtendedLifetime(blocking) {}
    server.close()
  }

  @Test func `answers those who still wait when it is left`() throws {
    let server = try ControlServer(in: folder.control, respond: desk.respond)
    let waiting = WaitingClient(.quit, in: folder.control)
    _ = try desk.request(1)
    let silent = try caller(saying: "")
    #expect(silent.receive(4096) == .bytes(ControlReply.greeting))
    server.close { request in .success("left by \(request.command)") }
    #expect(try waiting.answer == .success("left by quit"))
    #expect(silent.receive(4096) == .ended)
    #expect(throws: ControlError.self) { try client.ask(now(.status)) }
  }

  @Test func `believes only instants of the last second`() {
    let now = MediaTime.seconds(Int64(100))
    func believed(_ milliseconds: Int64) -> MediaTime {
      ControlRequest(.press, at: .milliseconds(milliseconds)).believed(at: now).instant
    }
    #expect(believed(99_850) == .milliseconds(99_850))
    #expect(believed(98_000) == .milliseconds(99_000))
    #expect(believed(100_001) == now)
    #expect(ControlRequest(.press, at: .distantFuture).believed(at: now).instant == now)
  }

  @Test func `gets the instant of the client's press`() throws {
    let server = try ControlServer(in: folder.control) { [desk] request, answer in
      desk.respond(request, answer)
      answer(.success(""))
    }
    let pressed = MonotonicClock.now() - .milliseconds(150)
    _ = try client.ask(ControlRequest(.press, at: pressed))
    let instant = try desk.request(1).request.instant
    // On a machine that sleeps for a second in between, the last second it is.
    #expect(instant == pressed || instant > pressed)
    server.close()
  }
}
