import Foundation
import Support
import Testing

/// One boot of the device lab, in which a script of this folder carries out what the tests judge.
struct LabRun {
  /// What the script left; inside it is `/out`.
  let folder: TempFolder
  /// What it printed.
  let console: String

  /// Boots the lab for at most `limit` seconds and has the script test the program beside these
  /// tests; `prepare` fills the folder and names further options of `device-lab`.
  init(
    _ script: String, limit: Int, prepare: (TempFolder) throws -> [String] = { _ in [] }
  ) throws {
    folder = try TempFolder("rushes-\(script)")
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("rushes").path
    let output = try Command.run(
      here.appendingPathComponent("device-lab").path,
      prepare(folder) + ["-o", folder.path, "-t", "\(limit)", "--"]
        + [here.appendingPathComponent(script).path, program], timeout: Double(limit + 60))
    console = output.text + output.stderr
    try #require(output.status == 0, "the lab ended with \(output.status):\n\(console)")
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }

  /// The number that a file holds.
  func number(_ name: String) -> Int? {
    Int(text(name).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The exit code of a command.
  func code(_ name: String) -> Int? { number("\(name).rc") }

  func movie(_ name: String) throws -> MovieJudge {
    try MovieJudge(path: folder.file("\(name).mp4"))
  }
}
