import Foundation
import Support
import Testing

@Suite(.serialized) struct `a session with a damaged take` {
  private let rushes: Rushes
  /// The first take's file, and what was in it.
  private let file: URL
  private let whole: Data

  init() throws {
    rushes = try Rushes()
    let made = try rushes.run(
      [
        "record", "--camera", "test", "--mic", "test", "--size", "320x180", "--keep-takes",
        "--json",
      ]
        + ["--take", "1.5s", "--take", "1s", "-o", "first.mp4"])
    let take = try Report(made).takes[0].file
    let session = try #require(rushes.sessions.first)
    file = URL(fileURLWithPath: rushes.folder.file("data/rushes/sessions/\(session)/\(take)"))
    whole = try Data(contentsOf: file)
  }

  /// Saves, and returns what was said and the movie's takes.
  private func save() throws -> (said: String, takes: [Int], MovieJudge) {
    let output = try rushes.run(["save", "-o", "again.mp4"])
    #expect(output.status == 0, "\(output.stderr)")
    let movie = try MovieJudge(path: rushes.folder.file("again.mp4"))
    #expect(movie.errors.isEmpty && movie.counters.allSatisfy { $0 != nil }, "\(movie.report)")
    return (output.stderr, movie.takes.map(\.count), movie)
  }

  @Test func `is saved with what lies before the cut of a shorter file`() throws {
    try whole.prefix(whole.count * 3 / 5).write(to: file)
    let (said, takes, _) = try save()
    #expect(said.contains("Take 1 has lost its last "), "\(said)")
    #expect(takes.count == 2 && (20..<40).contains(takes[0]) && takes[1] == 30, "\(takes)")
    #expect(rushes.sessions.isEmpty)
  }

  @Test func `is saved without a take whose first picture cannot be decoded`() throws {
    let picture = try #require(pictures().first)
    // Behind the header of its slice, which tells of the picture but is none.
    try damage(picture.dropFirst(12).prefix(200))
    let (said, takes, _) = try save()
    #expect(said.contains("Take 1 has no whole picture: it is left out"), "\(said)")
    #expect(takes == [30] && rushes.sessions.count == 1, "\(takes)")
    #expect(try Data(contentsOf: file).count == whole.count, "the damaged file is kept")
  }

  /// Where the key frames lie in the file: NAL units of type 5, each behind its length.
  private func pictures() -> [Range<Int>] {
    var found: [Range<Int>] = []
    for place in whole.indices.dropLast(5) where whole[place + 4] & 0x9f == 0x05 {
      let length = whole[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard (1000..<100_000).contains(length), place + 4 + length <= whole.count else { continue }
      found.append(place + 4..<place + 4 + length)
    }
    return found
  }

  private func damage(_ range: Range<Int>.SubSequence) throws {
    var bytes = whole
    for place in range { bytes[place] ^= 0x5a }
    try bytes.write(to: file)
  }
}
