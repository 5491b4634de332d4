package import Frames

/// Makes the live picture of the camera's frames; it stays on the preview lane.
package protocol PreviewConverter: AnyObject {
  /// Draws `frame` as a movie of these settings will show it, cropped, turned and between bars, as
  /// large as fits into `room`; nil when the frame is damaged.
  func convert(
    _ frame: VideoFrame, as movie: VideoSettings, within room: PictureRoom
  ) throws -> PreviewPicture?
}
