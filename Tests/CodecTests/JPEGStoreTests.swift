import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `JPEG pictures stored as they come` {
  private let folder: TempFolder
  private let jpegs: JPEGs

  init() throws {
    folder = try TempFolder()
    jpegs = try JPEGs(12)
    try #require(jpegs.pictures.count == 12)
  }

  private func packets(_ pictures: [[UInt8]]) -> [EncodedPacket] {
    pictures.enumerated().map { EncodedPacket(bytes: $1, frame: Int64($0), isKey: true) }
  }

  private func hashes(_ path: String, _ kind: [String] = []) throws -> [String] {
    try judgeLines("ffmpeg", ["-i", path, "-map", "0:v"] + kind + ["-f", "framemd5", "-"])
      .filter { !$0.hasPrefix("#") }.map { String($0.suffix(32)) }
  }

  @Test(arguments: [MovieFormat.mov, .mkv])
  func `are the same bytes in take and movie`(format: MovieFormat) throws {
    let camera = folder.file("camera.mjpeg")
    try Data(jpegs.pictures.flatMap { $0 }).write(to: URL(fileURLWithPath: camera))
    let store = JPEGStore(settings: jpegs.settings)
    let stored = try store.stored(jpegs.pictures.map(jpegs.frame))
    #expect(stored == packets(jpegs.pictures) && store.damagedFrames == 0)
    let (take, movie) = (folder.file("take.mov"), folder.file("movie"))
    try jpegs.writeTake(take, stored)
    let expected = try jpegs.writeMovie(movie, stored, format: format)
    try MovieCheck.run(path: movie, expecting: expected)
    for path in [take, movie] {
      #expect(try hashes(path, ["-c", "copy"]) == hashes(camera, ["-c", "copy"]))
      #expect(try hashes(path) == hashes(camera))
    }
  }

  @Test(arguments: [(MovieFormat.mov, "mov"), (.mkv, "matroska")])
  func `are tagged as what they are`(format: MovieFormat, container: String) throws {
    let path = folder.file("movie")
    _ = try jpegs.writeMovie(path, packets(jpegs.pictures), format: format)
    let facts = try MovieFacts(path: path)
    let video = try #require(facts.video)
    #expect(video.codec == "mjpeg" && video.width == 98 && video.height == 66)
    #expect(video.colour == "bt470bg bt709 iec61966-2-1 pc")
    #expect(facts.container.contains(container) && facts.frameTimes.count == 12)
  }

  @Test func `may have an odd size`() throws {
    let odd = try JPEGs(3, size: PixelSize(width: 97, height: 65))
    let path = folder.file("take.mov")
    let stored = try JPEGStore(settings: odd.settings).stored(odd.pictures.map(odd.frame))
    try odd.writeTake(path, stored)
    let video = try #require(try MovieFacts(path: path).video)
    #expect(video.width == 97 && video.height == 65 && stored.count == 3)
  }

  @Test func `get the standard Huffman tables where a camera leaves them out`() throws {
    let bare = jpegs.pictures.map(JPEGs.withoutTables)
    try #require(bare[0].firstRange(of: [0xff, 0xc4]) == nil)
    let store = JPEGStore(settings: jpegs.settings)
    let stored = try store.stored(bare.map(jpegs.frame))
    #expect(store.damagedFrames == 0 && stored.count == 12)
    for (packet, original) in zip(stored, jpegs.pictures) {
      #expect(packet.bytes.firstRange(of: [0xff, 0xc4]) != nil)
      // From the scan's marker on, nothing is touched.
      let scan = try #require(original.firstRange(of: [0xff, 0xda])).lowerBound
      #expect(packet.bytes.suffix(original.count - scan).elementsEqual(original[scan...]))
    }
    let (complete, camera) = (folder.file("complete.mov"), folder.file("camera.mjpeg"))
    try jpegs.writeTake(complete, stored)
    try Data(jpegs.pictures.flatMap { $0 }).write(to: URL(fileURLWithPath: camera))
    #expect(try hashes(complete) == hashes(camera))
  }

  @Test func `repeat the last good one for a damaged one, which is counted`() throws {
    let (small, good) = (try JPEGs(1, size: PixelSize(width: 64, height: 48)), jpegs.pictures)
    let damaged: [[UInt8]] = [
      Array(good[2].dropLast(2)), Array(good[3].dropFirst()), small.pictures[0], [],
      [0xff, 0xd8, 0xff, 0xd9], Array(good[4].prefix(40)) + [0xff, 0xd9],
      [0xff, 0xd8] + [UInt8](repeating: 0xff, count: 90) + [0xff, 0xd9],
    ]
    let store = JPEGStore(settings: jpegs.settings)
    let stored = try store.stored(([good[0]] + damaged + [good[1]]).map(jpegs.frame))
    #expect(stored == packets([good[0]] + damaged.map { _ in good[0] } + [good[1]]))
    #expect(store.damagedFrames == damaged.count)
    let repeated = store.repeatLast(index: 9)
    #expect(repeated == [EncodedPacket(bytes: good[1], frame: 9, isKey: true)])
    #expect(store.damagedFrames == damaged.count, "a repeat is no damage")
  }

  @Test func `begin with one that can be decoded, which frames before it show too`() throws {
    let good = jpegs.pictures
    let store = JPEGStore(settings: jpegs.settings)
    #expect(try store.encode(jpegs.frame(JPEGs.damagedInside(good[0])), index: 0).isEmpty)
    #expect(store.repeatLast(index: 1).isEmpty)
    #expect(
      try store.encode(jpegs.frame(good[5]), index: 2) == packets([good[5], good[5], good[5]]))
    #expect(try store.finish().isEmpty && store.damagedFrames == 1)
  }

  @Test func `are refused when none is good, with the remedy`() throws {
    let store = JPEGStore(settings: jpegs.settings)
    let error = #expect(throws: CodecError.self) {
      try store.stored(jpegs.pictures.map { jpegs.frame(Array($0.dropLast())) })
    }
    #expect(error == CodecError(.store, .invalidData, "the camera's pictures"))
    let raw = VideoFrame.moving(jpegs.size, index: 0, seed: 0)
    #expect(throws: CodecError.self) {
      try JPEGStore(settings: jpegs.settings).stored([raw])
    }
  }

  @Test func `come back from a take up to the last whole one, wherever it was cut`() throws {
    let (path, cut) = (folder.file("take.mov"), folder.file("cut.mov"))
    try jpegs.writeTake(path, packets(jpegs.pictures), sound: clicks(at: [], count: 19_200))
    let all = TakeContents(frames: 12, samples: 19_200, keys: Array(0..<12))
    #expect(try TakeFileReader.contents(path: path, rate: .thirty) == all)
    #expect(try TakeFileReader(path: path, rate: .thirty).configuration.isEmpty)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var most = 0
    for length in stride(from: 1200, through: whole.count, by: 1013) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: cut))
      let reader = try TakeFileReader(path: cut, rate: .thirty)
      var found: [EncodedPacket] = []
      while let piece = try reader.next() {
        if case .video(let packet) = piece { found.append(packet) }
      }
      #expect(found == Array(packets(jpegs.pictures).prefix(found.count)))
      #expect(found.count >= most)
      most = found.count
    }
    #expect(most > 6)
  }

  @Test(arguments: [MovieFormat.mov, .mkv])
  func `are checked in the finished movie`(format: MovieFormat) throws {
    let path = folder.file("movie")
    var pictures = jpegs.pictures
    pictures[6] = JPEGs.damagedInside(pictures[6])
    var expected = try jpegs.writeMovie(path, packets(pictures), format: format)
    func finding() throws -> MovieFault.Finding? {
      do { try MovieCheck.run(path: path, expecting: expected) } catch let fault as MovieFault {
        return fault.finding
      }
      return nil
    }
    #expect(try finding() == .undecodable(frame: 6))
    expected.movie = jpegs.specification(packets(pictures), takeStarts: [0, 1, 7])
    #expect(try finding() == nil)
    expected.checksum.add([1], frame: 0)
    #expect(try finding() == .changed)
    expected.movie.settings.codec = .h264
    #expect(try finding() == .noPictures)
  }
}
