import Foundation
import Support
import Testing

/// One boot of the lab, in which `guest` carries out every scenario; the tests judge what it left.
private struct LabRun {
  let folder: TempFolder
  let console: String

  static let result = Result { try LabRun() }

  private init() throws {
    folder = try TempFolder("rushes-lab")
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("rushes").path
    let tone = try Command.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=1000:sample_rate=48000", "-ac", "2"]
        + ["-t", "600", folder.file("tone.wav")])
    try #require(tone.status == 0, "\(tone.stderr)")
    let output = try Command.run(
      here.appendingPathComponent("device-lab").path,
      ["-o", folder.path, "-t", "600", "--", here.appendingPathComponent("guest").path, program],
      timeout: 660)
    console = output.text + output.stderr
    try #require(output.status == 0, "the lab ended with \(output.status):\n\(console)")
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }

  /// The exit code of a scenario.
  func code(_ name: String) -> Int32? {
    Int32(text("\(name).rc").trimmingCharacters(in: .whitespacesAndNewlines))
  }

  func movie(_ name: String) throws -> MovieJudge {
    try MovieJudge(path: folder.file("\(name).mp4"))
  }
}

@Suite(.serialized) struct `on a real kernel` {
  @Test(arguments: ["YUYV", "NV12", "RGB3", "MJPG"])
  func `each pixel format of the camera gives a right movie with the tone`(format: String) throws {
    let lab = try LabRun.result.get()
    // The driver has no MJPEG today; should it get it, it is tested.
    guard lab.text("devices.out").contains("\"\(format) ") else {
      #expect(format == "MJPG", "\(lab.text("devices.out"))")
      return
    }
    #expect(lab.code(format) == 0, "\(lab.text("\(format).err"))")
    let movie = try lab.movie(format)
    #expect(movie.facts.frameTimes.count == 30 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.chapters.map(\.end) == [2, 3], "\(movie.report)")
    #expect(movie.facts.audio?.duration == 3 && movie.facts.video?.duration == 3)
    // The driver's bars at 75 %, below its own lettering: white, yellow, cyan, green, magenta, red, blue.
    let bars: [(Double, Double, Double)] = [
      (191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0),
      (0, 0, 191),
    ]
    for (index, bar) in bars.enumerated() {
      let seen = try movie.colour(x: (Double(index) + 0.5) / 8, y: 0.94, frame: 12)
      #expect(seen.isNear(bar.0, bar.1, bar.2, within: 12), "bar \(index) is \(seen)")
    }
    expectUnbrokenTone(movie, exceptNear: [2.0])
  }

  @Test func `takes begin two seconds before their press, to the frame`() throws {
    struct Report: Decodable {
      struct Take: Decodable {
        var frames: Int
        var leadIn: Double
      }
      var takes: [Take]
      var warnings: [String]
    }
    let lab = try LabRun.result.get()
    #expect(lab.code("preroll") == 0, "\(lab.text("preroll.err"))")
    let report = try JSONDecoder().decode(Report.self, from: Data(lab.text("preroll.out").utf8))
    #expect(report.takes.map(\.frames) == [30, 25])
    #expect(report.takes.allSatisfy { abs($0.leadIn - 2) < 0.1 }, "\(report)")
    #expect(report.warnings.isEmpty)
    let movie = try lab.movie("preroll")
    #expect(movie.facts.frameTimes.count == 55 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    expectUnbrokenTone(movie, exceptNear: [3])
  }

  @Test(arguments: [
    ("dequeue", "failed while delivering frames"), ("unplugged", "was unplugged."),
  ])
  func `a camera that fails ends the take, and what was recorded is saved`(
    name: String, sentence: String
  ) throws {
    let lab = try LabRun.result.get()
    #expect(lab.code(name) == 3)
    let errors = lab.text("\(name).err")
    #expect(errors.components(separatedBy: sentence).count == 2, "one sentence:\n\(errors)")
    let movie = try lab.movie(name)
    #expect((10..<200).contains(movie.facts.frameTimes.count) && movie.errors.isEmpty)
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    expectUnbrokenTone(movie, exceptNear: [])
  }

  @Test(
    arguments: [
      ("busy", 3, "is in use by rushes"), ("forbidden", 3, "no permission to open /dev/video0"),
      ("unwritable", 1, "Cannot write /root"), ("nospace", 5, "The disk is nearly full"),
      ("lowspace", 5, "The disk is nearly full"), ("filled", 5, "The disk is"),
    ] as [(String, Int32, String)])
  func `what cannot be done gets its sentence and exit code`(
    name: String, code: Int32, sentence: String
  ) throws {
    let lab = try LabRun.result.get()
    #expect(lab.code(name) == code)
    #expect(lab.text("\(name).err").contains(sentence), "\(lab.text("\(name).err"))")
  }

  @Test func `a disk that runs low or is filled by others still gives the movie`() throws {
    let lab = try LabRun.result.get()
    for name in ["lowspace", "filled"] {
      let movie = try lab.movie(name)
      #expect(movie.frameCount >= 10 && movie.errors.isEmpty, "\(movie.report)")
      #expect(movie.isContinuous(0..<movie.frameCount), "\(movie.report)")
      #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < 0.002 }, "\(movie.report)")
    }
  }

  @Test func `keys typed at the real screen record and save`() throws {
    let lab = try LabRun.result.get()
    #expect(lab.code("screen") == 0)
    let movie = try lab.movie("screen")
    #expect((15..<100).contains(movie.facts.frameTimes.count) && movie.errors.isEmpty)
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    #expect(lab.text("screen.screen").contains("REC"))
  }

  @Test func `cameras and inputs changed by key give takes of one movie`() throws {
    let lab = try LabRun.result.get()
    #expect(lab.code("keys") == 0)
    #expect(lab.text("keys.input").contains("HDMI 0"))
    let movie = try lab.movie("keys")
    let ends = movie.facts.chapters.map { Int(($0.end * 10).rounded()) }
    #expect(ends.count == 4 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.width == 320 && movie.facts.video?.height == 180)
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    // The second camera is red, then the test picture counts, then come the first camera's bars,
    // whose first is white, and its HDMI input, which is green.
    let starts = [0] + ends
    for (take, colour) in [(0, (255, 0, 0)), (2, (191, 191, 191)), (3, (0, 255, 0))] {
      let (red, green, blue) = colour
      for frame in [starts[take], ends[take] - 1] {
        let seen = try movie.colour(x: 0.06, y: 0.94, frame: frame)
        #expect(
          seen.isNear(Double(red), Double(green), Double(blue), within: 12),
          "frame \(frame) of take \(take + 1) is \(seen)")
      }
    }
    let counted = movie.counters[starts[1]..<ends[1]].compactMap { $0 }
    #expect(counted.count == ends[1] - starts[1], "\(movie.report)")
    #expect(zip(counted, counted.dropFirst()).allSatisfy { $0 < $1 }, "\(movie.report)")
    expectUnbrokenTone(movie, exceptNear: movie.facts.chapters.map(\.end))
  }

  @Test func `a camera pulled out under the held key loses nothing, and goes on when it is back`()
    throws
  {
    let lab = try LabRun.result.get()
    #expect(lab.code("pulled") == 0, "quitting afterwards is no failure")
    let ready = lab.text("sessions.out").components(separatedBy: "\"state\":\"ready\"")
    #expect(ready.count == 3, "two takes: \(lab.text("sessions.out"))")
    #expect(lab.code("rescued") == 0, "\(lab.text("rescued.err"))")
    let movie = try lab.movie("rescued")
    #expect(movie.facts.frameTimes.count >= 10 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.chapters.count == 2, "\(movie.report)")
  }

  /// The tone fills the movie: every hundredth of a second is loud, but for the dip at a join.
  private func expectUnbrokenTone(_ movie: MovieJudge, exceptNear joins: [Double]) {
    let length = Int((movie.facts.audio?.duration ?? 0) * 48_000)
    for start in stride(from: 960, to: min(length, movie.samples.count) - 960, by: 480) {
      let time = Double(start) / 48_000
      guard joins.allSatisfy({ abs($0 - time) > 0.02 }) else { continue }
      let loudest = movie.samples[start..<start + 480].map { abs(Int($0)) }.max() ?? 0
      #expect(loudest > 1000, "silence at \(time) s: \(movie.report)")
    }
  }
}
