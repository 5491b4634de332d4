import Disk
import Dispatch
import Engine
import Frames
import Glibc
import Lanes
import Recording
import Screens
import Units

/// The real recorder between virtual sources: an hour passes as fast as it can be coded.
final class Rehearsal: Sendable {
  static let rate = FrameRate.thirty
  private static let size = PixelSize(width: 160, height: 90)
  /// Far enough ahead that no sound is ever taken as overdue, which the real clock decides.
  private static let lead = MediaTime.seconds(Int64(24 * 3600))

  let recorder: Recorder
  private let start: MediaTime
  private let camera: VirtualCamera
  private let microphone: VirtualMicrophone
  private let turnstile = Locked(DispatchSemaphore(value: 0))
  private let taken = DispatchSemaphore(value: 0)
  private let finished = Gate<SavedMovie?>()
  private let left = Gate<Bool>()
  private let next = Locked<Int64>(0)
  /// Takes as they were closed.
  let takes = Locked<[Take]>([])
  /// What went wrong, in sentences.
  let problems = Locked<[String]>([])
  /// What did not go as it should, such as a disk that others keep busy.
  let warnings = Locked<[String]>([])
  /// Seconds that each writing of the index took.
  let indexTimes = Locked<[Double]>([])

  /// Opens a session below `folder`.
  init(in folder: String) throws {
    start = MonotonicClock.now() + Self.lead
    camera = VirtualCamera(size: Self.size, rate: Self.rate, start: start)
    microphone = VirtualMicrophone(rate: Self.rate, start: start)
    let session = try SessionStore(root: "\(folder)/sessions").create()
    let timed = TimedFolder(session.folder, times: indexTimes)
    let parts = Recorder.Parts(
      tools: .real { [turnstile] in PacedEncoder($0, turnstile.current) }, camera: camera,
      choice: CameraChoice(path: "virtual", name: "virtual camera"),
      otherCameras: OtherCameras(
        list: { [] }, open: { _ in throw Problem(.device, "There is no other camera.") },
        settings: { VideoSettings(size: $0.size, rate: $0.rate, quality: 22) }),
      microphone: microphone,
      settings: VideoSettings(size: Self.size, rate: Self.rate, quality: 22), folder: timed,
      index: session.index,
      nextFolder: {
        let next = try SessionStore(root: "\(folder)/sessions").create()
        return (next.folder, next.index)
      }, place: { _ in MovieTarget(file: "\(folder)/movie.mp4", overwrites: true) }, limit: nil,
      savesWhenSpent: false, keepsTakes: false, isSubstitute: false)
    recorder = Recorder(parts) { [taken, finished, left, takes, problems, warnings] event in
      switch event {
      case .takeClosed(let take):
        takes.withLock { $0.append(take) }
        taken.signal()
      case .saved(let movie, _): finished.open(movie)
      case .warning(let sentence): warnings.withLock { $0.append(sentence) }
      case .problem(let problem):
        problems.withLock { $0.append(problem.sentence) }
        finished.open(nil)
      case .left: left.open(true)
      case .holdEnded, .photo, .cameraEnded: break
      }
    }
    try recorder.start()
    recorder.showThumbnails()
    film(15)
  }

  /// Time passes without a take.
  func film(_ frames: Int64) {
    for _ in 0..<frames { pass() }
    settle()
  }

  /// Holds the key for so many frames, and returns when the take's file is closed.
  func take(_ frames: Int64) {
    // Half of what may wait for the encoder: no frame is ever refused.
    let turns = DispatchSemaphore(value: 15)
    turnstile.withLock { $0 = turns }
    tell(after: -0.75) { $0.pressed(at: $1) }
    for _ in 1..<frames {
      turns.wait()
      pass()
    }
    tell(after: -0.25) { $0.released(at: $1) }
    film(6)
    taken.wait()
  }

  /// Makes the movie; nil when that fails.
  func save() -> SavedMovie? {
    recorder.tell { machine, now in machine.save(at: now) }
    return finished.wait()
  }

  /// Closes everything.
  func leave() {
    recorder.tell { machine, now in machine.leave(.finished, at: now) }
    _ = left.wait()
    recorder.stop()
  }

  /// Seconds that the recorder needs to show its state ten times, as it does each second.
  func publishingTime() -> Double {
    elapsed {
      for _ in 0..<10 { recorder.tell { _, _ in [] } }
      settle()
    }
  }

  /// Seconds that drawing the screen takes.
  func drawingTime() -> Double {
    let state = recorder.snapshot.current
    return elapsed {
      for _ in 0..<10 {
        _ = RecorderScreen.draw(
          state, size: CellSize(columns: 80, rows: 24), glyphs: .unicode)
      }
    } / 10
  }

  /// One frame and its sound; every fourth is looked at, as a screen does.
  private func pass() {
    let frame = next.withLock { next -> Int64 in
      next += 1
      return next - 1
    }
    camera.film(frame)
    microphone.hear(frame)
    if frame % 4 == 0 {
      recorder.preview.ask(within: PictureRoom(blocks: CellSize(columns: 40, rows: 12))) { _ in }
    }
  }

  /// Speaks to the recorder of an instant so many frames after the next frame's.
  private func tell(
    after frames: Double,
    _ change:
      @escaping @Sendable (inout RecorderMachine, MediaTime) -> [RecorderMachine.Action]
  ) {
    let duration = Double(Self.rate.frameDuration.nanoseconds)
    let instant =
      start + Self.rate.time(ofFrame: next.current)
      + MediaTime(nanoseconds: Int64(frames * duration))
    settle()
    recorder.tell { machine, _ in change(&machine, instant) }
    settle()
  }

  private func settle() { _ = recorder.lane.sync { () throws(Never) in } }
}

/// Seconds of the real clock that `body` takes.
func elapsed(_ body: () -> Void) -> Double {
  let begin = MonotonicClock.now()
  body()
  return (MonotonicClock.now() - begin).seconds
}

/// An encoder that lets one more frame be filmed for each one that it has coded.
private final class PacedEncoder: VideoEncoder {
  private let encoder: any VideoEncoder
  private let turns: DispatchSemaphore

  init(_ encoder: any VideoEncoder, _ turns: DispatchSemaphore) {
    (self.encoder, self.turns) = (encoder, turns)
  }

  var configuration: [UInt8] { encoder.configuration }
  var damagedFrames: Int { encoder.damagedFrames }

  func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    defer { turns.signal() }
    return try encoder.encode(frame, index: index)
  }

  func repeatLast(index: Int64) throws -> [EncodedPacket] {
    defer { turns.signal() }
    return try encoder.repeatLast(index: index)
  }

  func finish() throws -> [EncodedPacket] { try encoder.finish() }
}

/// A session's folder that times the writing of its index.
private final class TimedFolder: SessionFolder {
  private let folder: any SessionFolder
  private let times: Locked<[Double]>

  init(_ folder: any SessionFolder, times: Locked<[Double]>) {
    (self.folder, self.times) = (folder, times)
  }

  var id: String { folder.id }
  var path: String { folder.path }

  func write(_ index: SessionIndex) throws {
    let begin = MonotonicClock.now()
    try folder.write(index)
    times.withLock { $0.append((MonotonicClock.now() - begin).seconds) }
  }

  func removeTake(file: String) throws { try folder.removeTake(file: file) }
  func remove() throws { try folder.remove() }
  func freeBytes() -> Int64? { folder.freeBytes() }
  func usedBytes() -> Int64 { folder.usedBytes() }
}
