import Foundation
import Support
import Testing

/// `guest` carries out every item; the tests judge what it left.
private let run = Result { try LabRun("guest", limit: 1200, prepare: roomTone) }

@Suite(.serialized) struct `on a real kernel` {
  @Test func `no item waits in vain`() throws {
    let lab = try run.get()
    let items = lab.text("items").split(separator: "\n")
    #expect(items.count == 14)
    #expect(items.allSatisfy { $0.contains(" ended with 0 ") }, "\(lab.console)")
  }

  @Test(arguments: ["YUYV", "NV12", "RGB3", "MJPG"])
  func `each pixel format of the camera gives a right movie with the tone`(format: String) throws {
    let lab = try run.get()
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
    let lab = try run.get()
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
    let lab = try run.get()
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
      ("lowspace", 5, "The disk is nearly full"), ("filled", 5, "disk is"),
    ] as [(String, Int, String)])
  func `what cannot be done gets its sentence and exit code`(
    name: String, code: Int, sentence: String
  ) throws {
    let lab = try run.get()
    #expect(lab.code(name) == code)
    #expect(lab.text("\(name).err").contains(sentence), "\(lab.text("\(name).err"))")
  }

  @Test func `a disk that runs low or is filled by others still gives the movie`() throws {
    let lab = try run.get()
    for name in ["lowspace", "filled"] {
      let movie = try lab.movie(name)
      #expect(movie.frameCount >= 10 && movie.errors.isEmpty, "\(movie.report)")
      #expect(movie.isContinuous(0..<movie.frameCount), "\(movie.report)")
      #expect(movie.innerSyncErrors.allSatisfy { abs($0 ?? 1) < 0.002 }, "\(movie.report)")
    }
  }

  @Test func `keys typed at the real screen record and save`() throws {
    let lab = try run.get()
    #expect(lab.code("held") == 0)
    let movie = try lab.movie("held")
    #expect((15..<100).contains(movie.facts.frameTimes.count) && movie.errors.isEmpty)
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    #expect(lab.text("held.screen").contains("REC"))
  }

  @Test func `cameras and inputs changed by key give takes of one movie`() throws {
    let lab = try run.get()
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
    let lab = try run.get()
    #expect(lab.code("pulled") == 0, "quitting afterwards is no failure")
    let ready = lab.text("sessions.out").components(separatedBy: "\"state\":\"ready\"")
    #expect(ready.count == 3, "two takes: \(lab.text("sessions.out"))")
    #expect(lab.code("rescued") == 0, "\(lab.text("rescued.err"))")
    let movie = try lab.movie("rescued")
    #expect(movie.facts.frameTimes.count >= 10 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.chapters.count == 2, "\(movie.report)")
  }

  @Test func `buffers that the driver drops are counted, and their time is kept`() throws {
    let lab = try run.get()
    #expect(lab.code("dropped") == 0, "\(lab.text("dropped.err"))")
    let take = try #require(try report("dropped", lab).takes.first)
    #expect(take.dropped > 0 && take.dropped < 25, "\(lab.text("dropped.out"))")
    let movie = try lab.movie("dropped")
    #expect(movie.facts.frameTimes.count == 30 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    expectUnbrokenTone(movie, exceptNear: [])
  }

  @Test func `a signal that is lost ends the take, and another can begin when it is back`() throws {
    let lab = try run.get()
    #expect(lab.code("signal") == 0)
    let movie = try lab.movie("signal")
    #expect(movie.facts.chapters.count == 2 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
  }

  @Test func `a microphone pulled out of a take leaves it silence, and says so`() throws {
    let lab = try run.get()
    #expect(lab.code("bereft") == 0)
    let errors = lab.text("bereft.err")
    #expect(errors.components(separatedBy: "is gone.").count == 2, "one sentence:\n\(errors)")
    let movie = try lab.movie("bereft")
    #expect(movie.facts.frameTimes.count == 60 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.audio?.duration == 6 && movie.facts.video?.duration == 6)
    let filled = try #require(report("bereft", lab).takes.first).audioFilled
    #expect(filled > 1 && filled < 5.5, "\(lab.text("bereft.out"))")
    let end = Int((6 - filled) * 48_000)
    expectTone(movie, in: 0..<end)
    #expect(movie.samples[(end + 480)...].allSatisfy { abs(Int($0)) < 100 })
    #expect(lab.code("regained") == 0, "\(lab.text("regained.err"))")
    expectUnbrokenTone(try lab.movie("regained"), exceptNear: [])
  }

  @Test func `a review shows the frame whose sound the card plays`() throws {
    let lab = try run.get()
    #expect(lab.code("played") == 0 && lab.code("heard") == 0, "\(lab.text("heard.err"))")
    let (played, heard) = try (lab.movie("played"), lab.movie("heard"))
    let began = try #require(report("heard", lab).takes.first).began
    let screen = try Typescript("review", in: lab.folder, columns: 100, rows: 28)
    #expect(played.toneOnsets.count == 6 && heard.toneOnsets.count == 6, "\(heard.toneOnsets)")
    for (inMovie, inRoom) in zip(played.toneOnsets, heard.toneOnsets) {
      let text = try #require(screen.text(at: began + Double(inRoom) / 48_000))
      let words = try #require(text.firstMatch(of: /frame ([0-9]+) of 60/)).1
      let shown = try #require(Int(words)) - 1
      // The terminal gives no answers, so the screen is drawn when the machine has the time.
      let due = Double(inMovie) / 4800
      #expect((due - 3...due + 1).contains(Double(shown)), "frame \(shown) with sound of \(due)")
    }
  }

  /// As much of what `--json` prints as is looked at here.
  private struct Report: Decodable {
    struct Take: Decodable {
      var began: Double
      var dropped: Int
      var audioFilled: Double
    }
    var takes: [Take]
  }

  private func report(_ name: String, _ lab: LabRun) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(lab.text("\(name).out").utf8))
  }
}
