package import Frames
import Lanes
import Recording
import Units

/// Makes the live picture when somebody asks for one, of the newest frame there is.
///
/// Frames are only looked at one at a time and on request: a screen that is slow, or stopped, costs
/// nothing, and the camera never waits.
///
/// Unchecked: `converter` is touched on `lane` alone; everything else is behind its lock.
package final class PreviewStage: @unchecked Sendable {
  private struct Wish: Sendable {
    var room: PictureRoom
    var answer: @Sendable (PreviewPicture?) -> Void
  }

  private struct State: Sendable {
    /// The newest frame that was not shown yet.
    var newest: VideoFrame?
    var movie: VideoSettings
    /// Who waits for a picture that is not being made yet.
    var wish: Wish?
    var isConverting = false
    /// True while no frames are to be expected.
    var isDark = false
  }

  private let lane: Lane
  private let makeConverter: (@Sendable () throws -> any PreviewConverter)?
  private let state: Locked<State>
  private var converter: (any PreviewConverter)?

  /// Makes pictures as a movie of these settings shows them; none without `makeConverter`.
  init(
    movie: VideoSettings, lane: Lane = Lane("preview"),
    makeConverter: (@Sendable () throws -> any PreviewConverter)?
  ) {
    self.lane = lane
    self.makeConverter = makeConverter
    state = Locked(State(movie: movie))
  }

  /// How the movie is to look from now on.
  func show(as movie: VideoSettings) { state.withLock { $0.movie = movie } }

  /// The camera gave a frame; the one before is forgotten.
  func offer(_ frame: VideoFrame) {
    state.withLock {
      $0.newest = frame
      $0.isDark = false
    }
    begin()
  }

  /// No frames will come until another camera is there: who asks gets nothing.
  func goDark() {
    let wish = state.withLock { state -> Wish? in
      state.newest = nil
      state.isDark = true
      return state.wish.take()
    }
    wish?.answer(nil)
  }

  /// Asks for the next picture that fits into `room`, once; an earlier request that waits still is
  /// given up.
  ///
  /// `answer` is called on any lane, with nil where there are no pictures.
  package func ask(
    within room: PictureRoom, _ answer: @escaping @Sendable (PreviewPicture?) -> Void
  ) {
    let isDark = state.withLock { state -> Bool in
      if !state.isDark { state.wish = Wish(room: room, answer: answer) }
      return state.isDark
    }
    if isDark || makeConverter == nil { return answer(nil) }
    begin()
  }

  /// Makes a picture of this very frame that fits into `room`.
  ///
  /// `answer` is called on the preview lane, or never when that fails.
  func look(
    at frame: VideoFrame, within room: PictureRoom,
    _ answer: @escaping @Sendable (PreviewPicture) -> Void
  ) {
    let movie = state.current.movie
    lane.async { [self] in
      if let picture = try? opened()?.convert(frame, as: movie, within: room) { answer(picture) }
    }
  }

  private func begin() {
    let mustBegin = state.withLock { state -> Bool in
      guard state.wish != nil, state.newest != nil, !state.isConverting else { return false }
      state.isConverting = true
      return true
    }
    if mustBegin { lane.async { [self] in convert() } }
  }

  private func convert() {
    lane.precondition()
    let (job, movie) = state.withLock { state -> ((Wish, VideoFrame)?, VideoSettings) in
      guard let wish = state.wish, let frame = state.newest else { return (nil, state.movie) }
      (state.wish, state.newest) = (nil, nil)
      return ((wish, frame), state.movie)
    }
    if let (wish, frame) = job {
      switch Result(catching: { try opened()?.convert(frame, as: movie, within: wish.room) }) {
      case .success(let picture?):
        wish.answer(picture)
      case .success(nil):
        // A damaged frame: the next one will do.
        state.withLock { if $0.wish == nil { $0.wish = wish } }
      case .failure:
        // The recording goes on without a picture of it.
        wish.answer(nil)
      }
    }
    state.withLock { $0.isConverting = false }
    begin()
  }

  private func opened() throws -> (any PreviewConverter)? {
    if converter == nil { converter = try makeConverter?() }
    return converter
  }
}
