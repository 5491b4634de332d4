import Recording

/// One option: how it is written, what it does, where it counts.
///
/// This table is the only place that knows the options: parsing, configuration and help come
/// from it.
struct OptionRow: Sendable {
  /// Written behind `--`, and the name in the configuration file.
  let name: String
  /// Written behind one `-`.
  let letter: Character?
  /// What stands for its value in the help; nil for a switch.
  let argument: String?
  /// One line for the help.
  let summary: String
  /// The commands it counts for.
  let commands: Set<Command>
  /// False for what makes sense only on a command line.
  let isConfigurable: Bool
  /// Puts a value into the options; a switch gets an empty one.
  let apply: @Sendable (_ value: String, inout Options) throws(UsageError) -> Void

  init(
    _ name: String, _ letter: Character? = nil, _ argument: String? = nil, _ summary: String,
    for commands: Set<Command> = Command.recorders, isConfigurable: Bool = true,
    apply: @escaping @Sendable (String, inout Options) throws(UsageError) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.summary = summary
    self.commands = commands
    self.isConfigurable = isConfigurable
    self.apply = apply
  }
}

/// All options, in the order of the help.
enum OptionTable {
  static let rows = sources + movie + live + unattended + recorder + control + output

  /// The row of a long name.
  static func row(named name: String) -> OptionRow? { rows.first { $0.name == name } }

  /// The row of a short letter.
  static func row(lettered letter: Character) -> OptionRow? { rows.first { $0.letter == letter } }

  static let sources: [OptionRow] = [
    OptionRow("camera", nil, "NAME", "test, a path, part of a name, or a media file") {
      (value, options) throws(UsageError) in
      options.camera = try Values.nonempty(value, of: "camera")
    },
    OptionRow("mic", nil, "NAME", "test, none, default, an ALSA name or part of one") {
      (value, options) throws(UsageError) in
      options.microphone = try Values.nonempty(value, of: "mic")
    },
    OptionRow(
      "size", nil, "WxH", "size asked of the camera (1280x720) or merged",
      for: [.record, .resume, .live, .merge]
    ) {
      (value, options) throws(UsageError) in options.size = try Values.size(value)
    },
    OptionRow(
      "fps", nil, "N", "frames a second of camera and movie (30)",
      for: [.record, .resume, .live, .merge]
    ) {
      (value, options) throws(UsageError) in options.rate = try Values.rate(value)
    },
    OptionRow("vfr", nil, nil, "keep the camera's own times, not a constant rate", for: [.record]) {
      (_, options) throws(UsageError) in options.isVariable = true
    },
    OptionRow("input-format", nil, "FOURCC", "asked of the camera: YUYV, NV12, MJPG, H264…") {
      (value, options) throws(UsageError) in options.inputFormat = try Values.code(value)
    },
  ]

  static let movie: [OptionRow] = [
    OptionRow("limit", nil, "D", "the budget: 15s (usual), 90s, 2m, 1:30 or none") {
      (value, options) throws(UsageError) in
      options.limit =
        value == "none" ? .none : .length(try Values.length(value, of: "limit"))
    },
    OptionRow("preroll", nil, "D", "takes begin D before their press (0s to 60s)") {
      (value, options) throws(UsageError) in options.preroll = try Values.preroll(value)
    },
    OptionRow(
      "transition", nil, "KIND[:D]", "crossfade, wipe-up… between takes; repeatable",
      for: [.record, .resume, .save, .merge]
    ) { (value, options) throws(UsageError) in
      options.transitions.append(try Values.transition(value))
    },
    OptionRow("no-autosave", nil, nil, "do not save by itself when the budget is spent") {
      (_, options) throws(UsageError) in options.savesWhenSpent = false
    },
    OptionRow(
      "output", "o", "FILE", "the movie (a dated .mp4 in the videos folder)",
      for: [.record, .resume, .live, .save, .merge], isConfigurable: false
    ) { (value, options) throws(UsageError) in options.output = try Values.movie(value) },
    OptionRow(
      "force", nil, nil, "replace that file if it exists",
      for: [.record, .resume, .live, .save, .merge], isConfigurable: false
    ) { (_, options) throws(UsageError) in options.overwrites = true },
    OptionRow(
      "keep-takes", nil, nil, "keep the takes after saving", for: [.record, .resume, .save, .live]
    ) { (_, options) throws(UsageError) in options.keepsTakes = true },
    OptionRow("video-codec", nil, "C", "auto (h264), or copy: the camera's JPEG or H.264") {
      (value, options) throws(UsageError) in options.videoCodec = try Values.videoCodec(value)
    },
    OptionRow(
      "crop", nil, "C", "native (usual), square, W:H or WxH+X+Y",
      for: [.record, .resume, .save, .live]
    ) { (value, options) throws(UsageError) in
      options.framing.crop = try Values.crop(value)
    },
    OptionRow(
      "rotate", nil, "N", "0, 90, 180 or 270 degrees clockwise",
      for: [.record, .resume, .save, .live]
    ) { (value, options) throws(UsageError) in
      options.framing.rotation = try Values.rotation(value)
    },
    OptionRow(
      "mirror", nil, "M", "h, v or none, as the viewer sees it",
      for: [.record, .resume, .save, .live]
    ) { (value, options) throws(UsageError) in
      options.framing.mirror = try Values.mirror(value)
    },
    OptionRow(
      "keep-full", nil, nil, "keep whole pictures in takes; frame when saving"
    ) { (_, options) throws(UsageError) in options.keepsFull = true },
    OptionRow(
      "quality", nil, "Q", "low, medium (usual), high, or x264's 0 to 51",
      for: [.record, .resume, .live, .merge]
    ) { (value, options) throws(UsageError) in options.quality = try Values.quality(value) },
    OptionRow(
      "fit", nil, "HOW", "other shapes in a merge: fit, fill, stretch",
      for: [.merge]
    ) { (value, options) throws(UsageError) in options.fit = try Values.fit(value) },
    OptionRow(
      "plan", nil, nil, "tell what a merge would copy, what not and why", for: [.merge],
      isConfigurable: false
    ) { (_, options) throws(UsageError) in options.showsPlan = true },
  ]

  static let live: [OptionRow] = [
    OptionRow("before", nil, "D", "time before the shutter: 1.5s (usual), up to 60s") {
      (value, options) throws(UsageError) in
      options.live.before = try Values.around(value, of: "before", allowsZero: true)
    },
    OptionRow("after", nil, "D", "time after the shutter: 1.5s (usual), up to 60s") {
      (value, options) throws(UsageError) in
      options.live.after = try Values.around(value, of: "after")
    },
    OptionRow("motion-photo", nil, nil, "one JPEG with the movie in it (Motion Photo)") {
      (_, options) throws(UsageError) in options.isMotionPhoto = true
    },
    OptionRow(
      "shoot", nil, "D", "one D after the start, no terminal; repeatable",
      for: [.live], isConfigurable: false
    ) { (value, options) throws(UsageError) in
      options.shots.append(try Values.length(value, of: "shoot", allowsZero: true))
    },
  ]

  static let unattended: [OptionRow] = [
    OptionRow(
      "take", nil, "D", "record a take this long, then save; repeatable",
      for: [.record], isConfigurable: false
    ) { (value, options) throws(UsageError) in
      options.takes.append(try Values.length(value, of: "take"))
    },
    OptionRow(
      "for", nil, "D", "the same as one --take", for: [.record], isConfigurable: false
    ) { (value, options) throws(UsageError) in
      options.takes.append(try Values.length(value, of: "for"))
    },
    OptionRow(
      "gap", nil, "D", "time between two such takes (0s)", for: [.record], isConfigurable: false
    ) { (value, options) throws(UsageError) in
      options.gap = try Values.length(value, of: "gap", allowsZero: true)
    },
  ]

  static let recorder: [OptionRow] = [
    OptionRow("auto", nil, nil, "hold the key, or tap to start and stop (usual)") {
      (_, options) throws(UsageError) in options.hold = .auto
    },
    OptionRow("hold", nil, nil, "holds only: a tap is a very short take") {
      (_, options) throws(UsageError) in options.hold = .hold
    },
    OptionRow("toggle", nil, nil, "taps only: one starts, the next one stops") {
      (_, options) throws(UsageError) in options.hold = .toggle
    },
    OptionRow("hold-key", nil, "KEY", "space (usual), a character, pagedown, f1 to f12…") {
      (value, options) throws(UsageError) in options.holdKey = try Values.holdKey(value)
    },
    OptionRow("no-mouse", nil, nil, "no record button: the mouse selects text") {
      (_, options) throws(UsageError) in options.usesMouse = false
    },
    OptionRow(
      "preview", nil, "P", "picture: auto, blocks, kitty, iterm, sixel, off",
      for: [.record, .resume, .live, .play]
    ) {
      (value, options) throws(UsageError) in options.preview = try Values.preview(value)
    },
    OptionRow(
      "player", nil, "CMD", "review finished movies by it: mpv, ffplay…",
      for: [.record, .resume, .play]
    ) {
      (value, options) throws(UsageError) in
      options.player = try Values.nonempty(value, of: "player")
    },
    OptionRow(
      "no-color", nil, nil, "draw without colours; NO_COLOR does the same",
      for: [.record, .resume, .play]
    ) {
      (_, options) throws(UsageError) in options.hasColour = false
    },
  ]

  static let control: [OptionRow] = [
    OptionRow(
      "pid", nil, "N", "the recorder of that process, not the newest", for: [.ctl],
      isConfigurable: false
    ) { (value, options) throws(UsageError) in options.process = try Values.process(value) }
  ]

  static let output: [OptionRow] = [
    OptionRow(
      "session-dir", nil, "DIR", "where takes lie until they are saved",
      for: [.record, .resume, .live, .save, .sessions]
    ) { (value, options) throws(UsageError) in
      options.sessionFolder = try Values.nonempty(value, of: "session-dir")
    },
    OptionRow(
      "config", nil, "FILE", "read options from FILE, not the usual place",
      for: Set(Command.allCases), isConfigurable: false
    ) { (value, options) throws(UsageError) in
      options.configuration = try Values.nonempty(value, of: "config")
    },
    OptionRow(
      "json", nil, nil, "print one JSON object at the end",
      for: Set(Command.allCases).subtracting([.play]), isConfigurable: false
    ) { (_, options) throws(UsageError) in options.printsJSON = true },
    OptionRow(
      "quiet", "q", nil, "tell nothing but errors",
      for: [.record, .resume, .live, .save, .merge]
    ) { (_, options) throws(UsageError) in options.isQuiet = true },
    OptionRow(
      "verbose", "v", nil, "tell what was asked, got and counted",
      for: [.record, .resume, .live, .save, .merge]
    ) { (_, options) throws(UsageError) in options.isVerbose = true },
  ]
}
