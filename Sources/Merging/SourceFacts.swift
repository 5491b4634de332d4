package import Recording
package import Units

/// What a merge has to know of a media file, found by reading all of its pictures' packets.
package struct SourceFacts: Sendable, Hashable {
  /// Path of the file.
  package var path: String
  /// How its pictures are coded; nil for a codec that no movie has.
  package var codec: VideoCodec?
  /// Size of its pictures as shown: upright, square pixels, both sides even.
  package var size: PixelSize
  /// The constant grid that suits its pictures.
  package var rate: FrameRate
  /// Where its first picture lies.
  package var start: MediaStart
  /// From its first picture to the end of its last one.
  package var length: MediaTime
  /// Frames that can be decoded without anything before them, rising; empty when there is a flaw.
  package var keys: [Int64]
  /// Frames by which decoding has to be ahead of showing; 0 without B-frames.
  package var reorder: Int64
  /// The decoder configuration (an `avcC` or `hvcC` record, nothing for JPEG).
  package var configuration: [UInt8]
  /// What the stream says of its colours.
  package var colour: ColourCode
  /// FFmpeg's name for the numbers of a pixel, such as yuv420p.
  package var samples: String
  /// Why its packets could not be copied into any movie; nil when they can.
  package var flaw: String?
  /// True when it has sound.
  package var hasAudio: Bool

  /// Puts the facts together.
  package init(
    path: String, codec: VideoCodec?, size: PixelSize, rate: FrameRate, start: MediaStart,
    length: MediaTime, keys: [Int64], reorder: Int64, configuration: [UInt8], colour: ColourCode,
    samples: String, flaw: String?, hasAudio: Bool
  ) {
    self.path = path
    self.codec = codec
    self.size = size
    self.rate = rate
    self.start = start
    self.length = length
    self.keys = keys
    self.reorder = reorder
    self.configuration = configuration
    self.colour = colour
    self.samples = samples
    self.flaw = flaw
    self.hasAudio = hasAudio
  }
}
