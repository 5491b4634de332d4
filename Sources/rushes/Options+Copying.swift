import Frames
import Recording
import Settings
import Units

/// `--video-codec copy`: the camera's JPEG pictures go into takes and movie untouched.
extension Options {
  /// How takes are coded.
  var takeCodec: VideoCodec { videoCodec == .copy ? .mjpeg : .h264 }

  /// The camera's format that can be copied; nil when nothing is.
  var formatToCopy: FourCC? { videoCodec == .copy ? PixelFormat.mjpeg.code : nil }

  /// Refuses to copy from what gives anything but JPEG pictures.
  func checkCopies(from camera: VideoFacts) throws {
    guard videoCodec == .copy, camera.format != .mjpeg else { return }
    throw Problem(
      .device,
      "--video-codec copy stores the JPEG pictures of a camera, but \(camera.name) gives "
        + "\(camera.got): choose a camera that gives MJPG, or leave --video-codec copy out.")
  }
}
