import Foundation
import Glibc
import Support
import Testing

@Suite struct `a command` {
  @Test func `gives back status and both outputs`() throws {
    let output = try Command.run("sh", ["-c", "echo out; echo err >&2; exit 7"])
    #expect(output.status == 7)
    #expect(output.text == "out\n")
    #expect(output.stderr == "err\n")
  }

  @Test func `is served on all pipes at once, however much it reads and writes`() throws {
    let input = (0..<1_000_000).map { UInt8($0 >> 4 & 0x3f | 0x20) }
    let output = try Command.run("tee", ["/dev/stderr"], input: input)
    #expect(output.status == 0)
    #expect(output.stdout == input)
    #expect(output.stderr.utf8.count == input.count)
  }

  @Test func `need not read its input`() throws {
    let output = try Command.run("true", input: [UInt8](repeating: 0, count: 1_000_000))
    #expect(output.status == 0)
  }

  @Test func `runs in a folder and with variables of its own`() throws {
    let folder = try TempFolder()
    let output = try Command.run(
      "sh", ["-c", "pwd; echo $COLOUR-${HOME-none}"], env: ["COLOUR": "blue", "HOME": nil],
      cwd: folder.path)
    #expect(output.text == "\(folder.path)\nblue-none\n")
  }

  @Test func `tells the signal that ended it`() throws {
    #expect(try Command.run("sh", ["-c", "kill -TERM $$"]).status == 128 + 15)
  }

  @Test func `is killed with all it started when its time is up`() throws {
    do {
      _ = try Command.run("sh", ["-c", "sleep 1000 & echo $! >&2; wait"], timeout: 1)
      Issue.record("it was not stopped")
    } catch Command.Failure.timedOut(_, _, let output) {
      let pid = try #require(Int(output.stderr.trimmingCharacters(in: .whitespacesAndNewlines)))
      // SIGKILL was sent, but the kernel may take its time on a busy machine.
      let deadline = Date(timeIntervalSinceNow: 20)
      while isAlive(pid) && deadline.timeIntervalSinceNow > 0 { usleep(1000) }
      #expect(!isAlive(pid))
    }
  }

  /// False for a process that is gone, or dead and not yet collected by whoever inherits orphans.
  private func isAlive(_ pid: Int) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
      return false
    }
    return !stat.contains(") Z ") && !stat.contains(") X ")
  }

  @Test func `that does not exist is an error with its name`() {
    #expect {
      try Command.run("/no/such/program")
    } throws: {
      "\($0)" == "/no/such/program could not be started: No such file or directory."
    }
  }
}

@Suite struct `a temporary folder` {
  @Test func `disappears with its contents`() throws {
    var folder: TempFolder? = try TempFolder()
    let path = try #require(folder?.path)
    try Data([1]).write(to: URL(fileURLWithPath: path + "/a"))
    #expect(folder?.names == ["a"])
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
