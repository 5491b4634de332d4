package import Units

/// What a media file holds, as its headers and its first packets say.
package struct MediaFacts: Sendable, Hashable {
  /// Its best stream of pictures.
  package struct Video: Sendable, Hashable {
    /// FFmpeg's name of the codec, such as h264.
    package var codec: String
    /// Size as stored, in whatever shape the pixels have.
    package var stored: PixelSize
    /// Size as shown: upright, with square pixels, both sides even.
    package var shown: PixelSize
    /// Width of a stored pixel in parts of its height: its sample aspect ratio.
    package var pixelAspect: Ratio
    /// Degrees clockwise by which a player turns it: 0, 90, 180 or 270.
    package var rotation: Int
    /// True when a player exchanges left and right before it turns it.
    package var isMirrored: Bool
    /// Frames a second on average.
    package var rate: FrameRate
    /// True when all frames last equally long, as far as the headers say.
    package var isConstantRate: Bool
    /// What the numbers mean.
    package var colour: Colour
    /// True when a frame is two fields of different instants.
    package var isInterlaced: Bool
    /// How long it lasts; nil when the file does not say.
    package var duration: MediaTime?
  }

  /// A fraction in lowest terms.
  package struct Ratio: Sendable, Hashable {
    /// Above the line.
    package var numerator: Int
    /// Below the line.
    package var denominator: Int
  }

  /// Colour as FFmpeg names it, such as bt709; "unknown" where the file does not say.
  package struct Colour: Sendable, Hashable {
    /// The matrix between RGB and YCbCr.
    package var matrix: String
    /// The primaries.
    package var primaries: String
    /// The transfer characteristics.
    package var transfer: String
    /// `tv` for limited range, `pc` for full range.
    package var range: String
  }

  /// Its best stream of sound.
  package struct Audio: Sendable, Hashable {
    /// FFmpeg's name of the codec, such as aac.
    package var codec: String
    /// Rate and channels as stored.
    package var format: AudioFormat
    /// How long it lasts; nil when the file does not say.
    package var duration: MediaTime?
  }

  /// FFmpeg's name of the container, such as "mov,mp4,m4a,3gp,3g2,mj2".
  package var container: String
  /// Its pictures; cover art does not count.
  package var video: Video?
  /// Its sound.
  package var audio: Audio?
  /// How long it lasts; nil when the file does not say.
  package var duration: MediaTime?
}

extension MediaFacts.Video {
  /// The rates that cameras and editors use.
  private static let usual = [
    (5, 1), (10, 1), (12, 1), (15, 1), (20, 1), (24_000, 1001), (24, 1), (25, 1), (30_000, 1001),
    (30, 1), (48, 1), (50, 1), (60_000, 1001), (60, 1), (90, 1), (100, 1), (120_000, 1001),
    (120, 1), (240, 1),
  ].compactMap { FrameRate($0.0, per: $0.1) }

  /// The constant grid that suits it: its own rate, made exact where the file rounds it, or for
  /// uneven frames the next usual rate that leaves none out.
  package var grid: FrameRate {
    // Container time bases round lengths, far less than the 0.1 % between 30 and 30000/1001.
    if let exact = Self.usual.first(where: {
      abs($0.perSecond / rate.perSecond - 1) < 0.0003
    }) {
      return exact
    }
    if isConstantRate, (1...240).contains(rate.perSecond) { return rate }
    let whole = Self.usual.filter { $0.seconds == 1 }
    return whole.first { $0.perSecond >= rate.perSecond } ?? whole.last ?? .thirty
  }
}
