package import Units

/// What a level meter shows at one instant.
package struct Levels: Sendable, Hashable {
  /// One channel.
  package struct Channel: Sendable, Hashable {
    /// The mean power of the last 0.3 s.
    package var mean: Decibels
    /// The highest sample, falling slowly.
    package var peak: Decibels
    /// The highest peak of the last 1.5 s.
    package var held: Decibels
    /// True for a while after samples were cut off at full scale.
    package var isClipping: Bool

    /// Puts a channel's levels together.
    package init(mean: Decibels, peak: Decibels, held: Decibels, isClipping: Bool = false) {
      self.mean = mean
      self.peak = peak
      self.held = held
      self.isClipping = isClipping
    }

    /// Whole decibels, which is as exact as a screen can show it, and nothing below the scale.
    fileprivate var rounded: Channel {
      func round(_ level: Decibels) -> Decibels {
        level < Levels.floor ? .silence : Decibels(level.value.rounded())
      }
      return Channel(
        mean: round(mean), peak: round(peak), held: round(held), isClipping: isClipping)
    }
  }

  /// Since when nothing is heard.
  package struct Silence: Sendable, Hashable {
    /// How long nothing rose above the bottom of the scale.
    package var length: MediaTime
    /// True when the samples are all zero, as of a microphone that is switched off; one that is
    /// only not spoken into has noise.
    package var isDigital: Bool

    /// Describes a silence.
    package init(length: MediaTime, isDigital: Bool) {
      self.length = length
      self.isDigital = isDigital
    }
  }

  /// Bottom of the scale: what is below counts as silence.
  ///
  /// The noise of a quiet room lies about here at a gain at which speech is loud enough.
  package static let floor = Decibels(-60)
  /// What lies above is loud: EBU R 68 allows programme to peak up to here.
  package static let loud = Decibels(-9)

  /// The microphone's channels in their order.
  package var channels: [Channel]
  /// A silence of five seconds or more; nil while something is heard.
  package var silence: Silence?

  /// Puts the levels of all channels together.
  package init(channels: [Channel], silence: Silence? = nil) {
    self.channels = channels
    self.silence = silence
  }

  /// The loudest of all channels.
  package var loudest: Channel? {
    guard let first = channels.first else { return nil }
    return channels.dropFirst().reduce(first) { a, b in
      Channel(
        mean: max(a.mean, b.mean), peak: max(a.peak, b.peak), held: max(a.held, b.held),
        isClipping: a.isClipping || b.isClipping)
    }
  }

  /// The same as exactly as a screen shows it, so that what looks the same is the same.
  package var rounded: Levels {
    Levels(
      channels: channels.map(\.rounded),
      silence: silence.map {
        // Stamps are rounded to a sample, which must not take a whole second away.
        let seconds = ($0.length.nanoseconds + 100_000) / 1_000_000_000
        return Silence(length: .seconds(seconds), isDigital: $0.isDigital)
      })
  }
}
