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

  /// Makes the limit longer or shorter by `step`, never shorter than what is used or one step
  /// unless it was so before.
  package mutating func change(by step: MediaTime, used: Int64) {
    guard let limit else { return }
    let length = step < .zero ? .zero - step : step
    let changed = max(limit + step, max(rate.time(ofFrame: used), length))
    self.limit = step < .zero ? min(limit, changed) : changed
  }
}
