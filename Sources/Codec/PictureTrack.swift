import CLibAV
import Frames
import Units

/// Decodes a file's pictures and conforms them.
final class PictureTrack {
  private let decoder: CodecContext
  private let decoded: Picture
  private let format: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let orientation: DisplayOrientation
  private let start: MediaTime
  private var conformer: PictureConformer
  /// Ticks of a frame, for streams without stamps.
  private let usualLength: Int64
  /// True when every picture is coded by itself, as in Motion JPEG.
  let standsAlone: Bool
  /// What the pictures were coded as, where they bring it along.
  private var kept: KeptUnits?
  private var lastStamp: Int64?
  private var lastTime: MediaTime?
  /// Pictures left out because they were damaged.
  private(set) var damaged = 0
  /// Says of a picture's time whether it is wanted; nil wants all.
  var isWanted: ((MediaTime) -> Bool)?
  /// True to leave out what no other picture needs.
  var isHurried = false {
    didSet {
      decoder.pointer.pointee.skip_frame = isHurried ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }
  }

  init(
    _ stream: UnsafeMutablePointer<AVStream>, of file: borrowing MediaFile, wish: PictureWish,
    threads: Int
  ) throws(CodecError) {
    // All exist before any is stored: a noncopyable value cannot be half made.
    let decoder = try CodecContext.player(of: stream.pointee, threads: threads)
    let decoded = try Picture()
    self.decoded = decoded
    self.stream = stream
    format = file.pointer
    start = file.start ?? .zero
    orientation = DisplayOrientation(displayMatrix: cav_display_matrix(stream))
    let base = stream.pointee.time_base
    conformer = PictureConformer(wish, timeBase: base)
    let codec = avcodec_descriptor_get(decoder.pointer.pointee.codec_id)
    standsAlone = codec.map { $0.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0 } ?? false
    let rate = av_guess_frame_rate(format, stream, nil)
    self.decoder = decoder
    usualLength =
      rate.num > 0 && rate.den > 0 ? max(1, av_rescale_q(1, av_inv_q(rate), base)) : 1
  }

  /// Has each picture bring along what it was coded as, and be as it was decoded; false when these
  /// could not be stored like that.
  func keepCoding() -> Bool {
    kept = orientation == .upright ? stream.pointee.codecpar.flatMap { KeptUnits($0.pointee) } : nil
    return kept != nil
  }

  /// Decodes a packet, or what is still held back with nil.
  func decode(
    _ packet: UnsafePointer<AVPacket>?, _ give: (MediaPiece) -> Void
  ) throws(CodecError) {
    if let packet { kept?.read(packet) }
    if try !decoder.send(packet) { damaged += 1 }
    receiving: while true {
      switch try decoder.receive(into: decoded) {
      case .frame: try conform(give)
      case .damage: damaged += 1
      case .nothing: break receiving
      }
    }
    if packet == nil { try conformer.finish { picture, time in pass(picture, time, to: give) } }
  }

  /// Begins anew after a seek.
  func flush() {
    decoder.flush()
    conformer.forget()
    kept?.forget()
    lastStamp = nil
    lastTime = nil
  }

  private func conform(_ give: (MediaPiece) -> Void) throws(CodecError) {
    let frame = decoded.pointer
    let coded = kept?.take(frame.pointee.pts)
    var stamp = frame.pointee.best_effort_timestamp
    if stamp == cav_no_pts() { stamp = lastStamp.map { $0 + usualLength } ?? 0 }
    lastStamp = stamp
    frame.pointee.pts = stamp
    guard let time = MediaTime(ticks: stamp, of: stream.pointee.time_base) else {
      damaged += 1
      return
    }
    if let isWanted, !isWanted(time - start) {
      give(.leftOut(time - start))
      return
    }
    if let kept {
      let picture = try Picture()
      av_frame_move_ref(picture.pointer, frame)
      pass(picture, time, coded, kept.colour, to: give)
      return
    }
    // The decoder's own word counts where the container is silent.
    let own = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)?.pointee
    let turned = orientation == .upright ? DisplayOrientation(own) : orientation
    try conformer.conform(
      decoded, aspect: av_guess_sample_aspect_ratio(format, stream, frame), orientation: turned
    ) { picture, time in pass(picture, time, to: give) }
  }

  /// Passes a picture on if its stamp rises.
  private func pass(
    _ picture: consuming Picture, _ time: MediaTime?, _ coded: CodedPicture? = nil,
    _ colour: ColourTags = .take, to receiver: (MediaPiece) -> Void
  ) {
    guard let time, lastTime.map({ time > $0 }) ?? true else {
      damaged += 1
      return
    }
    lastTime = time
    receiver(.picture(MediaPicture(picture, at: time - start, colour, coded)))
  }
}

extension DisplayOrientation {
  fileprivate init(_ data: AVFrameSideData?) {
    let matrix = data.flatMap { data -> UnsafePointer<Int32>? in
      guard data.size >= 9 * MemoryLayout<Int32>.size, let bytes = data.data else { return nil }
      return UnsafeRawPointer(bytes).assumingMemoryBound(to: Int32.self)
    }
    self.init(displayMatrix: matrix)
  }
}
