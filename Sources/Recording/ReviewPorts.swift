package import Frames
package import Units

/// Gives the pictures of one clip for a review; it stays on the lane that made it.
package protocol ReviewReader: AnyObject {
  /// Frame `frame` of the clip's file as the movie shows it, as large as fits into `room`; nil where
  /// there is no room.
  ///
  /// Frames may come in any order; rising ones cost least.
  func picture(at frame: Int64, within room: PictureRoom) throws -> PreviewPicture?
}

/// Sound on its way to a sound card; it stays on the lane of that.
package protocol SoundFlow: AnyObject {
  /// The next `count` sample frames, interleaved 48 kHz stereo; silence behind the end.
  func samples(_ count: Int) -> [Int16]
}

/// What a sound card tells while it plays.
package enum SoundOutputEvent: Sendable, Hashable {
  /// At this instant so many sample frames had left the loudspeaker.
  case heard(Int64, at: MediaTime)
  /// There is no sound from now on; a full sentence.
  case lost(String)
}

/// Something that plays sound on a lane of its own: a sound card.
package protocol SoundOutput: AnyObject, Sendable {
  /// Plays what `open` makes from now on, in place of what it played before.
  ///
  /// Both closures are called on the output's lane.
  func play(
    _ open: @escaping @Sendable () -> any SoundFlow,
    _ tell: @escaping @Sendable (SoundOutputEvent) -> Void)
  /// Is silent as soon as what was asked before is done; it returns at once.
  func stop()
  /// The same, and lets the device go until it is to play again.
  func close()
}
