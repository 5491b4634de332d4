package import Units

/// The length a movie may have, counted in whole frames so that it is never exceeded by one.
package struct Budget: Sendable, Hashable {
  /// The length allowed; nil without a limit.
  package private(set) var limit: MediaTime?
  private let rate: FrameRate

  /// Allows movies of `limit` on a grid of `rate`.
  package init(limit: MediaTime?, rate: FrameRate) {
    self.limit = limit
    self.rate = rate
  }

  /// Frames that may still be taken when `used` are; `Int64.max` without a limit.
  package func left(used: Int64) -> Int64 {
    guard let limit else { return .max }
    return max(0, rate.wholeFrames(in: limit) - used)
  }

  /// Most frames of a take behind `used` frames, which `transition` joins to one of `neighbour`
  /// frames; `Int64.max` without a limit.
  ///
  /// A take makes the movie longer by its own frames less what overlaps: the transition, but no
  /// more than half of the neighbour and no more than half of itself. What is still left is spent
  /// exactly, never exceeded, by that many frames more than are left, or by twice what is left.
  package func allowance(
    used: Int64, transition: Transition?, after neighbour: Int64?
  ) -> Int64 {
    guard limit != nil else { return .max }
    let left = left(used: used)
    guard let transition, let neighbour else { return left }
    return left + min(left, transition.frames(at: rate), neighbour / 2)
  }

  /// Makes the limit longer or shorter by `step`, never shorter than what is used or one step
  /// unless it was so before.
  package mutating func change(by step: MediaTime, used: Int64) {
    guard let limit else { return }
    let length = step < .zero ? .zero - step : step
    let changed = max(limit + step, max(rate.time(ofFrame: used), length))
    self.limit = step < .zero ? min(limit, changed) : changed
  }
}
