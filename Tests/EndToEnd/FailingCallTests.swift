import Foundation
import Support
import Testing

/// What `make torture` does with every call, with those that decide over takes and movies.
@Suite(.serialized) struct `a call into a C library that fails` {
  private static let driver = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Torture/faults").path

  @Test func `is known, or known not to fail`() throws {
    let output = try Command.run(Self.driver, [Rushes.program, "--imports"])
    #expect(output.status == 0, "\(output.text)\(output.stderr)")
  }

  @Test(arguments: [
    ["--scenario", "save", "--first"],
    [
      "--scenario", "record", "--only", "write", "--only", "rename", "--only", "fdatasync",
      "--only", "avio_open", "--only", "av_write_frame", "--only", "av_write_trailer",
      "--only", "av_packet_alloc", "--only", "avcodec_open2",
    ],
    ["--scenario", "live", "--only", "avcodec_send_frame", "--only", "av_write_frame"],
  ])
  func `crashes nothing, hangs nothing and loses no take`(selection: [String]) throws {
    let output = try Command.run(Self.driver, [Rushes.program] + selection, timeout: 240)
    #expect(output.status == 0, "\(output.text)\(output.stderr)")
    #expect(output.text.contains(" 0 wrong"))
  }
}
