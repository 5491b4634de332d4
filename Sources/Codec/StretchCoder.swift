import CLibAV
package import Frames
package import Merging
package import Recording
import Units

/// Codes frames of a movie anew so that they fit between copied ones: decodes what is shown, blends
/// where two clips show at once, and codes it with the parameter sets of the takes.
package enum StretchCoder {
  /// Codes `stretch` of `plan` into packets numbered as the movie's frames.
  ///
  /// The first one is a key frame. `check` is called before each frame and throws to give up.
  package static func code(
    _ stretch: Stretch, of plan: MergePlan, for movie: MovieSpecification,
    fit: PictureWish.Fit = .fit, check: () throws -> Void
  ) throws -> [EncodedPacket] {
    let encoder = try JoinEncoder(for: movie)
    let blend = try Blend(size: movie.settings.size, rate: movie.settings.rate)
    var pictures: [Int: any PictureSupply] = [:]
    func picture(_ clip: Int, _ frame: Int64) throws -> UnsafeMutablePointer<AVFrame> {
      let supply =
        try pictures[clip]
        ?? open(
          plan.parts[clip].clip, at: frame, movie.settings, fit)
      pictures[clip] = supply
      return try supply.picture(at: frame)
    }
    var packets: [EncodedPacket] = []
    var next = stretch.frames.lowerBound
    for shot in stretch.shots {
      for (index, frame) in shot.frames.enumerated() {
        try check()
        var shown = try picture(shot.clip, frame)
        if let incoming = shot.incoming {
          let second = try picture(incoming.clip, incoming.start + Int64(index))
          shown = try blend.mix(
            shown, second, incoming, elapsed: incoming.elapsed + Int64(index))
        }
        shown.pointee.pts = next
        // Else libx264 would make it the kind of picture it was before.
        shown.pointee.pict_type = AV_PICTURE_TYPE_NONE
        try encoder.context.encode(shown, .encode) { packets.append(EncodedPacket(coded: $0)) }
        next += 1
      }
    }
    try encoder.context.encode(nil, .encode) { packets.append(EncodedPacket(coded: $0)) }
    return packets
  }

  /// Opens the pictures of a clip from `frame` on, laid out as the movie is coded.
  static func open(
    _ clip: Clip, at frame: Int64, _ settings: VideoSettings, _ fit: PictureWish.Fit
  ) throws -> any PictureSupply {
    if clip.obstacle != nil, case .media(let start) = clip.origin {
      return try ConformedPictures(
        path: clip.path, start: start.shown, rate: settings.rate,
        wish: PictureWish(size: settings.size, fit: fit), at: frame)
    }
    let pictures: any PictureSupply =
      clip.isConformed
      ? try ConformedPictures(
        path: clip.path, start: .zero, rate: settings.rate,
        wish: PictureWish(
          size: (clip.framing ?? settings.framing ?? .native).size(of: settings.camera)),
        at: frame)
      : try ClipDecoder(
        ClipPictures.open(clip, rate: settings.rate), path: clip.path,
        key: clip.keys.last(atOrBefore: frame) ?? 0)
    guard let framing = clip.framing else { return pictures }
    return try ReframedPictures(pictures, framed: framing, for: settings)
  }
}
