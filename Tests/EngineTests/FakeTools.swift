import Engine
import Frames
import Lanes
import Merging
import Recording
import Units

/// What the fake hands share: files, faults, and doors that hold them up.
final class FakeTools: Sendable {
  let disk: FakeDisk
  let faults = Faults()
  let changed: @Sendable () -> Void
  /// Held at a picture, like an encoder that is too slow.
  let encoderDoor = Turnstile()
  /// Held at a packet, like a disk that is too slow.
  let writerDoor = Turnstile()
  /// Held at a packet of the movie.
  let mergeDoor = Turnstile()
  /// Pictures that were really coded, and repeats.
  let encoded = Locked(0)
  let repeated = Locked(0)
  /// Chunks of sound that were coded.
  let coded = Locked<[SoundChunk]>([])
  /// Makes the live picture; nil for none.
  let makePreview = Locked<(@Sendable () throws -> any PreviewConverter)?>(nil)
  /// True while a microphone that was lost can be opened again.
  let hasMicrophone = Locked(false)
  /// Bytes of each packet.
  let packetSize = Locked(8)

  init(changed: @escaping @Sendable () -> Void = {}) {
    self.changed = changed
    disk = FakeDisk(changed: changed)
  }

  /// The engine's tools, made of fakes.
  var tools: EngineTools {
    var tools = EngineTools(
      makeEncoder: { [self] settings, _ in
        try faults.pass(.openEncoder)
        return FakeEncoder(settings, self)
      },
      makeTakeWriter: { [self] request in
        try FakeTakeWriter(
          request.path, configuration: request.configuration, hasAudio: request.hasAudio, self)
      },
      makeConverter: { [self] _ in FakeConverter(faults: faults) },
      readPictures: { [self] clip, _ in
        try faults.pass(.readTake)
        return FakePictureReader(try file(clip.path))
      },
      readSound: { [self] piece in
        try faults.pass(.readSound)
        return FakeSoundReader(try file(piece.path))
      },
      joinConfiguration: { $0.copied },
      codeSound: { [self] samples, chunk in
        try faults.pass(.codeSound)
        coded.withLock { $0.append(chunk) }
        return FakeSound.code(samples, chunk)
      },
      codeStretch: { [self] stretch, plan, _, check in
        try faults.pass(.codeStretch)
        return try FakeStretch.code(stretch, plan, self, check)
      },
      contents: { [self] path, _ in
        try faults.pass(.contents)
        let file = try file(path)
        return TakeContents(
          frames: file.video.reduce(0) { $0 + $1.count }, pictures: Int64(file.video.count),
          samples: file.hasAudio ? Int64(file.audio.count / 2) : nil)
      },
      makeMovie: { [self] path, specification in try FakeMovieWriter(path, specification, self) },
      checkMovie: { [self] path, specification, _ in
        try faults.pass(.checkMovie)
        let movie = disk.movies[path]
        guard movie?.isFinished == true,
          movie?.video.reduce(0, { $0 + $1.count }) == specification.frames,
          movie.map({ Int64($0.audio.count / 2) }) == specification.samples ?? 0
        else { throw Problem(.failed, "The movie is not what was specified.") }
      },
      describe: { error in error as? Problem ?? Problem(.failed, "\(error)") })
    tools.makePreview = makePreview.current
    tools.makeStill = { frame, _, _ in [UInt8(truncatingIfNeeded: frame.number)] }
    return tools
  }

  func file(_ path: String) throws -> FakeDisk.TakeFile {
    guard let file = disk.takes[path] else { throw Problem(.failed, "There is no \(path).") }
    return file
  }
}

/// A session's folder in memory.
final class FakeFolder: SessionFolder {
  let id: String
  var path: String { "/sessions/\(id)" }
  private let studio: FakeTools
  private let written = Locked<SessionIndex?>(nil)
  /// What `freeBytes` answers.
  let free = Locked<Int64?>(1 << 40)

  init(id: String, _ studio: FakeTools) {
    self.id = id
    self.studio = studio
  }

  /// The index as it is on disk.
  var index: SessionIndex? { written.current }

  func write(_ index: SessionIndex) throws {
    try studio.faults.pass(.writeIndex)
    written.withLock { $0 = index }
    studio.disk.note("index \(id): \(index.takes.count)")
  }

  func removeTake(file: String) throws {
    try studio.faults.pass(.removeTake)
    let path = path(ofTake: file)
    studio.disk.remove { $0 == path }
    studio.disk.note("remove take of \(id)")
  }

  func remove() throws {
    try studio.faults.pass(.removeSession)
    studio.disk.remove { $0.hasPrefix(path + "/") }
    studio.disk.note("remove \(id)")
  }

  func freeBytes() -> Int64? { free.current }

  func usedBytes() -> Int64 {
    studio.disk.takes.reduce(0) { sum, file in
      guard file.key.hasPrefix(path + "/") else { return sum }
      return sum + file.value.video.reduce(0) { $0 + Int64($1.bytes.count) }
        + Int64(file.value.audio.count * 2)
    }
  }
}

/// A folder of movies in memory.
final class FakePlace: MoviePlace {
  private let name: String
  private let studio: FakeTools

  init(_ name: String, _ studio: FakeTools) {
    self.name = name
    self.studio = studio
  }

  func temporaryPath() throws -> String {
    try studio.faults.pass(.temporaryPath)
    return "/movies/.\(name).part"
  }

  func publish(_ temporary: String) throws -> (path: String, bytes: Int64) {
    try studio.faults.pass(.publish)
    let movie = studio.disk.movies[temporary]
    studio.disk.change(movie: temporary) { $0 = nil }
    studio.disk.change(movie: "/movies/\(name)") { $0 = movie }
    studio.disk.note("publish \(name)")
    return ("/movies/\(name)", 4711)
  }

  func settle() throws { try studio.faults.pass(.settle) }

  func discard(_ temporary: String) { studio.disk.change(movie: temporary) { $0 = nil } }
}
