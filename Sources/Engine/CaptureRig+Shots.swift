import Frames
import Lanes
import Recording
import Units

/// A live photo whose shutter's frame is not known yet: it is when a later one has come.
struct AwaitedShot {
  /// Names its take.
  let ticket: RecorderMachine.Ticket
  /// When the shutter was pressed.
  let at: MediaTime
  /// Frames of its take before and from the shutter's on.
  let frames: (before: Int64, after: Int64)
  /// How its take is coded where the ring does not say.
  let settings: VideoSettings
  /// Name of the take's file inside the session's folder, and its full path.
  let file: (name: String, path: String)
}

/// Live photos: takes around an instant, which may overlap, and the frame of that instant.
extension CaptureRig {
  /// Takes a live photo.
  ///
  /// Its shutter's frame is the newest one captured at or before that instant.
  func shoot(_ shot: AwaitedShot) {
    lane.precondition()
    guard !cameraHasEnded, hasRoll else { return report(.missed(shot.ticket)) }
    shots.append(shot)
    if let roll { beginShots(in: roll) }
  }

  /// Ends all live photos with what there is by `now`.
  func endShots(_ tickets: [RecorderMachine.Ticket], at now: MediaTime) {
    lane.precondition()
    if let roll { beginShots(in: roll, isLast: true) }
    missShots()
    for ticket in tickets { end(ticket, at: now) }
  }

  /// Gives up those that no frame came for.
  func missShots() {
    let missed = shots
    shots = []
    for shot in missed { report(.missed(shot.ticket)) }
  }

  /// Begins those whose shutter's frame is known; `isLast` where no later one will come.
  func beginShots(in roll: Roll, isLast: Bool = false) {
    let newest = roll.ring.frames.last.map { roll.ring.time(of: $0) }
    let due = shots.filter { shot in isLast || newest.map { $0 > shot.at } ?? false }
    shots.removeAll { shot in due.contains { $0.ticket == shot.ticket } }
    for shot in due {
      guard let (frame, picture) = roll.picture(at: shot.at) else {
        report(.missed(shot.ticket))
        continue
      }
      let first = max(roll.ring.frames.lowerBound, frame - shot.frames.before)
      let begin = roll.ring.time(of: first)
      report(.shot(shot.ticket, picture, lead: frame - first))
      let press = roll.ring.time(of: frame)
      self.begin(
        shot.ticket, press: press, lead: press - begin,
        allowance: frame - first + shot.frames.after, settings: shot.settings,
        file: shot.file.name, path: shot.file.path)
    }
  }
}
