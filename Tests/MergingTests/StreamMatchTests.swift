import Recording
import Testing
import Units

@testable import Merging

@Suite struct `what a movie of media files will be` {
  private static func facts(
    _ codec: VideoCodec?, _ change: (inout SourceFacts) -> Void = { _ in }
  ) -> SourceFacts {
    var facts = SourceFacts(
      path: "f", codec: codec, size: PixelSize(width: 64, height: 48), rate: .thirty,
      start: MediaStart(shown: .zero, stamp: .zero), length: .seconds(2.0), keys: [0, 30],
      reorder: 2, configuration: [1],
      colour: .take, samples: "yuv420p", flaw: nil, hasAudio: false)
    if codec == .mjpeg {
      facts.keys = Array(0..<60)
      facts.reorder = 0
    }
    change(&facts)
    return facts
  }

  private static func source(
    _ facts: SourceFacts, _ begin: Double? = nil, _ end: Double? = nil, fades: Bool = false
  ) -> StreamMatch.Source {
    .init(
      facts: facts, begin: begin.map { .seconds($0) }, end: end.map { .seconds($0) }, title: "t",
      transition: fades ? Transition(.fade, length: .seconds(0.5)) : nil)
  }

  private static func match(
    _ sources: [StreamMatch.Source], size: PixelSize? = nil,
    container: Set<VideoCodec> = [.h264, .hevc, .mjpeg]
  ) -> StreamMatch {
    StreamMatch(sources, size: size, rate: nil, quality: 20, container: container)
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .mjpeg])
  func `like files are copied into a movie of their codec`(codec: VideoCodec) {
    let match = Self.match([Self.source(Self.facts(codec)), Self.source(Self.facts(codec))])
    #expect(match.settings.codec == codec)
    #expect(match.clips.allSatisfy { $0.obstacle == nil })
    #expect(match.reorder == (codec == .mjpeg ? 0 : 2))
    #expect(MergePlan(clips: match.clips, rate: .thirty).codedFrames == 0)
  }

  @Test(
    arguments: [
      // Cut at key frames, and JPEG anywhere.
      (.hevc, [source(facts(.hevc), 1), source(facts(.hevc), nil, 1)], nil),
      (.mjpeg, [source(facts(.mjpeg), 0.3, 0.7), source(facts(.mjpeg))], nil),
      (.hevc, [source(facts(.hevc) { $0.reorder = 0 }, nil, 1.3)], nil),
      (.hevc, [source(facts(.hevc), 0.3)], "a cut between two key frames needs new frames"),
      (.hevc, [source(facts(.hevc), nil, 1.3)], "a cut between two key frames needs"),
      (
        .hevc, [source(facts(.hevc)), source(facts(.hevc), fades: true)],
        "a transition needs new frames, which are made in h264 only"
      ),
      (
        .mjpeg, [source(facts(.mjpeg)), source(facts(.mjpeg), fades: true)],
        "a transition needs new frames"
      ),
      (.hevc, [source(facts(.hevc)), source(facts(.h264))], "t cannot be copied: it is h264"),
      (.hevc, [source(facts(.hevc)), source(facts(.mjpeg))], "t cannot be copied: it is mjpeg"),
      (
        .hevc, [source(facts(.hevc)), source(facts(.hevc) { $0.configuration = [2] })],
        "other settings"
      ),
      (
        .hevc,
        [
          source(facts(.hevc)), source(facts(.hevc) { $0.size = PixelSize(width: 32, height: 48) }),
        ],
        "its size is 32x48"
      ),
      (
        .hevc,
        [
          source(facts(.hevc)), source(facts(.hevc) { $0.rate = FrameRate(25, per: 1) ?? .thirty }),
        ],
        "it has 25 frames"
      ),
      (
        .mjpeg, [source(facts(.mjpeg)), source(facts(.mjpeg) { $0.samples = "yuvj422p" })],
        "its pixels are yuvj422p"
      ),
      (
        .hevc, [source(facts(.hevc)), source(facts(.hevc) { $0.colour.matrix = 9 })],
        "its colours are tagged otherwise"
      ),
      (
        .hevc, [source(facts(.hevc)), source(facts(nil) { $0.flaw = "it is vp9, not h264" })],
        "t cannot be copied: it is vp9"
      ),
    ] as [(VideoCodec, [StreamMatch.Source], String?)])
  func `another codec than H.264 holds when every frame is copied, else the plan says why not`(
    codec: VideoCodec, sources: [StreamMatch.Source], reason: String?
  ) {
    let match = Self.match(sources)
    #expect(match.settings.codec == (reason == nil ? codec : .h264))
    guard let reason else {
      #expect(match.clips.allSatisfy { $0.obstacle == nil })
      return
    }
    let told = match.clips.first?.obstacle ?? ""
    #expect(told.hasPrefix("it is \(codec), and ") && told.contains(reason), "\(told)")
  }

  @Test func `a container that does not take a codec gets H264`() {
    let match = Self.match([Self.source(Self.facts(.mjpeg))], container: [.h264, .hevc])
    #expect(match.settings.codec == .h264)
    #expect(match.clips.first?.obstacle?.contains("container does not take it") == true)
  }

  @Test func `a movie of another size than its files is made anew`() {
    let match = Self.match(
      [Self.source(Self.facts(.hevc))], size: PixelSize(width: 32, height: 32))
    #expect(match.settings.codec == .h264 && match.settings.size.width == 32)
    #expect(match.clips.first?.obstacle?.contains("its size is 64x48") == true)
  }

  @Test func `beside H264 others are conformed and the first is copied`() {
    let match = Self.match([Self.source(Self.facts(.h264)), Self.source(Self.facts(.hevc))])
    #expect(match.settings.codec == .h264)
    #expect(match.clips.map(\.obstacle) == [nil, "it is hevc, not h264"])
  }

  @Test func `a flaw of the first file is told with the file, not with those beside it`() {
    let flawed = Self.facts(.hevc) { $0.flaw = "it is interlaced" }
    let match = Self.match([Self.source(flawed), Self.source(Self.facts(.hevc))])
    #expect(
      match.clips.map(\.obstacle) == [
        "it is interlaced", "it is hevc, and t cannot be copied: it is interlaced",
      ])
  }
}
