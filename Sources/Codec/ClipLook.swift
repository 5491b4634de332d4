package import Frames
package import Merging
package import Recording
import Units

/// Looks at single frames of takes, as the movie will show them.
package enum ClipLook {
  /// Frame `frame` of a clip's file, shrunk into `room`; nil for JPEG takes, and where there is no
  /// room.
  ///
  /// It is decoded from the key frame before it on: at most a second of pictures.
  package static func picture(
    of clip: Clip, at frame: Int64, in movie: VideoSettings, turned turn: Framing.Rotation,
    within room: PictureRoom
  ) throws -> PreviewPicture? {
    guard movie.codec == .h264 else { return nil }
    let pictures = try StretchCoder.open(clip, at: frame, movie, .fit)
    // The picture is good as long as its decoder is.
    return try withExtendedLifetime(pictures) {
      guard let area = PlaneArea(try pictures.picture(at: frame), movie.size) else { return nil }
      return try PreviewScaler().convert(
        area, ColourTags(clip.colour), of: movie, turned: turn, within: room)
    }
  }
}
