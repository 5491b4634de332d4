package import Units

/// A run of samples as a source delivered them, at the source's own rate and channels.
package struct AudioChunk: Sendable {
  /// The source's own format.
  package let format: AudioFormat
  /// Interleaved samples, -1…1.
  package let samples: [Float]
  /// When its first sample was captured, on CLOCK_MONOTONIC.
  package let capturedAt: MediaTime
  /// True when samples were lost before this chunk (an overrun, a restart), so that the time
  /// since the previous chunk has to be filled exactly.
  package let followsHole: Bool

  /// Makes a chunk; `samples.count` is a multiple of the channels.
  package init(
    format: AudioFormat, samples: [Float], capturedAt: MediaTime, followsHole: Bool = false
  ) {
    self.format = format
    self.samples = samples
    self.capturedAt = capturedAt
    self.followsHole = followsHole
  }

  /// Sample frames in the chunk: samples of one channel.
  package var frameCount: Int { samples.count / max(1, format.channels) }
}
