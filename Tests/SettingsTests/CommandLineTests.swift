import Recording
import Testing
import Units

@testable import Settings

@Suite struct `a command line` {
  /// One way to write an option, and what it must do.
  struct Written: Sendable, CustomTestStringConvertible {
    let words: [String]
    let changes: @Sendable (inout Options) -> Void

    /// Options that go with merging alone are tried there.
    let command: Command

    init(
      _ line: String, of command: Command = .record,
      _ changes: @escaping @Sendable (inout Options) -> Void
    ) {
      words = line.split(separator: " ").map(String.init)
      self.command = command
      self.changes = changes
    }

    /// What stands before it on the command line.
    var head: [String] {
      switch command {
      case .merge: ["merge", "a.mp4"]
      case .ctl: ["ctl", "status"]
      case .live: ["live"]
      default: []
      }
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  /// Every option once.
  static let options: [Written] = [
    Written("--camera Logitech") { $0.camera = "Logitech" },
    Written("--mic hw:1,0") { $0.microphone = "hw:1,0" },
    Written("--size 640x480") { $0.size = PixelSize(width: 640, height: 480) },
    Written("--fps 30000/1001") { $0.rate = FrameRate(30_000, per: 1001) },
    Written("--vfr") { $0.isVariable = true },
    Written("--input-format MJPG") { $0.inputFormat = FourCC("MJPG") },
    Written("--limit 1:30") { $0.limit = .length(.seconds(Int64(90))) },
    Written("--transition wipe-up:0.5s") {
      $0.transitions = [Transition(.wipeup, length: .milliseconds(500))]
    },
    Written("--no-autosave") { $0.savesWhenSpent = false },
    Written("--output a/b.mov") { $0.output = "a/b.mov" },
    Written("--force") { $0.overwrites = true },
    Written("--keep-takes") { $0.keepsTakes = true },
    Written("--video-codec copy") { $0.videoCodec = .copy },
    Written("--crop 8:10") { $0.framing.crop = .ratio(width: 4, height: 5) },
    Written("--rotate 270") { $0.framing.rotation = .threeQuarters },
    Written("--mirror v") { $0.framing.mirror = .vertical },
    Written("--keep-full") { $0.keepsFull = true },
    Written("--preroll 2s") { $0.preroll = .seconds(2.0) },
    Written("--before 2s") { $0.live.before = .seconds(2.0) },
    Written("--after 500ms") { $0.live.after = .milliseconds(500) },
    Written("--motion-photo") { $0.isMotionPhoto = true },
    Written("--shoot 3s", of: .live) { $0.shots = [.seconds(3.0)] },
    Written("--quality high") { $0.quality = 18 },
    Written("--fit fill", of: .merge) { $0.fit = .fill },
    Written("--player mpv") { $0.player = "mpv" },
    Written("--plan", of: .merge) { $0.showsPlan = true },
    Written("--take 1.5s") { $0.takes = [.milliseconds(1500)] },
    Written("--for 2s") { $0.takes = [.seconds(Int64(2))] },
    Written("--gap 0s") { $0.gap = .zero },
    Written("--auto") { $0.hold = .auto },
    Written("--hold") { $0.hold = .hold },
    Written("--toggle") { $0.hold = .toggle },
    Written("--hold-key F8") { $0.holdKey = .named(.f8) },
    Written("--no-mouse") { $0.usesMouse = false },
    Written("--preview iterm") { $0.preview = .iterm },
    Written("--no-color") { $0.hasColour = false },
    Written("--pid 4711", of: .ctl) { $0.process = 4711 },
    Written("--session-dir /tmp/x") { $0.sessionFolder = "/tmp/x" },
    Written("--config my.conf") { $0.configuration = "my.conf" },
    Written("--json") { $0.printsJSON = true },
    Written("--quiet") { $0.isQuiet = true },
    Written("--verbose") { $0.isVerbose = true },
  ]

  @Test func `is tested with every option of the table`() {
    let tested = Self.options.map { String($0.words[0].dropFirst(2)) }
    #expect(tested.sorted() == OptionTable.rows.map(\.name).sorted())
  }

  @Test(arguments: ControlCommand.allCases)
  func `names what a recorder shall do`(command: ControlCommand) throws {
    let invocation = try read(["ctl", command.rawValue, "--pid", "12"])
    #expect(invocation.task == .run(.ctl) && invocation.control == command)
    #expect(invocation.options.process == 12 && invocation.session == nil)
  }

  @Test func `shows the help for driving a recorder as well`() throws {
    #expect(try read(["ctl", "--help"]).task == .help)
    #expect(try read(["ctl", "status", "--json"]).options.printsJSON)
  }

  @Test(arguments: options)
  func `sets what its option says`(written: Written) throws {
    var expected = Options()
    written.changes(&expected)
    let invocation = try read(written.head + written.words)
    #expect(invocation.task == .run(written.command) && invocation.options == expected)
  }

  @Test(arguments: options.filter { $0.words.count == 2 })
  func `takes a value behind an equals sign`(written: Written) throws {
    var expected = Options()
    written.changes(&expected)
    #expect(try read(written.head + [written.words.joined(separator: "=")]).options == expected)
  }

  @Test(arguments: [
    Written("-o a.mkv") { $0.output = "a.mkv" },
    Written("-oa.mkv") { $0.output = "a.mkv" },
    Written("-o my=file.mp4") { $0.output = "my=file.mp4" },
    Written("--output=my=file.mp4") { $0.output = "my=file.mp4" },
    Written("--hold-key b") { $0.holdKey = .character("b") },
    Written("--hold-key Space") { $0.holdKey = .space },
    Written("-q") { $0.isQuiet = true },
    Written("-v") { $0.isVerbose = true },
    Written("--limit none") { $0.limit = .none },
    Written("--limit 250ms") { $0.limit = .length(.milliseconds(250)) },
    Written("--video-codec h264") { $0.videoCodec = .h264 },
    Written("--video-codec auto") { $0.videoCodec = .auto },
    Written("--video-codec h264 -o a.mp4") {
      $0.videoCodec = .h264
      $0.output = "a.mp4"
    },
    Written("--video-codec copy -o a.mkv") {
      $0.videoCodec = .copy
      $0.output = "a.mkv"
    },
    Written("--transition none") { $0.transitions = [nil] },
    Written("--transition crossfade") { $0.transitions = [Transition(.fade)] },
    Written("--transition fade:10s") {
      $0.transitions = [Transition(.fade, length: .seconds(Int64(10)))]
    },
    Written("--transition circleopen:0:02") {
      $0.transitions = [Transition(.circleopen, length: .seconds(Int64(2)))]
    },
    Written("--quality 0") { $0.quality = 0 },
    Written("--quality low") { $0.quality = 28 },
    Written("--quality medium") { $0.quality = 22 },
    Written("--fps 25") { $0.rate = FrameRate(25) },
    Written("--fps 29.97") { $0.rate = FrameRate(30_000, per: 1001) },
    Written("--fps 59.94") { $0.rate = FrameRate(60_000, per: 1001) },
    Written("--fps 23.976") { $0.rate = FrameRate(24_000, per: 1001) },
    Written("--input-format rg3") { $0.inputFormat = FourCC("rg3 ") },
    Written("--output Take.MP4") { $0.output = "Take.MP4" },
  ])
  func `understands short letters and every spelling of a value`(written: Written) throws {
    var expected = Options()
    written.changes(&expected)
    #expect(try read(written.words).options == expected)
  }

  @Test func `collects takes in their order`() throws {
    let options = try read("--take 2s --for 1s --take 500ms --gap 250ms").options
    #expect(options.takes == [.seconds(Int64(2)), .seconds(Int64(1)), .milliseconds(500)])
    #expect(options.gap == .milliseconds(250))
  }

  @Test func `collects transitions, which replace those of the configuration`() throws {
    var file = Options()
    file.transitions = [Transition(.radial)]
    let words = ["--transition", "wipe-left", "--transition", "none"]
    let options = try CommandLineReader(words).read(over: file).options
    #expect(options.transitions == [Transition(.wipeleft), nil])
    #expect(options.usualTransitions == [Transition(.radial)])
    let plain = try CommandLineReader([]).read(over: file).options
    #expect(plain.transitions.isEmpty && plain.usualTransitions == [Transition(.radial)])
  }

  @Test func `keeps own times only without what counts in equal frames`() throws {
    let remedy = "needs a constant frame rate: record without --vfr."
    for (line, wish) in [
      ("--vfr --transition fade", "--transition"), ("--keep-full --vfr", "--keep-full"),
      ("--vfr --preroll 1s", "--preroll"),
    ] {
      let error = #expect(throws: UsageError.self) { try read(line) }
      #expect(error?.description == "\(wish) \(remedy)")
    }
    var file = Options()
    file.transitions = [Transition(.radial)]
    #expect(throws: UsageError.self) { try CommandLineReader(["--vfr"]).read(over: file) }
    let words = ["--vfr", "--transition", "none"]
    #expect(try CommandLineReader(words).read(over: file).options.isVariable)
    file.isVariable = true
    #expect(try CommandLineReader(["resume"]).read(over: file).options.isVariable)
    #expect(throws: UsageError.self) { try read("resume --vfr") }
  }

  @Test func `lets the last of several win`() throws {
    let options = try read("--hold --size 640x480 --toggle --size 320x240").options
    #expect(options.hold == .toggle)
    #expect(options.size == PixelSize(width: 320, height: 240))
  }

  @Test(
    arguments: [
      ("", .run(.record), nil), ("record", .run(.record), nil), ("devices", .run(.devices), nil),
      ("sessions --json", .run(.sessions), nil), ("resume", .run(.resume), nil),
      ("resume 20261130-1", .run(.resume), "20261130-1"), ("--force save", .run(.save), nil),
      ("save 20261130-1 -o x.mp4", .run(.save), "20261130-1"),
      ("save -o x.mp4 20261130-1", .run(.save), "20261130-1"),
      ("resume -- --odd", .run(.resume), "--odd"), ("resume save", .run(.resume), "save"),
      ("--help", .help, nil), ("-h", .help, nil), ("help", .help, nil),
      ("devices --help", .help, nil), ("--version", .version, nil), ("-V", .version, nil),
    ] as [(String, Invocation.Task, String?)])
  func `names its command and session`(
    line: String, task: Invocation.Task, session: String?
  ) throws {
    let invocation = try read(line)
    #expect(invocation.task == task)
    #expect(invocation.session == session)
  }

  @Test func `names the file to be played, whatever it looks like`() throws {
    for (line, path) in [
      ("play a.mp4", "a.mp4"), ("play --preview off b@2s-5s", "b@2s-5s"), ("play -- -c", "-c"),
      ("play play", "play"),
    ] {
      let invocation = try read(line)
      #expect(invocation.task == .run(.play))
      #expect(invocation.files.map(\.path) == [path] && invocation.files[0].begin == nil)
    }
  }

  @Test func `says early which configuration it wants`() {
    #expect(CommandLineReader(["--json", "--config", "a"]).configuration == "a")
    #expect(CommandLineReader(["--config=b=c"]).configuration == "b=c")
    #expect(CommandLineReader(["--config="]).configuration == nil)
    #expect(CommandLineReader(["--config"]).configuration == nil)
    #expect(CommandLineReader(["--", "--config", "a"]).configuration == nil)
  }

  @Test func `frames a new recording as configured, but a session only as it says itself`() throws {
    var configured = Options()
    configured.framing.crop = .square
    configured.framing.rotation = .half
    func wish(_ line: String) throws -> FramingWish {
      let words = line.split(separator: " ").map(String.init)
      return try CommandLineReader(words).read(over: configured).options.framing
    }
    #expect(try wish("record") == configured.framing)
    #expect(try wish("--mirror h --crop 4:3").rotation == .half)
    #expect(try wish("--mirror h --crop 4:3").crop == .ratio(width: 4, height: 3))
    #expect(try wish("save") == FramingWish() && wish("resume") == FramingWish())
    #expect(try wish("save --rotate 90").crop == nil)
    let session = Framing(crop: .ratio(width: 4, height: 5), mirror: .horizontal)
    #expect(try wish("save").applied(to: session) == session)
    #expect(
      try wish("save --rotate 90 --mirror none").applied(to: session)
        == Framing(crop: session.crop, rotation: .quarter))
  }

  private func read(_ line: String) throws -> Invocation {
    try read(line.split(separator: " ").map(String.init))
  }

  private func read(_ words: [String]) throws -> Invocation {
    try CommandLineReader(words).read()
  }
}
