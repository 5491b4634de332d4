package import Units

/// One picture from a source, never changed after it was made.
package struct VideoFrame: Sendable {
  /// How the bytes are laid out.
  package let format: PixelFormat
  /// Width and height of the picture.
  package let size: PixelSize
  /// Bytes from one row of the first plane to the next; 0 for compressed formats.
  package let stride: Int
  /// What the numbers mean.
  package let colour: ColourTags
  /// When it was captured, on CLOCK_MONOTONIC.
  package let capturedAt: MediaTime
  /// The bytes: planes one behind the other, as `PixelFormat.byteCount` describes.
  package let memory: FrameMemory
  /// The same picture as the camera coded it, where it may be stored like that.
  package let coded: CodedPicture?

  /// Makes a frame of memory that is already filled.
  package init(
    format: PixelFormat, size: PixelSize, stride: Int, colour: ColourTags,
    capturedAt: MediaTime, memory: FrameMemory, coded: CodedPicture? = nil
  ) {
    self.format = format
    self.size = size
    self.stride = stride
    self.colour = colour
    self.capturedAt = capturedAt
    self.memory = memory
    self.coded = coded
  }
}
