import Foundation
import Glibc
import Lanes
import Recording
import Support
import Testing
import Units

@testable import Control

@Suite struct `the folder of the sockets` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func ask(_ process: Int32? = nil) throws -> ControlAnswer {
    try ControlClient(folder: folder.control, patience: .milliseconds(100)).ask(
      ControlRequest(.status, at: .zero), of: process)
  }

  /// What stops a recorder from listening.
  private func refusal() -> String? {
    do throws(ControlError) {
      _ = try ControlServer(in: folder.control, respond: echo)
      return nil
    } catch {
      return error.description.replacingOccurrences(of: folder.path, with: "…")
    }
  }

  /// Leaves a socket behind as a killed recorder does.
  private func leave(_ process: Int32) throws {
    _ = try Socket.listening(at: folder.control.socket(of: process))
  }

  @Test func `and each socket are for the user alone, whatever the umask`() throws {
    let before = umask(0)
    defer { umask(before) }
    let server = try ControlServer(in: folder.control, process: 42, respond: echo)
    #expect(mode(folder.control.path) == 0o700)
    #expect(mode(folder.control.socket(of: 42)) == 0o600)
    server.close()
    #expect(folder.control.processes.isEmpty)
  }

  @Test func `is refused where others may enter it`() throws {
    mkdir(folder.control.path, 0o700)
    for mode: mode_t in [0o755, 0o710, 0o777] {
      chmod(folder.control.path, mode)
      #expect(
        refusal() == "'rushes ctl' is off: other users may enter …/rushes; "
          + "'chmod 700 …/rushes' ends that.")
    }
    // A client does not trust what listens there either.
    chmod(folder.control.path, 0o700)
    let server = try ControlServer(in: folder.control, respond: echo)
    chmod(folder.control.path, 0o755)
    #expect(throws: ControlError.self) { try ask() }
    chmod(folder.control.path, 0o700)
    #expect(try ask() == .success("status"))
    server.close()
  }

  @Test func `is refused where it is no folder of the user's`() throws {
    let sentence =
      "'rushes ctl' is off: …/rushes is no folder of yours; remove it, or set XDG_RUNTIME_DIR."
    // A link into another folder, and a file.
    mkdir(folder.file("other"), 0o700)
    symlink(folder.file("other"), folder.control.path)
    #expect(refusal() == sentence)
    unlink(folder.control.path)
    try Data().write(to: URL(fileURLWithPath: folder.control.path))
    #expect(refusal() == sentence)
    unlink(folder.control.path)
    if geteuid() == 0 {
      mkdir(folder.control.path, 0o700)
      chown(folder.control.path, 12_345, 12_345)
      #expect(refusal() == sentence)
    }
  }

  @Test func `cannot be made where there is none above it`() throws {
    let nowhere = ControlFolder(path: folder.file("a/b"))
    #expect(throws: ControlError(.prepareFolder, .init(rawValue: ENOENT), nowhere.path)) {
      try nowhere.prepare()
    }
    let deep = ControlFolder(path: folder.file(String(repeating: "d", count: 100)))
    #expect(throws: ControlError(.listen, .tooLong, deep.socket(of: 1))) {
      try ControlServer(in: deep, process: 1, respond: echo)
    }
  }

  @Test func `loses the sockets of killed recorders, and only those`() throws {
    try folder.control.prepare()
    // Above the highest number a process can have, and the one that always runs.
    let (dead, ours, alive) = (Int32.max, getpid(), Int32(1))
    for process in [dead, ours, alive] { try leave(process) }
    let listening = try ControlServer(in: folder.control, process: .max - 1, respond: echo)
    let server = try ControlServer(in: folder.control, process: ours, respond: echo)
    #expect(Set(folder.control.processes) == [ours, alive, .max - 1])
    #expect(throws: ControlError.self) {
      _ = try ControlServer(in: folder.control, process: ours, respond: echo)
    }
    server.close()
    listening.close()
  }

  @Test func `shows the newest recorder, and one by its process`() throws {
    let servers = try [Int32(11), 12, 13].map { process in
      let server = try ControlServer(in: folder.control, process: process) { _, answer in
        answer(.success("\(process)"))
      }
      // Their order is told by the clock of the file system.
      usleep(20_000)
      return server
    }
    #expect(try ask() == .success("13"))
    #expect(try ask(11) == .success("11"))
    let sentence = "No recorder runs as process 14; processes 13, 12 and 11 have one."
    #expect(message { try ask(14) } == sentence)
    servers[2].close()
    #expect(try ask() == .success("12"))
    servers[1].close()
    #expect(message { try ask(13) } == "No recorder runs as process 13; process 11 has one.")
    servers[0].close()
    #expect(
      message { try ask() } == "No recorder is running; start one with 'rushes' (recordings "
        + "without a terminal cannot be driven).")
    #expect(message { try ask(13) } == "No recorder runs as process 13, nor as any other.")
  }

  @Test func `shows a recorder that does not answer as such`() throws {
    try folder.control.prepare()
    let deaf = try Socket.listening(at: folder.control.socket(of: 11))
    #expect(
      message { try ask() } == "The recorder of process 11 does not answer; if it was stopped by "
        + "Ctrl-Z, 'fg' in its terminal wakes it.")
    withExtendedLifetime(deaf) {}
    let leaving = try Socket.listening(at: folder.control.socket(of: 12))
    let lane = Lane("leaving")
    let watch = lane.watch(readable: leaving.descriptor) {
      var isExhausted = false
      let caller = leaving.accept(isExhausted: &isExhausted)
      _ = caller?.send(ControlReply.greeting[...])
    }
    #expect(
      message { try ask(12) } == "The recorder of process 12 was gone before it had answered.")
    withExtendedLifetime(watch) {}
  }

  @Test func `lies where the session keeps such things`() {
    func path(_ runtime: String?) -> String {
      ControlFolder(environment: runtime.map { ["XDG_RUNTIME_DIR": $0] } ?? [:]).path
    }
    #expect(path("/run/user/7") == "/run/user/7/rushes")
    let fallbacks = ["/run/user/\(geteuid())/rushes", "/tmp/rushes-\(geteuid())"]
    #expect(fallbacks.contains(path(nil)))
    #expect(path("relative") == path(nil) && path("") == path(nil))
  }

  private func message(_ body: () throws -> ControlAnswer) -> String? {
    do { return "\(try body())" } catch { return "\(error)" }
  }
}
