import Frames
import Recording
import Settings
import Units

/// `--video-codec copy`: the camera's own JPEG or H.264 pictures go into takes and movie untouched.
extension Options {
  /// How pictures of a camera are coded in takes.
  func takeCodec(of camera: VideoFacts) -> VideoCodec {
    videoCodec == .copy && camera.format == .mjpeg ? .mjpeg : .h264
  }

  /// The camera's formats that can be copied, the one to ask for first; none when nothing is.
  var formatsToCopy: [FourCC] {
    videoCodec == .copy ? [PixelFormat.mjpeg, .h264].map(\.code) : []
  }

  /// Refuses to copy from what gives neither.
  func checkCopies(from camera: VideoFacts) throws {
    guard videoCodec == .copy, camera.format != .mjpeg, !camera.keepsCoding else { return }
    guard !camera.got.lowercased().hasPrefix("h264") else {
      throw Problem(
        .device,
        "--video-codec copy cannot store the H.264 of \(camera.name): it has B-frames, is turned or "
          + "interlaced, or another size or rate is asked for; leave --video-codec copy out.")
    }
    throw Problem(
      .device,
      "--video-codec copy stores a camera's JPEG or H.264 pictures as they come, but \(camera.name) "
        + "gives \(camera.got): choose a camera that gives MJPG or H264, or leave --video-codec copy "
        + "out.")
  }

  /// Refuses to make an MP4 of JPEG pictures.
  func checkContainer(of codec: VideoCodec) throws {
    guard codec == .mjpeg, let movie = output, movie.lowercased().hasSuffix(".mp4") else { return }
    throw Problem(
      .usage,
      "--video-codec copy takes a movie that ends in .mov or .mkv, not '\(movie)': few players show "
        + "JPEG pictures in an .mp4.")
  }
}
