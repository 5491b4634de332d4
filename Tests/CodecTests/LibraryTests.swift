import Codec
import Foundation
import Support
import Testing
import Units

@Suite struct `the libraries' log` {
  @Test func `is kept for errors, a few whole lines of it`() throws {
    Library.silence()
    let folder = try TempFolder()
    let path = folder.file("garbage.mov")
    try Data(repeating: 0x41, count: 4000).write(to: URL(fileURLWithPath: path))
    for _ in 0..<30 {
      #expect(throws: CodecError.self) { try TakeFileReader(path: path, rate: .thirty) }
    }
    let lines = Library.recentWarnings
    #expect((1...16).contains(lines.count))
    #expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
  }
}
