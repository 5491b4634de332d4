import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `the check of a movie` {
  private let folder: TempFolder
  private let path: String

  init() throws {
    folder = try TempFolder()
    path = folder.file("movie")
  }

  /// What the check says of the movie when `change` is expected instead of the truth.
  private func finding(
    _ true: MovieExpectation, _ change: (inout MovieExpectation) -> Void = { _ in }
  ) throws -> MovieFault.Finding? {
    var expected = `true`
    change(&expected)
    do { try MovieCheck.run(path: path, expecting: expected) } catch let fault as MovieFault {
      return fault.finding
    }
    return nil
  }

  @Test(arguments: MovieFormat.allCases, [nil, 1, 1024, 48_000, 51_237])
  func `finds nothing wrong with a movie just written`(format: MovieFormat, samples: Int?) throws {
    let rate = try #require(FrameRate(24_000, per: 1001))
    let expected = try Clip(frames: 50, rate: rate).writeMovie(
      path, format: format, sound: samples.map { clicks(at: [0], count: $0) })
    #expect(try finding(expected) == nil)
    #expect(try finding(expected) { $0.expect(runsAt: [0, 24, 48]) } == nil)
  }

  @Test(arguments: MovieFormat.allCases)
  func `finds every difference`(format: MovieFormat) throws {
    let expected = try Clip(frames: 40).writeMovie(
      path, format: format, sound: clicks(at: [0], count: 64_000))
    #expect(
      try finding(expected) { $0.movie.frames = 41 } == .frames(found: 40, expected: 41))
    #expect(
      try finding(expected) { $0.movie.frames = 39 } == .frames(found: 40, expected: 39))
    #expect(try finding(expected) { $0.movie.settings.rateFrames = 29 } == .misplaced(frame: 1))
    #expect(
      try finding(expected) { $0.movie.settings.height = 66 }
        == .size(PixelSize(width: 96, height: 64)))
    #expect(try finding(expected) { $0.movie.samples = nil } == .soundTrack(expected: false))
    #expect(try finding(expected) { $0.expect(runsAt: [0, 17]) } == .noKey(frame: 17))
    #expect(try finding(expected) { $0.checksum.add([1]) } == .changed)
    let isLong = try finding(expected) { $0.movie.samples = 66_000 }
    guard case .samples(_, expected: 66_000) = isLong else {
      Issue.record("\(String(describing: isLong)) for sound that is too short")
      return
    }
  }

  @Test func `counts the sound to the sample`() throws {
    let expected = try Clip(frames: 3).writeMovie(path, sound: clicks(at: [], count: 5000))
    #expect(
      try finding(expected) { $0.movie.samples = 5001 } == .samples(found: 5000, expected: 5001))
    #expect(
      try finding(expected) { $0.movie.samples = 4999 } == .samples(found: 5000, expected: 4999))
  }

  @Test func `misses a sound track`() throws {
    let expected = try Clip(frames: 3).writeMovie(path)
    #expect(try finding(expected) { $0.movie.samples = 1 } == .soundTrack(expected: true))
  }

  @Test func `sees one changed byte in a copied picture`() throws {
    let clip = try Clip(frames: 30)
    let expected = try clip.writeMovie(path)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let picture = try #require(bytes.range(of: Data(clip.packets[20].bytes)))
    bytes[picture.upperBound - 1] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try finding(expected) == .changed)
  }

  @Test func `decodes the first picture of each take`() throws {
    let clip = try Clip(frames: 60)
    var expected = try clip.writeMovie(path)
    expected.expect(runsAt: [0, 30])
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let picture = try #require(bytes.range(of: Data(clip.packets[30].bytes)))
    bytes.replaceSubrange(
      picture.lowerBound + 40..<picture.upperBound,
      with: repeatElement(0x5a, count: picture.count - 40))
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try finding(expected) == .undecodable(frame: 30))
  }

  @Test func `decodes all that was coded anew, and on into what follows`() throws {
    let clip = try Clip(frames: 90)
    var expected = try clip.writeMovie(path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // The middle third counts as coded anew.
    for (damaged, isFound) in [(5, false), (45, true), (60, true), (75, false)] {
      expected.expect(runsAt: [0, 30, 60])
      expected.movie.runs[1].isCopied = false
      var bytes = whole
      let picture = try #require(bytes.range(of: Data(clip.packets[damaged].bytes)))
      let most = picture.count * 3 / 4
      bytes.replaceSubrange(
        picture.upperBound - most..<picture.upperBound, with: repeatElement(0x5a, count: most))
      try bytes.write(to: URL(fileURLWithPath: path))
      let found = try finding(expected)
      #expect(found == (isFound ? .undecodable(frame: Int64(damaged)) : .changed))
    }
  }

  @Test func `sees a movie whose end is missing`() throws {
    let expected = try Clip(frames: 60).writeMovie(path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.dropLast(100).write(to: URL(fileURLWithPath: path))
    #expect(throws: (any Error).self) { try MovieCheck.run(path: path, expecting: expected) }
    try bytes.prefix(60).write(to: URL(fileURLWithPath: path))
    #expect(throws: (any Error).self) { try MovieCheck.run(path: path, expecting: expected) }
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: CodecError.self) { try MovieCheck.run(path: path, expecting: expected) }
  }

  @Test func `wants the index at the front`() throws {
    let expected = try Clip(frames: 10).writeMovie(path)
    let late = folder.file("late.mp4")
    _ = try judge("ffmpeg", ["-f", "mov", "-i", path, "-c", "copy", late])
    let error = #expect(throws: MovieFault.self) {
      try MovieCheck.run(path: late, expecting: expected)
    }
    #expect(error?.finding == .indexAtEnd)
    #expect(
      error?.description == "\(late) is not what was recorded: its index is not at the front.")
  }
}

extension MovieExpectation {
  /// Expects copied runs that begin at these frames.
  fileprivate mutating func expect(runsAt starts: [Int64]) {
    let ends = starts.dropFirst() + [movie.frames]
    movie.runs = zip(starts, ends).map { .init(frames: $0..<$1, isCopied: true) }
  }
}
