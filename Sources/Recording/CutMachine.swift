package import Units

/// Decides which captured pictures belong to one take and lays them on a grid.
///
/// On a constant grid each frame has its picture: late ones are repeated, early ones left out. Where
/// pictures keep their own times, the grid is a fine one, and each lies on the frame nearest to its
/// stamp and lasts until the next one.
///
/// A take is two instants, press and release. Its first picture is the newest one captured at or
/// before the press; the grid counts from that picture's own stamp. Pictures are judged by their
/// stamps, never by when they arrive, so nothing ends before a picture past the release was seen.
package struct CutMachine<Picture: Sendable>: Sendable {
  /// What has to be done for the take, in this order.
  package enum Action: Sendable {
    /// The take is under way; its first picture was captured at this instant.
    case begin(at: MediaTime)
    /// This picture begins with this frame.
    case write(Picture, at: Int64)
    /// This frame is missing: the one before is shown again.
    case repeatLast(at: Int64)
    /// The take consists of its first `frames` frames; more may have been written in doubt.
    case end(frames: Int64)
  }

  private enum State: Sendable {
    /// No picture past the press yet; leads to `running` or `ended`.
    case waiting(candidate: (picture: Picture, at: MediaTime)?)
    /// Frame 0 was captured at `first`, `next` frames have their picture, `last` is the newest stamp.
    case running(first: MediaTime, next: Int64, last: MediaTime)
    /// Nothing more is taken.
    case ended
  }

  /// When the key went down.
  package let press: MediaTime
  private let rate: FrameRate
  private var allowance: Int64
  /// Frames that a picture usually lasts; nil on a constant grid.
  private let usual: Int64?
  private var state = State.waiting(candidate: nil)
  private var release: MediaTime?
  /// Frames that were missing and are filled by repeats.
  package private(set) var repeated = 0
  /// Pictures that came too early for the grid and were left out.
  package private(set) var surplus = 0

  /// Cuts a take of at most `allowance` frames on a grid of `rate`.
  ///
  /// Pictures that come at `ownRate` keep their own times; without it each frame gets a picture.
  package init(
    press: MediaTime, rate: FrameRate, ownRate: FrameRate? = nil, allowance: Int64 = .max
  ) {
    self.press = press
    self.rate = rate
    self.allowance = allowance
    usual = ownRate.map { max(1, rate.frame(nearest: $0.frameDuration)) }
  }

  /// When the key was let go; nil while it is down.
  package var releasedAt: MediaTime? { release }

  /// When frame 0 was captured; nil before there is one.
  package var firstFrameAt: MediaTime? {
    if case .running(let first, _, _) = state { return first }
    return nil
  }

  /// Frames on the grid so far.
  package var frames: Int64 {
    if case .running(_, let next, _) = state { return next }
    return 0
  }

  /// The take may have more frames than it was begun with; one that has ended stays as it is.
  package mutating func allow(_ frames: Int64) { allowance = max(allowance, frames) }

  /// A picture came; stamps rise strictly.
  package mutating func arrived(_ picture: Picture, at stamp: MediaTime) -> [Action] {
    switch state {
    case .waiting(let candidate):
      guard stamp > press else {
        state = .waiting(candidate: (picture, stamp))
        return []
      }
      guard let candidate else { return begin(picture, at: stamp) }
      return begin(candidate.picture, at: candidate.at) + place(picture, at: stamp)
    case .running:
      return place(picture, at: stamp)
    case .ended:
      return []
    }
  }

  /// The key was let go at `instant`, which may lie before pictures that were already written.
  package mutating func released(at instant: MediaTime) -> [Action] {
    guard release == nil else { return [] }
    release = max(instant, press)
    guard case .running(let first, _, let last) = state, last >= instant else { return [] }
    return fillAndEnd(first: first)
  }

  /// No more pictures come: the camera is gone, or none came in time after the release.
  package mutating func gaveUp() -> [Action] {
    switch state {
    case .waiting(let candidate?):
      let started = begin(candidate.picture, at: candidate.at)
      return started + gaveUp()
    case .waiting(nil):
      state = .ended
      return [.end(frames: 0)]
    case .running(let first, let next, _):
      if release != nil { return fillAndEnd(first: first) }
      state = .ended
      // The last picture lasts as long as one does.
      let length = min(next - 1 + (usual ?? 1), allowance)
      return [.end(frames: length)]
    case .ended:
      return []
    }
  }

  private mutating func begin(_ picture: Picture, at stamp: MediaTime) -> [Action] {
    state = .running(first: stamp, next: 1, last: stamp)
    let started: [Action] = [.begin(at: stamp), .write(picture, at: 0)]
    return started + endIfFull()
  }

  private mutating func place(_ picture: Picture, at stamp: MediaTime) -> [Action] {
    guard case .running(let first, var next, _) = state else { return [] }
    if let release, stamp >= release {
      state = .running(first: first, next: next, last: stamp)
      return fillAndEnd(first: first)
    }
    guard usual == nil else { return placeAtOwnTime(picture, at: stamp) }
    // Not half of a frame: a picture near the middle between two slots must not flip between them
    // with every bit of jitter. This bears 0.4 frames of it on either side, the first one's too.
    let grace = rate.frameDuration.nanoseconds * 17 / 20
    let early = (stamp - first - rate.time(ofFrame: next)).nanoseconds
    guard early > -grace else {
      surplus += 1
      state = .running(first: first, next: next, last: stamp)
      return []
    }
    let most = mostFrames(from: first)
    var actions: [Action] = []
    if early >= grace {
      let slot = rate.frame(nearest: stamp - first)
      while next < min(slot, most) {
        actions.append(.repeatLast(at: next))
        repeated += 1
        next += 1
      }
    }
    // A picture whose slot lies past the end must not slip into the last frame.
    if next < most {
      actions.append(.write(picture, at: next))
      next += 1
    }
    state = .running(first: first, next: next, last: stamp)
    return actions + endIfFull()
  }

  private mutating func placeAtOwnTime(_ picture: Picture, at stamp: MediaTime) -> [Action] {
    guard case .running(let first, let next, _) = state else { return [] }
    // Two in one frame, which no camera is fast enough for, still rise.
    let slot = max(next, rate.frame(nearest: stamp - first))
    guard slot < mostFrames(from: first) else {
      state = .running(first: first, next: next, last: stamp)
      // Past the allowance; before a release there is less than half a frame left for it.
      guard slot >= allowance else { return [] }
      state = .ended
      return [.end(frames: allowance)]
    }
    state = .running(first: first, next: slot + 1, last: stamp)
    return [.write(picture, at: slot)] + endIfFull()
  }

  private mutating func endIfFull() -> [Action] {
    guard case .running(_, let next, _) = state, next >= allowance else { return [] }
    state = .ended
    return [.end(frames: allowance)]
  }

  /// The allowance, or the frames that begin before the release once that is known.
  private func mostFrames(from first: MediaTime) -> Int64 {
    guard let release else { return allowance }
    let length = release - first
    var count = rate.wholeFrames(in: length)
    if rate.time(ofFrame: count) < length { count += 1 }
    return min(max(count, 1), allowance)
  }

  /// Ends with exactly the frames that begin before the release; the last picture lasts until then,
  /// on a constant grid by repeats.
  private mutating func fillAndEnd(first: MediaTime) -> [Action] {
    guard case .running(_, var next, _) = state, release != nil else { return [] }
    let count = mostFrames(from: first)
    var actions: [Action] = []
    while usual == nil, next < count {
      actions.append(.repeatLast(at: next))
      repeated += 1
      next += 1
    }
    state = .ended
    return actions + [.end(frames: count)]
  }
}
