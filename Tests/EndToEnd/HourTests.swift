import Foundation
import Support
import Testing

@Suite(.serialized) struct `many takes in one session` {
  /// What `make torture` does with an hour and a thousand takes, in small.
  @Test func `lose no frame, and neither memory nor open files grow`() throws {
    let hour = URL(fileURLWithPath: Rushes.program).deletingLastPathComponent()
      .appendingPathComponent("hour").path
    let output = try Command.run(hour, ["200", "2"], timeout: 300)
    #expect(output.status == 0, "\(output.text)\(output.stderr)")
    #expect(output.text.contains("to take 200: "), "\(output.text)")
  }
}
