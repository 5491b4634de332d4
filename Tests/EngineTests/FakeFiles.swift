import Frames
import Lanes
import Recording
import Units

/// Files in memory, and what was done to them in which order.
final class FakeDisk: Sendable {
  /// One piece of a take, in file order.
  enum Piece: Sendable {
    case video(EncodedPacket)
    case audio([Int16])
  }

  /// A take's file.
  struct TakeFile: Sendable {
    var pieces: [Piece] = []
    var configuration: [UInt8] = []
    var hasAudio = false
    var syncs = 0
    var isClosed = false

    var video: [EncodedPacket] {
      pieces.compactMap { if case .video(let packet) = $0 { packet } else { nil } }
    }

    var audio: [Int16] {
      pieces.flatMap { if case .audio(let samples) = $0 { samples } else { [Int16]() } }
    }

    /// Numbers of the frames' pictures.
    var pictures: [Int64] { video.map(\.picture) }
  }

  /// A movie's file.
  struct MovieFile: Sendable {
    var specification: MovieSpecification
    var video: [EncodedPacket] = []
    var audio: [Int16] = []
    /// How much sound was there when each picture came, in sample frames.
    var soundBefore: [Int64] = []
    var isFinished = false
  }

  private let takeFiles = Locked<[String: TakeFile]>([:])
  private let movieFiles = Locked<[String: MovieFile]>([:])
  private let notes = Locked<[String]>([])
  private let changed: @Sendable () -> Void

  /// An empty disk; `changed` is told after each change.
  init(changed: @escaping @Sendable () -> Void = {}) { self.changed = changed }

  var takes: [String: TakeFile] { takeFiles.current }
  var movies: [String: MovieFile] { movieFiles.current }
  /// Everything that was done, apart from writing.
  var log: [String] { notes.current }

  func change(take path: String, _ body: (inout TakeFile) -> Void) {
    takeFiles.withLock { body(&$0[path, default: TakeFile()]) }
    changed()
  }

  func change(movie path: String, _ body: (inout MovieFile?) -> Void) {
    movieFiles.withLock { body(&$0[path]) }
    changed()
  }

  func remove(_ isMeant: (String) -> Bool) {
    takeFiles.withLock { files in files = files.filter { !isMeant($0.key) } }
    changed()
  }

  func note(_ what: String) {
    notes.withLock { $0.append(what) }
    changed()
  }
}

extension EncodedPacket {
  /// A packet of `size` bytes that says which picture it shows.
  init(picture: Int64, frame: Int64, size: Int = 8, keyInterval: Int64 = 30) {
    let number = (0..<8).map { UInt8(truncatingIfNeeded: picture >> Int64($0 * 8)) }
    self.init(
      bytes: number + [UInt8](repeating: 0, count: max(0, size - 8)), frame: frame,
      isKey: frame % keyInterval == 0)
  }

  /// The picture it shows.
  var picture: Int64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// Codes a picture as its number and, like a real encoder, holds the last two packets back.
final class FakeEncoder: VideoEncoder {
  /// What a session's packets need; other settings give another one.
  static func configuration(_ settings: VideoSettings) -> [UInt8] { [1, UInt8(settings.quality)] }

  let configuration: [UInt8]
  private(set) var damagedFrames = 0
  private let studio: FakeTools
  private let keyInterval: Int64
  private var waiting: [EncodedPacket] = []
  private var picture: Int64 = 0
  /// True for a key frame out of its turn.
  private var beginsAnew = false

  init(_ settings: VideoSettings, _ studio: FakeTools) {
    configuration = Self.configuration(settings)
    keyInterval = settings.keyInterval
    self.studio = studio
  }

  func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    studio.encoderDoor.pass(studio.changed)
    try studio.faults.pass(.encode)
    if frame.number < 0 { damagedFrames += 1 } else { picture = frame.number }
    studio.encoded.withLock { $0 += 1 }
    studio.changed()
    return push(index)
  }

  func repeatLast(index: Int64) throws -> [EncodedPacket] {
    studio.repeated.withLock { $0 += 1 }
    return push(index)
  }

  func finish() throws -> [EncodedPacket] {
    defer { waiting = [] }
    return waiting
  }

  func flush() throws -> [EncodedPacket] {
    beginsAnew = true
    return try finish()
  }

  private func push(_ index: Int64) -> [EncodedPacket] {
    waiting.append(
      EncodedPacket(
        picture: picture, frame: index, size: studio.packetSize.current,
        keyInterval: beginsAnew ? 1 : keyInterval))
    beginsAnew = false
    return waiting.count > 2 ? [waiting.removeFirst()] : []
  }
}

/// Writes a take into memory.
final class FakeTakeWriter: TakeWriter {
  private let path: String
  private let studio: FakeTools

  init(_ path: String, configuration: [UInt8], hasAudio: Bool, _ studio: FakeTools) throws {
    self.path = path
    self.studio = studio
    try studio.faults.pass(.openTake)
    studio.disk.change(take: path) {
      $0.configuration = configuration
      $0.hasAudio = hasAudio
    }
  }

  func writeVideo(_ packet: EncodedPacket) throws {
    studio.writerDoor.pass(studio.changed)
    try studio.faults.pass(.writeVideo)
    studio.disk.change(take: path) { $0.pieces.append(.video(packet)) }
  }

  func writeAudio(_ samples: [Int16]) throws {
    try studio.faults.pass(.writeAudio)
    studio.disk.change(take: path) { $0.pieces.append(.audio(samples)) }
  }

  func sync() throws {
    try studio.faults.pass(.sync)
    studio.disk.change(take: path) { $0.syncs += 1 }
  }

  func close() throws {
    try studio.faults.pass(.closeTake)
    studio.disk.change(take: path) { $0.isClosed = true }
  }
}

/// Writes a movie into memory.
final class FakeMovieWriter: MovieWriter {
  private let path: String
  private let studio: FakeTools

  init(_ path: String, _ specification: MovieSpecification, _ studio: FakeTools) throws {
    self.path = path
    self.studio = studio
    try studio.faults.pass(.openMovie)
    studio.disk.change(movie: path) { $0 = FakeDisk.MovieFile(specification: specification) }
  }

  func writeVideo(_ packet: EncodedPacket) throws {
    studio.mergeDoor.pass(studio.changed)
    try studio.faults.pass(.writeMovie)
    studio.disk.change(movie: path) { movie in
      let sound = Int64((movie?.audio.count ?? 0) / 2)
      movie?.soundBefore.append(sound)
      movie?.video.append(packet)
    }
  }

  func writeSound(_ sound: EncodedSound) throws {
    guard studio.disk.movies[path]?.specification.samples != nil else {
      throw Problem(.failed, "The movie has no audio track.")
    }
    studio.disk.change(movie: path) { movie in
      guard movie?.audio.count == Int(2 * sound.position) else { return }
      movie?.audio += FakeSound.samples(of: sound)
    }
  }

  func finish() throws {
    try studio.faults.pass(.finishMovie)
    studio.disk.change(movie: path) { $0?.isFinished = true }
  }
}
