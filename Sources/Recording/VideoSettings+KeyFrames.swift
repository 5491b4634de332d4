import Units

extension VideoSettings {
  /// Pictures from one key frame of a take to the next.
  ///
  /// Copying can only begin at a key frame: about one a second costs 5 % of the bytes and bounds
  /// what a join has to code anew. Above 60 a second the bound is kept in frames.
  ///
  /// A ring, out of which takes begin anywhere, has them twice as close. Every JPEG is a key frame.
  package var keyInterval: Int64 {
    guard codec != .mjpeg else { return 1 }
    let second = min(60, max(1, Int64(pictureRate.perSecond.rounded())))
    return isRolling ? (second + 1) / 2 : second
  }

  /// The same for an encoder that never stops and whose pictures go through a ring.
  package var rolling: VideoSettings {
    var settings = self
    settings.isRolling = true
    return settings
  }
}
