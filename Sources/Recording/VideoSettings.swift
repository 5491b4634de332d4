package import Units

/// How pictures are coded in takes and movies.
package enum VideoCodec: String, Sendable, Hashable, Codable {
  /// H.264, coded by rushes.
  case h264
  /// HEVC as another program coded it: movies copied from such files, never takes.
  case hevc
  /// JPEG pictures as the camera coded them, each by itself.
  case mjpeg
}

/// How the pictures of a session are coded; equal settings make takes that can be joined by
/// copying.
package struct VideoSettings: Sendable, Hashable {
  /// How each picture is coded.
  package var codec: VideoCodec
  /// Coded size; for H.264 both sides are even.
  package var width: Int
  /// Coded size; for H.264 both sides are even.
  package var height: Int
  /// The grid's frames in `rateSeconds` seconds; where pictures keep their own times a thousand.
  package var rateFrames: Int64
  /// See `rateFrames`.
  package var rateSeconds: Int64
  /// The camera's frames in `cameraSeconds` seconds where its pictures keep their own times; nil for
  /// pictures that lie on a constant grid, one in each of its frames.
  package var cameraFrames: Int64?
  /// See `cameraFrames`.
  package var cameraSeconds: Int64?
  /// x264's constant rate factor, 0 (lossless) to 51 (worst); JPEG pictures keep the camera's.
  package var quality: Int
  /// How the coded pictures are framed; nil in older sessions, whose pictures are the camera's.
  package var framing: Framing?
  /// Size of the camera's pictures, both sides even; see `camera`.
  package var cameraWidth: Int?
  /// See `cameraWidth`.
  package var cameraHeight: Int?
  /// True for pictures that go through a ring (`rolling`), which is no matter of the index.
  var isRolling = false

  /// Settings for pictures of `size` that come at `rate`, on a grid of it or, when `isVariable`, at
  /// their own times; H.264 in 4:2:0 needs an even size, to which it is rounded.
  package init(
    size: PixelSize, rate: FrameRate, quality: Int, codec: VideoCodec = .h264,
    isVariable: Bool = false
  ) {
    self.codec = codec
    let coded = codec == .h264 ? size.roundedToEven : size
    width = coded.width
    height = coded.height
    let grid = isVariable ? .milliseconds : rate
    rateFrames = grid.frames
    rateSeconds = grid.seconds
    if isVariable {
      cameraFrames = rate.frames
      cameraSeconds = rate.seconds
    }
    self.quality = quality
  }

  /// The coded size.
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// The grid.
  package var rate: FrameRate { FrameRate(rateFrames, per: rateSeconds) ?? .thirty }

  /// True when pictures keep their own times on a grid of milliseconds (`--vfr`).
  package var isVariable: Bool { cameraFrames != nil }

  /// Pictures a second as the camera says; on a constant grid its frames.
  package var pictureRate: FrameRate {
    cameraFrames.flatMap { FrameRate($0, per: cameraSeconds ?? 1) } ?? rate
  }
}

extension VideoSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case codec, width, height, rateFrames, rateSeconds, cameraFrames, cameraSeconds
    case quality, framing, cameraWidth, cameraHeight
  }

  /// Reads settings from an index; those written before there was a choice are of H.264.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    codec = try values.decodeIfPresent(VideoCodec.self, forKey: .codec) ?? .h264
    width = try values.decode(Int.self, forKey: .width)
    height = try values.decode(Int.self, forKey: .height)
    rateFrames = try values.decode(Int64.self, forKey: .rateFrames)
    rateSeconds = try values.decode(Int64.self, forKey: .rateSeconds)
    cameraFrames = try values.decodeIfPresent(Int64.self, forKey: .cameraFrames)
    cameraSeconds = try values.decodeIfPresent(Int64.self, forKey: .cameraSeconds)
    quality = try values.decode(Int.self, forKey: .quality)
    framing = try values.decodeIfPresent(Framing.self, forKey: .framing)
    cameraWidth = try values.decodeIfPresent(Int.self, forKey: .cameraWidth)
    cameraHeight = try values.decodeIfPresent(Int.self, forKey: .cameraHeight)
  }
}
