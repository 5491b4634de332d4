import Frames
import Lanes
import Recording
import Screens
import Testing
import Units

@testable import Engine

@Suite struct `what the recorder measures` {
  /// The view as the screen gets it after the next tick.
  private func view(of studio: Studio, after length: MediaTime = .zero) -> ViewState {
    let now = studio.instant(0) + length
    let view = studio.recorder.lane.sync { [recorder = studio.recorder] () throws(Never) in
      recorder.rig.tick(now: now)
      return recorder.view()
    }
    return view.get()
  }

  private func hear(_ studio: Studio, from start: Int64, seconds: Int64, at peak: Float) {
    let first = studio.position(0) + start * 48_000
    for chunk in 0..<seconds * 10 {
      studio.microphone?.deliver(level: peak, at: first + chunk * 4800, count: 4800)
    }
    studio.settle()
  }

  @Test func `is how loud the microphone is, also while it is muted`() throws {
    let studio = try Studio()
    #expect(view(of: studio).microphone?.levels == nil)
    hear(studio, from: 0, seconds: 1, at: 0.1)
    let level = Levels.Channel(mean: Decibels(-20), peak: Decibels(-20), held: Decibels(-20))
    #expect(view(of: studio).microphone?.levels == Levels(channels: [level, level]))
    studio.recorder.toggleMute()
    hear(studio, from: 1, seconds: 1, at: 0.2)
    let muted = try #require(view(of: studio).microphone)
    #expect(muted.isMuted && muted.levels?.channels[1].peak == Decibels(-14))
  }

  @Test func `is the silence of a microphone that gives zeros, or nothing more`() throws {
    let studio = try Studio()
    hear(studio, from: 0, seconds: 5, at: 0)
    let silence = Levels.Silence(length: .seconds(Int64(5)), isDigital: true)
    #expect(view(of: studio).microphone?.levels?.silence == silence)
    hear(studio, from: 5, seconds: 1, at: 0.5)
    #expect(view(of: studio).microphone?.levels?.silence == nil)
    let later = view(of: studio, after: .seconds(Int64(12))).microphone?.levels?.silence
    #expect(later?.length == .seconds(Int64(6)))
  }

  @Test func `ends with the microphone`() throws {
    let studio = try Studio()
    hear(studio, from: 0, seconds: 2, at: 0.5)
    #expect(view(of: studio).microphone?.offset == SoundOffset(late: .zero, correction: 0))
    studio.microphone?.lose("The microphone was unplugged.")
    studio.settle()
    let line = try #require(view(of: studio).microphone)
    #expect(line.isLost && line.levels == nil && line.offset == nil)
  }

  @Test func `is the bitrate of the last take, and of none before`() throws {
    let studio = try Studio()
    #expect(view(of: studio).camera.bitrate == nil)
    studio.take(0..<30)
    let (take, file) = try studio.closedTake()
    let bytes = file.video.reduce(0) { $0 + $1.bytes.count } + file.audio.count * 2
    #expect(take.frames == 30 && view(of: studio).camera.bitrate == Double(bytes * 8))
    studio.take(40..<60)
    let second = try studio.closedTake(1).file
    let more = second.video.reduce(0) { $0 + $1.bytes.count } + second.audio.count * 2
    let rate = try #require(view(of: studio).camera.bitrate)
    #expect(abs(rate - Double(more * 8) * 1.5) < 1)
    studio.take(70..<80)
    #expect(view(of: studio).camera.bitrate == nil, "a third of a second tells nothing")
  }
}

@Suite struct `the pictures of takes` {
  /// A picture whose first byte is the number of the frame.
  private final class Painter: PreviewConverter {
    func convert(
      _ frame: VideoFrame, as movie: VideoSettings, within room: PictureRoom
    ) throws -> PreviewPicture? { picture(frame.number) }
  }

  private static func cells(_ number: Int64) -> CellPicture? {
    var steady = SteadyPicture()
    steady.show(picture(number))
    return steady.cells
  }

  private func studio() throws -> Studio {
    let studio = try Studio { $0.makePreview.withLock { $0 = { Painter() } } }
    studio.recorder.showThumbnails()
    return studio
  }

  /// Pictures of the rows once `count` of them have one.
  private func pictures(_ studio: Studio, _ count: Int) throws -> [CellPicture?] {
    func now() -> [CellPicture?] {
      studio.recorder.lane.sync { [recorder = studio.recorder] () throws(Never) in
        recorder.view().takes.map(\.thumbnail)
      }.get()
    }
    try studio.waiter.wait(for: "the pictures") { _ in now().count { $0 != nil } == count }
    return now()
  }

  @Test func `are of the first frame, and stay with their takes`() throws {
    let studio = try studio()
    studio.take(64..<80)
    studio.take(128..<140)
    studio.take(192..<200)
    let (first, second, third) = (Self.cells(64), Self.cells(128), Self.cells(192))
    #expect(Set([first, second, third]).count == 3)
    #expect(try pictures(studio, 3) == [first, second, third])
    studio.recorder.tell { machine, _ in machine.moveSelected(by: -1) }
    #expect(try pictures(studio, 3) == [first, third, second])
    studio.recorder.tell { machine, _ in
      machine.select(by: -1)
      return machine.deleteSelected()
    }
    #expect(try pictures(studio, 2) == [third, second])
  }

  @Test func `are not made where nobody looks at them`() throws {
    let studio = try Studio { $0.makePreview.withLock { $0 = { Painter() } } }
    studio.take(4..<20)
    _ = studio.recorder.preview
    #expect(try pictures(studio, 0) == [nil])
  }

  @Test func `are due again when the framing or the beginning changes, but not when that fails`() {
    var thumbnails = Thumbnails()
    var origin = Thumbnails.Origin(ticket: 1, framing: .native, frame: 0)
    #expect(thumbnails.isDue(origin))
    thumbnails.add(picture(7), of: origin)
    #expect(!thumbnails.isDue(origin) && thumbnails.picture(of: 1) == Self.cells(7))
    origin.framing.mirror = .horizontal
    #expect(thumbnails.isDue(origin))
    thumbnails.add(nil, of: origin)
    #expect(!thumbnails.isDue(origin) && thumbnails.picture(of: 1) == Self.cells(7), "the old one")
    origin.frame = 3
    #expect(thumbnails.isDue(origin))
    thumbnails.keep([2])
    #expect(thumbnails.picture(of: 1) == nil && thumbnails.isDue(origin))
  }
}

private func picture(_ number: Int64) -> PreviewPicture {
  let bytes = [UInt8(truncatingIfNeeded: number)] + [UInt8](repeating: 0, count: 5)
  return PreviewPicture(size: PixelSize(width: 1, height: 2), pixels: bytes)
}
