package import Frames

/// Reads the coded pictures of one file for copying; it stays on the lane that made it.
package protocol PictureReader: AnyObject {
  /// The decoder configuration (for H.264 an `avcC` record) of its pictures.
  var configuration: [UInt8] { get }
  /// The next picture in decode order, nil at the end.
  func next() throws -> EncodedPacket?
}

/// Reads the sound of one file as 48 kHz stereo; it stays on the lane that made it.
package protocol SoundReader: AnyObject {
  /// Interleaved samples of `range`, counted from the file's first picture; silence where the file
  /// has none. Ranges have to rise.
  func read(_ range: Range<Int64>) throws -> [Int16]
}

/// The movie while it is being written; it stays on the merge lane.
package protocol MovieWriter: AnyObject {
  /// Appends a coded picture as frame `packet.frame` of the movie, in decode order.
  func writeVideo(_ packet: EncodedPacket) throws
  /// Appends coded sound.
  func writeSound(_ sound: EncodedSound) throws
  /// Moves the index to the front and syncs the file.
  func finish() throws
}
