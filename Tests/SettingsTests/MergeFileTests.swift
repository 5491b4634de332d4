import Settings
import Testing
import Units

@Suite struct `a file to be merged` {
  @Test(
    arguments: [
      ("a.mp4", "a.mp4", nil, nil), ("a.mp4@1.5s-3s", "a.mp4", 1.5, 3),
      ("a.mp4@-0:10", "a.mp4", nil, 10), ("a.mp4@2s-", "a.mp4", 2, nil),
      ("me@home/a.mp4", "me@home/a.mp4", nil, nil), ("a@b-c.mp4", "a@b-c.mp4", nil, nil),
      ("a@b@1s-2s", "a@b", 1, 2), ("a.mp4@", "a.mp4@", nil, nil), ("a.mp4@-", "a.mp4@-", nil, nil),
      ("@1s-2s", "@1s-2s", nil, nil),
    ] as [(String, String, Double?, Double?)])
  func `is named with the span that plays`(
    word: String, path: String, begin: Double?, end: Double?
  ) throws {
    let file = try MergeFile(word)
    #expect(file.path == path)
    #expect(file.begin == begin.map { MediaTime.seconds($0) })
    #expect(file.end == end.map { MediaTime.seconds($0) })
  }

  @Test func `cannot end before it begins`() {
    #expect(throws: UsageError.self) { try MergeFile("a.mp4@3s-3s") }
  }

  @Test func `stands any number of times behind merge`() throws {
    let words = ["merge", "a.mp4", "b.mov@1s-2s", "a.mp4", "-o", "c.mkv", "--plan"]
    let invocation = try CommandLineReader(words).read()
    #expect(invocation.task == .run(.merge))
    #expect(invocation.files.map(\.path) == ["a.mp4", "b.mov", "a.mp4"])
    #expect(invocation.options.output == "c.mkv" && invocation.options.showsPlan)
  }

  @Test(arguments: [["merge"], ["merge", "a.mp4", "--take", "2s"], ["save", "--plan"]])
  func `is asked for where it belongs`(words: [String]) {
    #expect(throws: UsageError.self) { try CommandLineReader(words).read() }
  }
}
