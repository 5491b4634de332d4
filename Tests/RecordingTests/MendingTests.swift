import Frames
import Recording
import Testing
import Units

@Suite struct `mending an index` {
  private let settings = VideoSettings(
    size: PixelSize(width: 640, height: 360), rate: .thirty, quality: 22
  ).framed(.native)

  private func index(_ takes: Take...) -> SessionIndex {
    var index = SessionIndex(id: "s", created: 1)
    index.takes = takes
    index.settings = takes.isEmpty ? nil : settings
    return index
  }

  private func take(_ name: String, frames: Int64 = 90) -> Take {
    Take(file: name, frames: frames, samples: frames * 1600)
  }

  private func found(
    _ name: String, frames: Int64 = 90, samples: Int64? = nil, pressed: Double = 1,
    settings other: VideoSettings? = nil
  ) -> FoundTake {
    FoundTake(
      file: name, label: TakeLabel(settings: other ?? settings, pressed: pressed),
      contents: TakeContents(frames: frames, samples: samples ?? frames * 1600))
  }

  @Test func `changes nothing where everything is as it says`() {
    var index = index(take("a"), take("b", frames: 7))
    let before = index
    #expect(index.mend(by: [found("b", frames: 7), found("a")]) == [])
    #expect(index == before)
    // A late release cuts off what is in the file already.
    #expect(index.mend(by: [found("b", frames: 9), found("a", frames: 100)]) == [])
    #expect(index == before)
  }

  @Test func `takes up the take that was running`() {
    var index = index(take("a"))
    let sentences = index.mend(by: [found("a"), found("b", frames: 45, samples: 80_000)])
    #expect(sentences == ["Take 2 was being recorded: 1.50 s of it are there."])
    #expect(index.takes.map(\.file) == ["a", "b"])
    #expect(index.takes[1].frames == 45 && index.takes[1].samples == 72_000)
    #expect(index.takes[1].state == .ready && index.takes[1].began == 1)
    #expect(index.takes[1].framing == .native)
  }

  @Test func `takes up one that was fed by a ring, with what is not the take's own left out`() {
    var index = index(take("a"))
    var stray = found("b", frames: 45)
    stray.label?.surplus = 12
    stray.label?.coding = CameraCoding(configuration: [1, 2], colour: .take)
    stray.contents?.keys = [0, 15, 30]
    let sentences = index.mend(by: [found("a"), stray])
    #expect(sentences == ["Take 2 was being recorded: 1.10 s of it are there."])
    #expect(index.takes[1].played == 12..<45 && index.takes[1].trim == nil)
    #expect(index.takes[1].keyInterval == 15)
    #expect(index.takes[1].coding == stray.label?.coding)
    // What is left must not show what lies before the take.
    #expect(index.mend(by: [found("a"), found("b", frames: 12)]).count == 1)
    #expect(index.takes[1].state == .bad)
    stray.contents?.frames = 14
    var other = self.index(take("a"))
    #expect(other.mend(by: [found("a"), stray]) == [], "two frames are no take")
  }

  @Test func `makes an index that is lost from the files, in the order of the presses`() {
    var index = index()
    let files = [
      found("a", pressed: 30), found("b", pressed: 10), found("c", frames: 2, pressed: 20),
    ]
    #expect(index.mend(by: files).count == 2)
    #expect(index.takes.map(\.file) == ["b", "a"], "two frames are no take")
    #expect(index.settings == settings)
  }

  @Test func `shortens a take whose file ends early, and what is cut off its end`() {
    var first = take("a")
    first.trim = .init(head: 5, tail: 20)
    var index = index(first)
    #expect(
      index.mend(by: [found("a", frames: 75)])
        == ["Take 1 has lost its last 0.50 s: its file ends early."])
    #expect(index.takes[0].frames == 75 && index.takes[0].samples == 120_000)
    #expect(index.takes[0].played == 5..<70, "the same pictures as before")
    #expect(index.mend(by: [found("a", frames: 75)]) == [])
  }

  @Test func `keeps what cannot be read, and says why`() {
    var index = index(take("a"), take("b"), take("c"))
    let unreadable = FoundTake(
      file: "b", label: nil, contents: nil, obstacle: "cannot be read")
    let sentences = index.mend(by: [unreadable, found("c", frames: 0)])
    #expect(
      sentences == [
        "Take 1 has lost its file: it is left out of the movie.",
        "Take 2 cannot be read: it is left out of the movie.",
        "Take 3 has no whole picture: it is left out of the movie.",
      ])
    #expect(index.takes.map(\.state) == [.bad, .bad, .bad])
    #expect(
      index.takes.map(\.reason) == ["has lost its file", "cannot be read", "has no whole picture"])
    #expect(index.mend(by: [unreadable]) == [], "said once")
  }

  @Test func `takes back what can be read again`() {
    var index = index(take("a"), take("b"))
    let before = index
    let files = [found("a"), found("b")]
    let failing = FoundTake(
      file: "b", label: nil, contents: nil, obstacle: FoundTake.cannotBeRead, mayBeWhole: true)
    #expect(index.mend(by: [found("a"), failing]).count == 1)
    #expect(index.takes[1].state == .bad)
    #expect(index.mend(by: files) == ["Take 2 can be read again: 3.00 s."])
    #expect(index.takes[1].began == 1)
    index.takes[1].began = nil
    index.takes[1].framing = nil
    #expect(index == before, "as if nothing had been")
  }

  @Test func `leaves out what decoding has shown to be damaged, however whole its file`() {
    var index = index(take("a"))
    _ = index.mend(by: [found("a", frames: 0)])
    let spoilt = index
    #expect(index.takes[0].reason == "has no whole picture")
    #expect(index.mend(by: [found("a")]) == [] && index == spoilt)
  }

  @Test func `keeps a file of which only the disk knows whether it is a take`() {
    var index = index(take("a"))
    let failing = FoundTake(
      file: "b", label: nil, contents: nil, obstacle: FoundTake.cannotBeRead, mayBeWhole: true)
    #expect(
      index.mend(by: [found("a"), failing])
        == ["Take 2 cannot be read: it is left out of the movie."])
    #expect(index.takes.map(\.state) == [.ready, .bad])
    // Then it can.
    #expect(
      index.mend(by: [found("a"), found("b", frames: 45, pressed: 7)])
        == ["Take 2 can be read again: 1.50 s."])
    #expect(index.takes[1].frames == 45 && index.takes[1].samples == 72_000)
    #expect(index.takes[1].began == 7 && index.takes[1].state == .ready)
  }

  @Test func `believes a file's header rather than a label that is damaged`() {
    let other = VideoSettings(
      size: PixelSize(width: 1280, height: 920), rate: .thirty, quality: 22)
    var damaged = found("a", pressed: 1, settings: other)
    damaged.size = settings.size
    var good = found("b", pressed: 2)
    good.size = settings.size
    var index = SessionIndex(id: "x", created: 0)
    #expect(index.mend(by: [damaged, good]).allSatisfy { !$0.contains("left out") })
    #expect(index.settings == settings)
    #expect(index.takes.map(\.file) == ["a", "b"])
    #expect(index.takes.allSatisfy { $0.state == .ready })
  }

  @Test func `leaves out a take that does not go with the others`() {
    var index = index(take("a"))
    let other = VideoSettings(
      size: PixelSize(width: 320, height: 180), rate: .thirty, quality: 22)
    let sentences = index.mend(by: [found("a"), found("b", settings: other)])
    #expect(
      sentences == [
        "Take 2 is coded otherwise than the session's other takes: it is left out of the movie."
      ])
    #expect(index.takes[1].state == .bad)
  }

  @Test func `passes over files that were never takes`() {
    var index = index(take("a"))
    let foreign = FoundTake(file: "x", label: nil, contents: nil, obstacle: "cannot be read")
    let empty = FoundTake(
      file: "y", label: nil, contents: TakeContents(frames: 0, samples: nil))
    #expect(index.mend(by: [found("a"), foreign, empty]) == [])
    #expect(index.takes.map(\.file) == ["a"])
  }
}
