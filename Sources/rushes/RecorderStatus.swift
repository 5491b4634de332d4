import FoundationEssentials
import Recording
import Screens
import Units

/// What `rushes ctl status --json` prints; the names are part of the contract.
struct RecorderStatus: Codable {
  struct TakeStatus: Codable {
    var duration: Double
    var frames: Int64
    var state: String
  }

  var pid: Int32
  var session: String
  var state: String
  /// Seconds of the movie as it stands.
  var used: Double
  /// Seconds allowed; null without a limit, as `left` is.
  var limit: Double?
  var left: Double?
  var takes: [TakeStatus]
  var camera: String
  /// Null without one.
  var microphone: String?
  /// How the end of a hold is known.
  var hold: String
  /// True while a take runs on that nobody holds.
  var latched: Bool

  init(_ machine: RecorderMachine, _ view: ViewState, session: String, process: Int32) {
    pid = process
    self.session = session
    state = view.phase.word
    used = view.used.seconds
    limit = view.budget?.seconds
    left = view.budget.map { max(.zero, $0 - view.used).seconds }
    takes = zip(machine.rows, view.takes).map { row, shown in
      TakeStatus(
        duration: machine.rate.time(ofFrame: row.frames).seconds, frames: row.frames,
        state: shown.state.word)
    }
    camera = view.camera.name
    microphone = view.microphone?.name
    hold = view.hold
    latched = view.isLatched
  }

  /// Reads what another process has sent.
  init(json: String) throws {
    guard let status = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      throw Problem(.failed, "The recorder is of another version of rushes; start it anew.")
    }
    self = status
  }

  /// Without this, keys whose value is nil would be left out.
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(pid, forKey: .pid)
    try values.encode(session, forKey: .session)
    try values.encode(state, forKey: .state)
    try values.encode(used, forKey: .used)
    try values.encode(limit, forKey: .limit)
    try values.encode(left, forKey: .left)
    try values.encode(takes, forKey: .takes)
    try values.encode(camera, forKey: .camera)
    try values.encode(microphone, forKey: .microphone)
    try values.encode(hold, forKey: .hold)
    try values.encode(latched, forKey: .latched)
  }

  /// The object without a line's end.
  var json: String { String(JSONText.line(self).dropLast()) }

  /// One line for people.
  var line: String {
    let used = MediaTime.seconds(self.used).text
    let amount = limit.map { "\(used) of \(MediaTime.seconds($0).text)" } ?? used
    let count = "\(takes.count) take\(takes.count == 1 ? "" : "s")"
    return "\(state), \(count), \(amount) used; session \(session), process \(pid)\n"
  }
}

extension ViewState.Phase {
  /// Its word for programs.
  fileprivate var word: String {
    switch self {
    case .ready: "ready"
    case .recording: "recording"
    case .starting: "starting"
    case .paused: "paused"
    case .saving: "saving"
    case .saved: "saved"
    }
  }
}

extension ViewState.TakeRow.State {
  /// Its word for programs, the same as in `rushes sessions --json` where that has one.
  fileprivate var word: String {
    switch self {
    case .recording: "recording"
    case .finishing: "finishing"
    case .ready: "ready"
    case .reframed: "reframed"
    case .bad: "bad"
    }
  }
}
