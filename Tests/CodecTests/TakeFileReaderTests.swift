import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `a take's reader` {
  private let folder: TempFolder
  private let path: String

  init() throws {
    folder = try TempFolder()
    path = folder.file("take.mov")
  }

  private func read(_ path: String, rate: FrameRate = .thirty) throws -> (
    pictures: [EncodedPacket], sound: [Int16]
  ) {
    let reader = try TakeFileReader(path: path, rate: rate)
    var (pictures, sound): ([EncodedPacket], [Int16]) = ([], [])
    while let piece = try reader.next() {
      switch piece {
      case .video(let packet): pictures.append(packet)
      case .audio(let samples): sound += samples
      }
    }
    return (pictures, sound)
  }

  @Test func `gives back what was written, byte by byte`() throws {
    let rate = try #require(FrameRate(24_000, per: 1001))
    let clip = try Clip(frames: 50, rate: rate)
    let sound = (0..<200_000).map { Int16(truncatingIfNeeded: $0 &* 31) }
    try clip.writeTake(path, sound: sound)
    let found = try read(path, rate: rate)
    #expect(found.pictures == clip.packets)
    #expect(found.sound == sound)
    #expect(try TakeFileReader(path: path, rate: rate).configuration == clip.configuration)
  }

  @Test func `ends at the last whole piece wherever the file was cut`() throws {
    let clip = try Clip(frames: 40)
    let sound = (0..<2 * 64_000).map { Int16(truncatingIfNeeded: $0) }
    try clip.writeTake(path, sound: sound)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var most = 0
    for length in stride(from: 1200, through: whole.count, by: 1013) {
      let cut = folder.file("cut.mov")
      try whole.prefix(length).write(to: URL(fileURLWithPath: cut))
      let found = try read(cut)
      #expect(found.pictures.map(\.frame) == Array(0..<Int64(found.pictures.count)))
      #expect(found.pictures == Array(clip.packets.prefix(found.pictures.count)))
      #expect(found.sound == Array(sound.prefix(found.sound.count)))
      #expect(found.pictures.count >= most, "more bytes never give fewer pictures")
      most = found.pictures.count
    }
    #expect(most > 20)
  }

  @Test func `loses only the fragment that was cut`() throws {
    let clip = try Clip(frames: 60)
    try clip.writeTake(path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let last = try #require(whole.range(of: Data("moof".utf8), options: .backwards)).lowerBound
    for length in [last + 2, last + 40, last + 150] {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      let count = try read(path).pictures.count
      #expect((48...60).contains(count), "\(count) pictures of a file cut at \(length)")
    }
  }

  @Test func `finds nothing in a take that was killed before its first fragment`() throws {
    let clip = try Clip(frames: 3)
    let take = try TakeFile(
      path: path, settings: clip.settings, configuration: clip.configuration, hasAudio: true)
    for packet in clip.packets { try take.writeVideo(packet) }
    let found = try TakeFileReader.contents(path: path, rate: .thirty)
    #expect(found == TakeContents(frames: 0, samples: 0))
    try take.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let first = try #require(whole.range(of: Data("moof".utf8))).lowerBound
    for length in [first, first + 4, first + 60] {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      let cut = try TakeFileReader.contents(path: path, rate: .thirty)
      #expect(cut == TakeContents(frames: 0, samples: 0))
    }
  }

  @Test func `refuses what is not a take`() throws {
    try Data("this is not a take, just a text".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: CodecError.self) { try read(path) }
    #expect(error?.code == .invalidData)
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: CodecError.self) { try read(path) }
    #expect(throws: CodecError(.open, .missing, "/no/such.mov")) { try read("/no/such.mov") }
    let foreign = folder.file("foreign.mov")
    _ = try judge("ffmpeg", ["-f", "lavfi", "-i", "testsrc=d=0.2", "-c:v", "mpeg4", foreign])
    #expect(throws: CodecError(.open, .invalidData, foreign)) { try read(foreign) }
  }
}
