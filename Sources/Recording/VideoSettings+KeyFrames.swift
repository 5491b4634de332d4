import Units

extension VideoSettings {
  /// Pictures from one key frame of a take to the next.
  ///
  /// Copying can only begin at a key frame: about one a second costs 5 % of the bytes and bounds
  /// what a join has to code anew. Above 60 a second the bound is kept in frames.
  ///
  /// Every JPEG is a key frame.
  package var keyInterval: Int64 {
    codec == .mjpeg ? 1 : min(60, max(1, Int64(pictureRate.perSecond.rounded())))
  }
}
