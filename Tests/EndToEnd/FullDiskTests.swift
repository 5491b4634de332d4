import Foundation
import Support
import Testing

@Suite(.serialized) struct `a disk that runs full` {
  /// A few of the levels that `make torture` tries: one of each kind but those that only repeat.
  @Test func `costs less than a second of the running take, and one sentence`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let script = tests.appendingPathComponent("../Torture/full-disk").standardized.path
    let output = try Command.run(
      script, [Rushes.program, "--levels", "8"], timeout: 120)
    // No file system can be mounted here.
    if output.status == 77 { return }
    #expect(output.status == 0, "\(output.text) \(output.stderr)")
    #expect(output.text.contains("8 fill levels, "), "\(output.text)")
  }
}
