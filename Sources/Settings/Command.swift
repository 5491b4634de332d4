/// What the program is asked to do: the first word of the command line.
package enum Command: String, Sendable, Hashable, CaseIterable {
  case record, live, play, devices, sessions, resume, save, merge, ctl, doctor

  /// How it is written in the usage lines.
  var usage: String {
    switch self {
    case .record: "rushes [record] [OPTION…]"
    case .live: "rushes live [OPTION…]"
    case .play: "rushes play FILE"
    case .devices: "rushes devices [--json]"
    case .sessions: "rushes sessions [--json]"
    case .resume: "rushes resume [ID] [OPTION…]"
    case .save: "rushes save [ID] [-o FILE]"
    case .merge: "rushes merge FILE[@IN-OUT]…"
    case .ctl: "rushes ctl COMMAND [--pid N]"
    case .doctor: "rushes doctor [--json]"
    }
  }

  /// What it does, for the usage lines.
  var summary: String {
    switch self {
    case .record: "record on the screen, or by --take and --for"
    case .live: "live photos: a movie around each press, a still"
    case .play: "review a movie here, or in another player"
    case .devices: "cameras and microphones"
    case .sessions: "takes on disk that were not saved yet"
    case .resume: "go on with a session; the newest without ID"
    case .save: "save a session; the newest without ID"
    case .merge: "one movie of media files, mostly by copying"
    case .ctl: "drive a recorder that runs elsewhere; see below"
    case .doctor: "what machine and terminal can do, what to fix"
    }
  }

  /// The commands that open the recorder.
  static let recorders: Set<Command> = [.record, .resume, .live]

  /// True when it takes a session's name.
  var takesSession: Bool { self == .resume || self == .save }

  /// True when it takes any number of files.
  var takesFiles: Bool { self == .merge }

  /// True when it takes one file.
  var takesFile: Bool { self == .play }

  /// True when it takes one of the words of `ControlCommand`.
  var takesControl: Bool { self == .ctl }
}
