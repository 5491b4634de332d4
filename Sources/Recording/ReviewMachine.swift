package import Units

/// Which frame a review shows, decided without clock, lane or file.
///
/// While sound is heard the sound card's clock leads and the picture follows it; otherwise time
/// passes by the instants that are handed in.
package struct ReviewMachine: Sendable, Hashable {
  /// How quickly it plays.
  package enum Speed: Int64, Sendable, Hashable, CaseIterable {
    case half, normal, double

    /// A length of real time as it passes in the review.
    fileprivate func scaled(_ time: MediaTime) -> MediaTime {
      switch self {
      case .half: time / 2
      case .normal: time
      case .double: time * 2
      }
    }
  }

  /// What has to be done with the sound.
  package enum Action: Sendable, Hashable {
    /// Play it from this frame on; reports about it carry `run`.
    case playSound(from: Int64, run: Int)
    /// Be silent at once.
    case stopSound
  }

  private enum Motion: Sendable, Hashable {
    /// Stands at a frame.
    case paused(Int64)
    /// Plays: was at `position` at the instant `since`.
    case playing(position: MediaTime, since: MediaTime)
    /// Will play from `position` on as soon as the sound begins, which was asked for at `since`.
    case starting(position: MediaTime, since: MediaTime)
  }

  /// The grid of frames.
  package let rate: FrameRate
  /// Frames there are, at least one.
  package let frames: Int64
  /// How quickly it plays.
  package private(set) var speed = Speed.normal
  /// False where there is no sound, or no way to hear it.
  package private(set) var hasSound: Bool
  private var motion = Motion.paused(0)
  private var run = 0

  /// A sound card that has not begun by then is not waited for any longer; most take 20 ms.
  private static let patience = MediaTime.milliseconds(700)
  /// Reports are off by some ms, because cards move their position in steps: so much is evened out.
  private static let jitter = MediaTime.milliseconds(100)
  /// The share of such an error that one report corrects; of forty a second that is quick enough to
  /// follow any card.
  private static let steering: Int64 = 8

  /// A machine that stands at the first of `frames` frames.
  package init(rate: FrameRate, frames: Int64, hasSound: Bool) {
    self.rate = rate
    self.frames = max(1, frames)
    self.hasSound = hasSound
  }

  // MARK: What is shown

  /// True while time passes, or is about to.
  package var isPlaying: Bool {
    if case .paused = motion { false } else { true }
  }

  /// The length of everything.
  package var length: MediaTime { rate.time(ofFrame: frames) }

  /// The frame to be shown at `now`, counted from 0.
  package func frame(at now: MediaTime) -> Int64 {
    if case .paused(let frame) = motion { return frame }
    return min(frames - 1, max(0, rate.wholeFrames(in: position(at: now))))
  }

  /// Where in the review it is at `now`.
  package func position(at now: MediaTime) -> MediaTime {
    switch motion {
    case .paused(let frame): rate.time(ofFrame: frame)
    case .playing(let position, let since): position + speed.scaled(max(.zero, now - since))
    case .starting(let position, let since):
      position + max(.zero, now - since - Self.patience)
    }
  }

  /// True when the last frame stands because all was played or sought to.
  package var isAtEnd: Bool { motion == .paused(frames - 1) && frames > 1 }

  /// How long until the frame after the one of `now` is to be shown; nil while it stands.
  package func timeToNextFrame(at now: MediaTime) -> MediaTime? {
    guard isPlaying else { return nil }
    let next = rate.time(ofFrame: frame(at: now) + 1) - position(at: now)
    switch speed {
    case .half: return next * 2
    case .normal: return next
    case .double: return next / 2
    }
  }

  // MARK: What the user does

  /// Plays, or stands still; behind the end it begins anew.
  package mutating func toggled(at now: MediaTime) -> Action? {
    guard !isPlaying else { return pause(at: frame(at: now)) }
    let frame = frame(at: now)
    return play(from: frame == frames - 1 ? 0 : frame, at: now)
  }

  /// Stands still at the frame of this moment.
  package mutating func paused(at now: MediaTime) -> Action? {
    isPlaying ? pause(at: frame(at: now)) : nil
  }

  /// Shows the frame `count` further on, or back, and stands there.
  package mutating func stepped(by count: Int64, at now: MediaTime) -> Action? {
    pause(at: clamped(frame(at: now) + count))
  }

  /// Goes on `time` later, or earlier, playing or not as before.
  package mutating func sought(by time: MediaTime, at now: MediaTime) -> Action? {
    sought(to: frame(at: now) + rate.frame(nearest: time), at: now)
  }

  /// Goes on at `frame`, playing or not as before.
  package mutating func sought(to frame: Int64, at now: MediaTime) -> Action? {
    isPlaying ? play(from: clamped(frame), at: now) : pause(at: clamped(frame))
  }

  /// Plays half or twice as fast, as far as there is such a speed; there is sound at the normal one
  /// alone.
  package mutating func changedSpeed(by step: Int64, at now: MediaTime) -> Action? {
    guard let next = Speed(rawValue: speed.rawValue + step) else { return nil }
    let frame = frame(at: now)
    speed = next
    return isPlaying ? play(from: frame, at: now) : nil
  }

  // MARK: What happens

  /// The sound card says that the sound of `run` was heard up to `position` at an instant.
  package mutating func heard(upTo position: MediaTime, at instant: MediaTime, run: Int) {
    guard run == self.run, speed == .normal else { return }
    switch motion {
    case .paused: break
    case .starting: motion = .playing(position: position, since: instant)
    case .playing:
      let expected = self.position(at: instant)
      let error = position - expected
      let isFar = max(error, .zero - error) > Self.jitter
      motion = .playing(
        position: isFar ? position : expected + error / Self.steering, since: instant)
    }
  }

  /// There is no sound any more: it goes on without.
  package mutating func soundLost(at now: MediaTime) {
    hasSound = false
    if case .starting(let position, _) = motion {
      motion = .playing(position: position, since: now)
    }
  }

  /// Looks at the clock: behind the last frame it stands still.
  package mutating func timePassed(at now: MediaTime) -> Action? {
    isPlaying && position(at: now) >= length ? pause(at: frames - 1) : nil
  }

  private func clamped(_ frame: Int64) -> Int64 { min(frames - 1, max(0, frame)) }

  private mutating func pause(at frame: Int64) -> Action? {
    let wasHeard = isPlaying && hasSound && speed == .normal
    motion = .paused(frame)
    run += 1
    return wasHeard ? .stopSound : nil
  }

  private mutating func play(from frame: Int64, at now: MediaTime) -> Action? {
    let position = rate.time(ofFrame: frame)
    run += 1
    guard hasSound else {
      motion = .playing(position: position, since: now)
      return nil
    }
    guard speed == .normal else {
      motion = .playing(position: position, since: now)
      return .stopSound
    }
    motion = .starting(position: position, since: now)
    return .playSound(from: frame, run: run)
  }
}
