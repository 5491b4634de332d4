/// How samples lie in time and across channels; they are always interleaved.
package struct AudioFormat: Sendable, Hashable {
  /// Samples a second of each channel.
  package let rate: Int64
  /// Channels side by side in each sample frame.
  package let channels: Int

  /// Makes a format of `rate` samples a second in `channels` channels.
  package init(rate: Int64, channels: Int) {
    self.rate = rate
    self.channels = channels
  }

  /// Samples a second of every take and movie.
  package static let takeRate: Int64 = 48_000

  /// What takes and movies hold: 48 kHz stereo.
  package static let take = AudioFormat(rate: takeRate, channels: 2)

  /// Length of `count` sample frames.
  package func duration(of count: Int64) -> MediaTime {
    MediaTime(nanoseconds: roundedQuotient(count, times: 1_000_000_000, by: rate))
  }
}

extension MediaTime {
  /// Position of this instant on the grid of 48 kHz samples counted from the clock's start.
  ///
  /// All audio of rushes lies on this one grid, so a take is cut by integers alone.
  package var samplePosition: Int64 {
    roundedQuotient(nanoseconds, times: AudioFormat.takeRate, by: 1_000_000_000)
  }

  /// The instant of a position on the 48 kHz grid.
  package init(samplePosition: Int64) {
    self = AudioFormat.take.duration(of: samplePosition)
  }
}
