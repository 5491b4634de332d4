import Glibc
package import Units

/// The samples of the test tone: a 1 kHz burst at each flash of the picture, silence elsewhere.
///
/// Every sample follows from its own index, counted from the start at 48 kHz, so that nothing can
/// drift and any stretch can be made alone.
package struct TestTone: Sendable {
  private let rule: FlashRule

  /// Follows the flashes of a picture of `rate`.
  package init(rate: FrameRate) { rule = FlashRule(rate: rate) }

  /// Sample frames in a burst: 40 ms, which are 40 whole waves and so end at a zero crossing.
  package static let burstLength: Int64 = 1920

  /// One wave of 1 kHz: 48 samples, -6 dBFS.
  ///
  /// It begins at its zero crossing, so that it needs no fade against clicks and its onset can be
  /// found to the sample.
  private static let wave: [Float] = (0..<48).map {
    Float(0.5 * sin(2 * Double.pi * Double($0) / 48))
  }

  /// The interleaved stereo samples of `range`; indexes before the start are silent.
  package func samples(in range: Range<Int64>) -> [Float] {
    var samples = [Float](repeating: 0, count: range.count * AudioFormat.take.channels)
    guard let last = range.last, last >= 0 else { return samples }
    var flash = rule.lastFlash(atOrBefore: frame(atSample: last))
    while true {
      let onset = rule.rate.samples(ofFrame: flash)
      let burst = (onset..<onset + Self.burstLength).clamped(to: range)
      for index in burst {
        let value = Self.wave[Int(index - onset) % Self.wave.count]
        let offset = Int(index - range.lowerBound) * 2
        samples[offset] = value
        samples[offset + 1] = value
      }
      if flash == 0 || onset + Self.burstLength <= range.lowerBound { return samples }
      flash = rule.lastFlash(atOrBefore: flash - 1)
    }
  }

  /// The frame that is shown while sample `index` sounds.
  private func frame(atSample index: Int64) -> Int64 {
    let rate = rule.rate
    let frame = index * rate.frames / (AudioFormat.takeRate * rate.seconds)
    // A frame's first sample is rounded and may lie just before the frame's exact begin.
    return rate.samples(ofFrame: frame + 1) <= index ? frame + 1 : frame
  }
}
