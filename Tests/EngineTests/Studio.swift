import Frames
import Lanes
import Recording
import Testing
import Units

@testable import Engine

/// A recorder between fakes: a test films, talks and presses at instants of its own making.
///
/// Instants are given in frames of the grid, counted from `base`; a whole number is the very stamp
/// of that frame.
final class Studio: Sendable {
  let rate: FrameRate
  let base: MediaTime
  let waiter = Waiter()
  let hands: FakeTools
  let shelf: FakeShelf
  let microphone: FakeMicrophone?
  let folder: FakeFolder
  /// Bytes of the stills that were placed, by the number of their photo; 0 for one alone.
  let stills = Locked<[Int: [UInt8]]>([:])
  /// The recorder's clock, where it stands until a test moves it on; nil while it is the real one.
  let clock: Locked<MediaTime?>
  /// How long the machine has slept, and how often somebody looked.
  let asleep = Locked(MediaTime.zero)
  let asleepLooks = Locked(0)
  let recorder: Recorder

  /// Sets everything up, ready for the first frame.
  ///
  /// `base` lies in the future unless said otherwise, so that no sound is ever taken as overdue:
  /// the recorder measures that by the real clock, unless `hasOwnTime`: then it is `base` until
  /// `pass` says otherwise. Unless `isStarted`, the test starts the recorder.
  init(
    rate: FrameRate = .thirty, hasSound: Bool = true, limit: MediaTime? = nil,
    savesWhenSpent: Bool = true, keepsTakes: Bool = false, keepsFull: Bool = false,
    isVariable: Bool = false, preroll: MediaTime = .zero, isLive: Bool = false,
    base: MediaTime? = nil, hasOwnTime: Bool = false, isStarted: Bool = true,
    preparing prepare: (FakeTools) -> Void = { _ in }
  ) throws {
    self.rate = rate
    let base = base ?? MonotonicClock.now() + .seconds(Int64(3600))
    self.base = base
    clock = Locked(hasOwnTime ? base : nil)
    let hands = FakeTools { [waiter] in waiter.moved() }
    prepare(hands)
    self.hands = hands
    let camera = FakeCamera(rate: rate)
    shelf = FakeShelf(first: camera) { [waiter] in waiter.poke() }
    microphone = hasSound ? FakeMicrophone() : nil
    folder = FakeFolder(id: "first", hands)
    let sessions = Locked(1)
    var parts = Recorder.Parts(
      tools: hands.tools, camera: camera, choice: CameraChoice(path: "first", name: "first"),
      otherCameras: shelf.cameras, microphone: microphone,
      settings: VideoSettings(
        size: camera.facts.size, rate: rate, quality: 22, isVariable: isVariable),
      folder: folder,
      index: SessionIndex(id: "first", created: 1),
      nextFolder: {
        try hands.faults.pass(.nextFolder)
        let id = sessions.withLock { sessions -> String in
          sessions += 1
          return "session-\(sessions)"
        }
        return (FakeFolder(id: id, hands), SessionIndex(id: id, created: 2))
      },
      place: { FakePlace("movie-\($0)", hands) }, limit: limit, savesWhenSpent: savesWhenSpent,
      keepsTakes: keepsTakes, isSubstitute: true)
    parts.keepsFull = keepsFull
    parts.reopenMicrophone = { [microphone] in
      guard let microphone, hands.hasMicrophone.current else {
        throw Problem(.device, "There is no microphone.")
      }
      return microphone
    }
    parts.preroll = preroll
    parts.asleep = { [asleep, asleepLooks, waiter] in
      asleepLooks.withLock { $0 += 1 }
      waiter.poke()
      return asleep.current
    }
    parts.now = { [clock] in clock.current ?? MonotonicClock.now() }
    if isLive { parts.live = .fake(hands, stills) }
    recorder = Recorder(parts) { [waiter] event in waiter.add(event) }
    if isStarted { try recorder.start() }
  }

  deinit {
    for door in [shelf.door, hands.encoderDoor, hands.writerDoor, hands.mergeDoor] { door.open() }
    recorder.stop()
  }

  /// The camera in use.
  var camera: FakeCamera { shelf.latest.current }

  // MARK: Instants

  /// The instant `frame` frames after `base`.
  func instant(_ frame: Double) -> MediaTime {
    let whole = Int64(frame.rounded(.down))
    let part = (frame - Double(whole)) * Double(rate.frameDuration.nanoseconds)
    return base + rate.time(ofFrame: whole) + MediaTime(nanoseconds: Int64(part))
  }

  /// The grid position of a frame's stamp.
  func position(_ frame: Int64) -> Int64 { instant(Double(frame)).samplePosition }

  /// Lets it be that instant, and returns when the recorder has looked at what is late by then.
  func pass(to frame: Double) throws {
    clock.withLock { $0 = instant(frame) }
    // The look that goes on now may have begun before.
    let looks = asleepLooks.current
    try waiter.wait(for: "a whole look") { _ in asleepLooks.current > looks + 1 }
    settle()
  }

  // MARK: What happens in front of the camera

  /// Delivers these frames, but not those `without`; the pictures' numbers are the frames'.
  func film(_ frames: Range<Int64>, without missing: Set<Int64> = []) {
    for frame in frames where !missing.contains(frame) {
      camera.deliver(number: frame, at: instant(Double(frame)))
      settle()
    }
  }

  /// Delivers the sound of these frames, in runs of one frame's length.
  func talk(_ frames: Range<Int64>) {
    for frame in frames {
      microphone?.deliver(position(frame)..<position(frame + 1))
      settle()
    }
  }

  /// Films and talks.
  func shoot(_ frames: Range<Int64>) {
    for frame in frames {
      film(frame..<frame + 1)
      talk(frame..<frame + 1)
    }
  }

  // MARK: What the user does

  func press(_ frame: Double) {
    let instant = instant(frame)
    recorder.tell { machine, _ in machine.pressed(at: instant) }
    settle()
  }

  func release(_ frame: Double) {
    let instant = instant(frame)
    recorder.tell { machine, _ in machine.released(at: instant) }
    settle()
  }

  /// Takes a live photo.
  func shutter(_ frame: Double) {
    recorder.shutter(at: instant(frame))
    settle()
  }

  /// Goes on to the next camera, and returns when it is open.
  func changeCamera() {
    recorder.tell { machine, _ in machine.changeCamera() }
    settleCamera()
  }

  /// Goes on to the camera's next input, and returns when it is open.
  func changeInput() {
    recorder.changeInput()
    settleCamera()
  }

  /// Returns when a camera's opening is held at the shut door of the shelf.
  func waitUntilOpening() throws {
    try waiter.wait(for: "the opening") { _ in shelf.door.isHolding }
    _ = recorder.lane.sync { () throws(Never) in }
  }

  /// Returns when a change that was begun is done: it goes to the camera's lane and back, twice.
  func settleCamera() {
    for _ in 0..<3 {
      for lane in [recorder.lane, recorder.cameraLane] { _ = lane.sync { () throws(Never) in } }
    }
    settle()
  }

  func save() { recorder.tell { machine, now in machine.save(at: now) } }

  /// Presses, shoots these frames and releases so that the take is exactly them.
  func take(_ frames: Range<Int64>) {
    film(frames.lowerBound..<frames.lowerBound + 1)
    press(Double(frames.lowerBound) + 0.25)
    talk(frames.lowerBound..<frames.lowerBound + 1)
    shoot(frames.lowerBound + 1..<frames.upperBound)
    release(Double(frames.upperBound) - 0.25)
    shoot(frames.upperBound..<frames.upperBound + 1)
  }

  // MARK: What comes of it

  /// Returns when everything that was delivered before has gone through all lanes, as far as the
  /// doors are open.
  func settle() {
    let encoderLane = recorder.lane.sync { [recorder] () throws(Never) in recorder.rig.encoderLane }
    if hands.encoderDoor.isPassable, hands.writerDoor.isPassable {
      for lane in [encoderLane.get(), recorder.writerLane, recorder.lane] {
        _ = lane.sync { () throws(Never) in }
      }
    }
  }

  /// Files of the session's takes, by the order in which they were closed.
  func closedTake(_ index: Int = 0) throws -> (take: Take, file: FakeDisk.TakeFile) {
    let takes = waiter.events.takes
    let take = try #require(takes.indices.contains(index) ? takes[index] : nil, "no closed take")
    let file = try #require(hands.disk.takes[folder.path(ofTake: take.file)], "no file")
    return (take, file)
  }
}
