import Foundation
import Support
import Testing
import Units

@Suite struct `the movie judge` {
  let folder: TempFolder

  init() throws { folder = try TempFolder() }

  @Test(arguments: [(30, 1), (30_000, 1001)] as [(Int64, Int64)])
  func `reads every counter, flash and tone of a faithful movie`(
    frames: Int64, seconds: Int64
  ) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    let judge = try Clip(rate: rate).judged(in: folder)
    #expect(judge.counters == Array(0..<75), "\(judge.report)")
    #expect(judge.isContinuous(0..<75) && judge.takes == [0..<75])
    #expect(judge.flashes == [0, 30, 60])
    #expect(judge.syncErrors.count == 3)
    #expect(judge.innerSyncErrors.count == 2)
    for error in judge.syncErrors { #expect(abs(try #require(error)) < 0.0005, "\(judge.report)") }
    #expect(judge.errors == "")
    #expect(judge.facts.frameTimes.count == 75)
    for (index, time) in judge.facts.frameTimes.enumerated() {
      #expect(abs(time - rate.time(ofFrame: Int64(index)).seconds) < 0.0001)
    }
    let length = rate.time(ofFrame: 75).seconds
    #expect(abs((judge.facts.video?.duration ?? 0) - length) < 0.001)
    #expect(abs(judge.soundLength - length) < 0.022, "AAC frames hold 1024 samples")
  }

  @Test func `finds each burst to the sample in uncompressed sound`() throws {
    let clip = Clip(coding: ["-c:v", "mjpeg", "-q:v", "3", "-c:a", "pcm_s16le"], name: "clip.mov")
    let judge = try clip.judged(in: folder)
    #expect(judge.toneOnsets == [0, 48_000, 96_000])
    #expect(judge.samples.count == 120_000)
    #expect(judge.counters == Array(0..<75))
  }

  @Test func `notices sound that is shifted by 10 ms`() throws {
    let late = try Clip(sound: -480..<119_520).judged(in: folder)
    let early = try Clip(sound: 480..<120_480).judged(in: folder)
    for error in late.innerSyncErrors { #expect(abs(try #require(error) - 0.01) < 0.0005) }
    for error in early.innerSyncErrors { #expect(abs(try #require(error) + 0.01) < 0.0005) }
    #expect(late.innerSyncErrors.count == 2 && early.innerSyncErrors.count == 2)
  }

  @Test func `notices missing sound`() throws {
    let judge = try Clip(sound: 2000..<40_000).judged(in: folder)
    #expect(judge.toneOnsets.isEmpty)
    #expect(judge.syncErrors == [nil, nil, nil])
  }

  @Test func `notices a dropped and a repeated frame`() throws {
    var numbers = Array(Int64(0)..<75)
    numbers.remove(at: 20)
    let dropped = try Clip(numbers: numbers).judged(in: folder)
    #expect(dropped.takes == [0..<20, 20..<74])
    #expect(!dropped.isContinuous(0..<74) && dropped.isContinuous(20..<74))
    numbers = Array(0..<75)
    numbers.insert(40, at: 40)
    let repeated = try Clip(numbers: numbers).judged(in: folder)
    #expect(repeated.takes == [0..<41, 41..<76])
    #expect(!repeated.isContinuous(0..<76))
    #expect(repeated.frameCount == 76)
  }

  @Test func `tells takes apart also where the counter wraps`() throws {
    let numbers = Array(Int64(65_530)..<65_545) + Array(Int64(66_000)..<66_010)
    let judge = try Clip(numbers: numbers).judged(in: folder)
    #expect(judge.takes == [0..<15, 15..<25], "\(judge.report)")
    #expect(judge.counters[6] == 0)
  }

  @Test func `reads no counter out of a crossfade or another picture`() throws {
    let clip = try Clip(numbers: Array(0..<60)).write(into: folder)
    let faded = folder.file("faded.mp4")
    let output = try Command.run(
      "ffmpeg",
      [
        "-y", "-nostdin", "-v", "error", "-i", clip, "-f", "lavfi", "-i",
        "color=white:s=320x180:r=30",
      ]
        + ["-filter_complex", "[0:v]settb=1/30[a];[a][1:v]xfade=duration=0.5:offset=1"]
        + ["-t", "2", "-an", faded])
    #expect(output.status == 0, "\(output.stderr)")
    let judge = try MovieJudge(path: faded)
    #expect(judge.isContinuous(0..<30) && judge.counters[0] == 0, "\(judge.report)")
    #expect(judge.counters[38...].allSatisfy { $0 == nil }, "\(judge.report)")
    #expect(judge.flashes.allSatisfy { $0 <= 32 })
    #expect(judge.samples.isEmpty && judge.facts.audio == nil)
  }

  @Test func `follows crops, scaling and turns when told so`() throws {
    let clip = try Clip(width: 640, height: 360, numbers: Array(0..<35)).write(into: folder)
    let views = [
      ("crop=202:360", CardView(side: 360)),
      ("scale=320:180", CardView()),
      ("hflip,transpose=clock", CardView(rotated: 90, mirrored: true)),
      ("transpose=cclock", CardView(rotated: 270)),
      ("vflip", CardView(rotated: 180, mirrored: true)),
    ]
    for (filter, view) in views {
      let path = folder.file("view.mp4")
      let output = try Command.run(
        "ffmpeg",
        ["-y", "-nostdin", "-v", "error", "-i", clip, "-vf", filter, "-c:a", "copy", path])
      #expect(output.status == 0, "\(output.stderr)")
      let judge = try MovieJudge(path: path, view: view)
      #expect(judge.counters == Array(0..<35), "\(filter): \(judge.report)")
      #expect(judge.flashes == [0, 30], "\(filter)")
    }
  }

  @Test func `sees a turned movie as a player shows it`() throws {
    let clip = try Clip().write(into: folder)
    let turned = folder.file("turned.mp4")
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", clip, "-metadata:s:v:0", "rotate=90", "-c", "copy", turned])
    #expect(output.status == 0, "\(output.stderr)")
    let rotation = try #require(MovieFacts(path: turned).video?.rotation)
    #expect(rotation == 90 || rotation == -90)
    let judge = try MovieJudge(path: turned, view: CardView(rotated: (360 - rotation) % 360))
    #expect(judge.facts.video?.width == 180 && judge.facts.video?.height == 320)
    #expect(judge.counters == Array(0..<75), "\(judge.report)")
  }

  @Test func `shows the bars in true colours`() throws {
    let judge = try Clip(width: 1280, height: 720, numbers: [0, 1]).judged(in: folder)
    let bars: [(Double, Double, Double)] = [
      (191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0),
      (0, 0, 191),
    ]
    let picture = try judge.picture(frame: 1)
    for (index, bar) in bars.enumerated() {
      let colour = picture.colour(x: (Double(index) + 0.5) / 7, y: 0.08)
      #expect(colour.isNear(bar.0, bar.1, bar.2, within: 4), "bar \(index) is \(colour)")
    }
    let flash = try judge.colour(x: 0.5, y: 0.25, frame: 0)
    #expect(flash.isNear(255, 255, 255, within: 3), "\(flash)")
    #expect(throws: JudgeError.self) { try judge.picture(frame: 2) }
  }

  @Test func `knows chapters, streams and whether the index comes first`() throws {
    let notes = folder.file("chapters.txt")
    let text = """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1500
      title=Take 1
      [CHAPTER]
      TIMEBASE=1/1000
      START=1500
      END=2500
      title=Take 2

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: notes))
    let clip = try Clip().write(into: folder)
    let path = folder.file("chapters.mp4")
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", clip, "-i", notes, "-map_chapters", "1", "-c", "copy"]
        + ["-movflags", "+faststart", path])
    #expect(output.status == 0, "\(output.stderr)")
    let facts = try MovieFacts(path: path)
    #expect(
      facts.chapters == [
        .init(start: 0, end: 1.5, title: "Take 1"), .init(start: 1.5, end: 2.5, title: "Take 2"),
      ])
    #expect(facts.isIndexFirst)
    #expect(try !MovieFacts(path: clip).isIndexFirst)
    #expect(facts.video?.codec == "h264" && facts.audio?.codec == "aac")
    #expect(facts.video?.colour == "bt709 bt709 bt709 tv" && facts.video?.rate == 30)
    #expect(facts.audio?.sampleRate == 48_000 && facts.audio?.channels == 2)
  }

  @Test func `knows the lengths of streams in Matroska too`() throws {
    let judge = try Clip(name: "clip.mkv").judged(in: folder)
    #expect(judge.facts.boxes.isEmpty && judge.facts.container.contains("matroska"))
    #expect(abs((judge.facts.video?.duration ?? 0) - 2.5) < 0.001)
    #expect(judge.counters == Array(0..<75) && judge.errors == "")
    for error in judge.innerSyncErrors { #expect(abs(try #require(error)) < 0.0015) }
  }

  @Test func `reports damage that ffmpeg complains about`() throws {
    let path = try Clip().write(into: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let middle = bytes.count / 4
    bytes.replaceSubrange(middle..<middle + 3000, with: Data(repeating: 0x5a, count: 3000))
    try bytes.write(to: URL(fileURLWithPath: path))
    let judge = try MovieJudge(path: path)
    #expect(!judge.errors.isEmpty)
    #expect(judge.report.contains("ffmpeg: "))
  }

  @Test func `refuses what is no movie`() throws {
    let path = folder.file("text.mp4")
    try Data("no movie".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: JudgeError.self) { try MovieJudge(path: path) }
  }
}
