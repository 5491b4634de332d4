import Recording
import Units

/// Short names for what nearly every test of the recorder does.
enum Session {
  static let settings = VideoSettings(
    size: PixelSize(width: 1280, height: 720), rate: .thirty, quality: 22)

  static func machine(
    limit: MediaTime? = .seconds(Int64(15)), savesWhenSpent: Bool = true,
    joins: Joins = .hardCuts, takes: [Take] = []
  ) -> RecorderMachine {
    RecorderMachine(
      budget: Budget(limit: limit, rate: .thirty), settings: settings,
      savesWhenSpent: savesWhenSpent, joins: joins, takes: takes)
  }

  /// The closed file of a take.
  static func take(_ ticket: Int, frames: Int64, state: Take.State = .ready) -> Take {
    Take(file: "take-\(ticket).mov", frames: frames, samples: frames * 1600, state: state)
  }

  static let grabber = CameraChoice(path: "/dev/video0", name: "Grabber (/dev/video0)")

  static let grabberFacts = VideoFacts(
    name: "Grabber", asked: "any", got: "any", size: PixelSize(width: 64, height: 48),
    rate: .thirty, inputs: ["HDMI", "S-Video", "Composite"])

  static let movie = SavedMovie(
    path: "/videos/movie.mp4", length: .seconds(Int64(4)), bytes: 1_000_000, frames: 120)
}

func ms(_ count: Int64) -> MediaTime { .milliseconds(count) }

extension RecorderMachine {
  /// Files of the takes in the movie's order.
  var files: [String] { takes.map(\.file) }

  /// Presses, records, releases and closes a take of `frames` frames; returns what had to be done
  /// from its cut on.
  @discardableResult
  mutating func record(_ frames: Int64, at instant: MediaTime = .zero) -> [Action] {
    guard case .begin(let ticket, _, _)? = pressed(at: instant).last else { return [] }
    takeBegan(ticket)
    takeAdvanced(ticket, frames: frames)
    let end = released(at: instant + rate.time(ofFrame: frames))
    precondition(end.count == 1)
    return takeCut(ticket, frames: frames)
      + takeClosed(ticket, take: Session.take(ticket, frames: frames))
  }
}
