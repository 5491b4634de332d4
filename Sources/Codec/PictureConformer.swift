import CLibAV
import Units

/// Brings the frames of one stream, whatever they are and become, to upright planar 4:2:0 in BT.709
/// and limited range.
struct PictureConformer: ~Copyable {
  /// What a filter graph is made for; another kind of frame needs another graph.
  private struct Kind: Hashable {
    var format: Int32
    var stored: PixelSize
    var shape: PictureShape
    var orientation: DisplayOrientation
    var isInterlaced: Bool
    var isRGB: Bool

    var isPalette: Bool { format == AV_PIX_FMT_PAL8.rawValue }
  }

  private let wish: PictureWish
  private let timeBase: AVRational
  private var graph: FilterGraph?
  private var kind: Kind?
  private var colour: SourceColour?

  /// Prepares for frames whose stamps count in `timeBase`.
  init(_ wish: PictureWish, timeBase: AVRational) {
    self.wish = wish
    self.timeBase = timeBase
  }

  /// Takes a frame over, its content included, and calls `give` for each finished picture with its
  /// stamp.
  mutating func conform(
    _ frame: borrowing Picture, aspect: AVRational, orientation: DisplayOrientation,
    _ give: (consuming Picture, MediaTime?) -> Void
  ) throws(CodecError) {
    let pointer = frame.pointer
    let seen = SourceColour(pointer.pointee)
    let stored = PixelSize(
      width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
    let format = AVPixelFormat(pointer.pointee.format).withoutRange
    let wanted = Kind(
      format: format.rawValue, stored: stored,
      shape: PictureShape(stored: stored, aspect: aspect, orientation: orientation, wish: wish),
      orientation: orientation,
      // Streams may change from frame to frame; the filter lets whole frames pass.
      isInterlaced: cav_is_interlaced(pointer) != 0 || kind?.isInterlaced == true,
      isRGB: seen.isRGB)
    if wanted != kind || seen != colour {
      try finish(give)
      graph = try FilterGraph(Self.text(wanted, timeBase))
      kind = wanted
      colour = seen
    }
    // Everything about colour is said to the filters outright, so they need not follow the frames.
    pointer.pointee.format = format.rawValue
    pointer.pointee.color_range = AVCOL_RANGE_UNSPECIFIED
    pointer.pointee.colorspace = AVCOL_SPC_UNSPECIFIED
    pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    try graph?.push(pointer)
    try drain(give)
  }

  /// Gives what the filters still hold back.
  mutating func finish(_ give: (consuming Picture, MediaTime?) -> Void) throws(CodecError) {
    guard graph != nil else { return }
    try graph?.push(nil)
    try drain(give)
    forget()
  }

  /// Begins anew, for a stream that goes on elsewhere.
  mutating func forget() {
    graph = nil
    kind = nil
  }

  private mutating func drain(
    _ give: (consuming Picture, MediaTime?) -> Void
  ) throws(CodecError) {
    guard let base = graph?.timeBase else { return }
    while let picture = try graph?.pull() {
      let time = MediaTime(ticks: picture.pointer.pointee.pts, of: base)
      try recolour(picture)
      Self.label(picture.pointer)
      give(picture, time)
    }
  }

  /// The filters leave the numbers of YCbCr as they are: swscale would go over 8-bit RGB.
  private func recolour(_ picture: borrowing Picture) throws(CodecError) {
    guard let kind, let colour, !colour.isRGB,
      let matrix = ColourMatrix(from: colour.weights, isFullRange: colour.isFullRange)
    else { return }
    // A frame that passed through all filters untouched still belongs to the decoder.
    try picture.makeWritable()
    let shape = kind.shape
    let inside = PixelSize(
      width: min(shape.turned.width, shape.frame.width),
      height: min(shape.turned.height, shape.frame.height))
    if let area = picture.area(left: max(0, shape.left), top: max(0, shape.top), size: inside) {
      matrix.apply(to: area)
    }
  }

  /// Says what the picture is now, and forgets what the file's encoder made of it.
  private static func label(_ frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.color_range = AVCOL_RANGE_MPEG
    frame.pointee.colorspace = AVCOL_SPC_BT709
    frame.pointee.color_primaries = AVCOL_PRI_BT709
    frame.pointee.color_trc = AVCOL_TRC_BT709
    // An encoder would take the old kind as a wish.
    frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
    av_frame_remove_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)
  }

  private static func text(_ kind: Kind, _ timeBase: AVRational) -> String {
    let (shape, turn) = (kind.shape, kind.orientation)
    var filters = [
      "buffer@in=video_size=\(kind.stored):pix_fmt=\(AVPixelFormat(kind.format).name)"
        + ":time_base=\(timeBase.num)/\(timeBase.den):pixel_aspect=1/1"
    ]
    // swscale takes indexes of colours for YCbCr and would bring them to another matrix.
    if kind.isPalette { filters.append("format=bgra") }
    if kind.isInterlaced { filters.append("bwdif=mode=send_frame:deint=interlaced") }
    if shape.used != kind.stored {
      filters.append("crop=\(shape.used.width):\(shape.used.height):0:0")
    }
    // Equal ranges on both sides, the same for grey, which swscale takes for full range by itself.
    let colours =
      kind.isRGB
      ? "in_range=limited:out_range=limited:out_color_matrix=bt709"
      : "in_range=full:out_range=full"
    filters += [
      "scale=\(shape.scaled.width):\(shape.scaled.height):flags=bicubic+accurate_rnd:\(colours)",
      "format=yuv420p", "setparams=range=limited:colorspace=bt709",
    ]
    if turn.isMirrored { filters.append("hflip") }
    switch turn.rotation {
    case 90: filters.append("transpose=clock")
    case 180: filters += ["hflip", "vflip"]
    case 270: filters.append("transpose=cclock")
    default: break
    }
    let (frame, left, top) = (shape.frame, shape.left, shape.top)
    if left < 0 || top < 0 {
      filters.append("crop=\(frame.width):\(frame.height):\(max(0, -left)):\(max(0, -top))")
    } else if shape.turned != frame {
      filters.append("pad=\(frame.width):\(frame.height):\(left):\(top):black")
    }
    return (filters + ["buffersink@out"]).joined(separator: ",")
  }
}
