import Frames
import Glibc
import Units

extension CameraMode {
  /// The best of the offers for a wish: nearest size, then the rate, then the cheapest format.
  ///
  /// nil when nothing of what is offered can be taken. A blank in the wish means 1280x720 at 30 in
  /// any format.
  package static func best(of offers: [CameraOffer], for wish: CameraWish) -> CameraMode? {
    let size = wish.size ?? CameraWish.usualSize
    let rate = wish.rate ?? .thirty
    var best: (mode: CameraMode, rank: Rank)?
    for offer in offers {
      guard let format = PixelFormat(camera: offer.code) else { continue }
      // MJPG and JPEG, NV12 and NM12 are one format to the user.
      if let asked = wish.inputFormat, asked != offer.code, PixelFormat(camera: asked) != format {
        continue
      }
      let mode = CameraMode(
        code: offer.code, size: offer.sizes.nearest(to: size),
        rate: offer.rates.nearest(to: rate))
      let rank = Rank(
        mode, format: format, size: size, rate: rate,
        isNamed: wish.inputFormat.map { $0 == offer.code } ?? true)
      if best.map({ rank < $0.rank }) ?? true { best = (mode, rank) }
    }
    return best?.mode
  }

  /// How far a mode is from a wish; smaller is better, compared from the first property down.
  private struct Rank: Comparable {
    let distance: Double
    let shortfall: Double
    let surplus: Double
    let cost: Int
    let spelling: Int
    let rest: Double

    init(
      _ mode: CameraMode, format: PixelFormat, size: PixelSize, rate: FrameRate, isNamed: Bool
    ) {
      distance = size.distance(to: mode.size)
      let wanted = rate.perSecond
      // A driver that lists no rates is believed to reach the wish; the real one is read back.
      let given = mode.rate?.perSecond ?? wanted
      // 29.97 counts as 30: within one percent the format matters more.
      let isReached = abs(given - wanted) <= wanted * 0.01
      shortfall = isReached ? 0 : max(0, wanted - given)
      surplus = isReached ? 0 : max(0, given - wanted)
      cost = format.cost
      spelling = isNamed ? 0 : 1
      rest = abs(given - wanted)
    }

    static func < (a: Rank, b: Rank) -> Bool {
      if a.distance != b.distance { return a.distance < b.distance }
      if a.shortfall != b.shortfall { return a.shortfall < b.shortfall }
      if a.surplus != b.surplus { return a.surplus < b.surplus }
      if a.cost != b.cost { return a.cost < b.cost }
      if a.spelling != b.spelling { return a.spelling < b.spelling }
      return a.rest < b.rest
    }
  }
}

extension PixelSize {
  /// How unlike two sizes are: 0 for the same, 0.69 for each side doubled or halved.
  ///
  /// Another shape counts as much as doubling both sides, since it costs a crop or bars: of
  /// 1280x720, 640x360 is nearer than 640x480, but 1280x960 is nearer than 160x90.
  fileprivate func distance(to other: PixelSize) -> Double {
    if self == other { return 0 }
    let wide = log(Double(max(other.width, 1)) / Double(max(width, 1)))
    let high = log(Double(max(other.height, 1)) / Double(max(height, 1)))
    // One percent of grace: 1366x768 counts as 16:9.
    return abs(wide) + abs(high) + (abs(wide - high) > 0.01 ? 1.4 : 0)
  }
}

extension CameraOffer.Sizes {
  /// The size on offer that is nearest to `wish`.
  func nearest(to wish: PixelSize) -> PixelSize {
    switch self {
    case .exactly(let size): return size
    case .range(let low, let high, let step):
      func side(_ wish: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
        guard high > low else { return low }
        let clamped = min(max(wish, low), high)
        let steps = (clamped - low + max(step, 1) / 2) / max(step, 1)
        let side = low + steps * max(step, 1)
        return side > high ? side - max(step, 1) : side
      }
      return PixelSize(
        width: side(wish.width, low.width, high.width, step.width),
        height: side(wish.height, low.height, high.height, step.height))
    }
  }
}

extension CameraOffer.Rates {
  /// The rate on offer nearest to `wish`, rather above than below; nil when the driver lists none.
  func nearest(to wish: FrameRate) -> FrameRate? {
    switch self {
    case .unknown: return nil
    case .listed(let rates):
      let reached = rates.filter { $0.perSecond >= wish.perSecond * 0.99 }
      return reached.min { abs($0.perSecond - wish.perSecond) < abs($1.perSecond - wish.perSecond) }
        ?? rates.max { $0.perSecond < $1.perSecond }
    case .range(let slowest, let fastest):
      if wish.perSecond <= slowest.perSecond { return slowest }
      return wish.perSecond >= fastest.perSecond ? fastest : wish
    }
  }
}
