import Frames
import Lanes
package import Recording
package import Units

/// A media file played in real time as if it were a camera: a picture is stamped as many nanoseconds
/// after the clock's start as the file shows it after its beginning.
package final class FileCamera: VideoSource {
  package let facts: VideoFacts
  private let playback: Playback<VideoSourceEvent>

  /// Opens a file; one without pictures is refused.
  ///
  /// The pictures are fitted into `size`, with black bars, where one is asked for, and `rate` is the
  /// grid they go on in place of the file's own. With `keepsCoding` they bring along what they were
  /// coded as, where the file's H.264 can be stored like that.
  package static func open(
    _ path: String, size: PixelSize?, rate: FrameRate?, keepsCoding: Bool = false, clock: PlayClock
  ) throws(CodecError) -> FileCamera {
    let reader = try MediaReader(path: path, part: .pictures, wish: PictureWish(size: size))
    guard let video = reader.facts.video else { throw CodecError(.open, .noStream, path) }
    let name = fileName(of: path)
    let grid = rate ?? video.grid
    let shown = size?.roundedToEven ?? video.shown
    var facts = VideoFacts(
      name: name, asked: "\(size ?? video.shown) at \(grid)",
      got: "\(video.codec) \(video.stored) at \(video.rate)", size: shown, rate: grid)
    // A coarser grid gets the first picture of each of its frames. One more or less even rate
    // is left to the recorder, which bears jitter.
    let isThinned = grid.perSecond < video.rate.perSecond * 0.95
    if keepsCoding, !isThinned, shown == video.stored { facts.keepsCoding = reader.keepCoding() }
    let script = PictureScript(
      reader, name: name, frameDuration: video.rate.frameDuration,
      thinnedTo: isThinned ? grid : nil)
    // Eight pictures bridge the slow ones between fast ones; at 1080p they are 25 MB.
    return FileCamera(
      facts: facts, playback: Playback("file camera", script, clock: clock, capacity: 8))
  }

  private init(facts: VideoFacts, playback: Playback<VideoSourceEvent>) {
    self.facts = facts
    self.playback = playback
  }

  /// Begins to play, once; at the end of the file the source has ended.
  package func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    playback.begin(deliver)
  }

  /// Ends for good; it may be called from within `deliver`.
  package func stop() { playback.end() }
}

/// The last part of a path.
func fileName(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

/// The pictures of a file as events of a camera.
final class PictureScript: PlayScript {
  /// A picture decoded later than this is left out, as a busy machine's test picture is.
  static let patience = MediaTime.milliseconds(500)
  /// From here on only pictures that others need are decoded, which may be enough to catch up.
  static let hurry = MediaTime.milliseconds(200)
  /// Later than this, decoding goes on at a key frame that is still to come.
  static let despair = MediaTime.seconds(Int64(2))

  private let reader: MediaReader
  private let name: String
  private let pool = FramePool()
  private let now: () -> MediaTime
  /// When the last picture's time is up, on the file's own clock.
  private var end = MediaTime.zero
  private let frameDuration: MediaTime
  private let grid: FrameRate?
  /// The newest frame of `grid` that has its picture.
  private var slot = Int64.min
  private var hasEnded = false

  /// Plays what `reader` gives by a clock, CLOCK_MONOTONIC unless a test has its own.
  init(
    _ reader: MediaReader, name: String, frameDuration: MediaTime, thinnedTo grid: FrameRate? = nil,
    now: @escaping () -> MediaTime = MonotonicClock.now
  ) {
    self.reader = reader
    self.name = name
    self.frameDuration = frameDuration
    self.grid = grid
    self.now = now
  }

  func next(start: MediaTime) -> Due<VideoSourceEvent>? {
    guard !hasEnded else { return nil }
    reader.isWanted = { [unowned self] time in
      guard now() - start - time <= Self.patience else { return false }
      guard let grid else { return true }
      defer { slot = max(slot, grid.wholeFrames(in: time)) }
      return grid.wholeFrames(in: time) > slot
    }
    do throws(CodecError) {
      while let piece = try reader.next() {
        if let event = event(piece, start: start) { return event }
      }
      return last(.ended("\(name) has ended."), at: start + end)
    } catch {
      return last(.lost(error.description), at: start + end)
    }
  }

  private func event(_ piece: MediaPiece, start: MediaTime) -> Due<VideoSourceEvent>? {
    switch piece {
    case .picture(let picture):
      end = picture.time + frameDuration
      let stamp = start + picture.time
      reader.isHurried = now() - stamp > Self.hurry
      return Due(
        instant: stamp, event: .frame(picture.frame(from: pool, capturedAt: stamp)))
    case .leftOut(let time):
      end = time + frameDuration
      let late = now() - start - time
      guard late > Self.patience else { return nil }
      reader.isHurried = true
      if late > Self.despair, reader.skip(to: now() - start) { reader.isHurried = false }
      return Due(instant: start + time, event: .skipped("It was decoded too late."))
    case .sound:
      return nil
    }
  }

  private func last(_ event: VideoSourceEvent, at instant: MediaTime) -> Due<VideoSourceEvent> {
    hasEnded = true
    return Due(instant: instant, event: event)
  }
}
