import CLibAV
import Units

/// An AVFormatContext that reads any media file: its best pictures and its best sound.
struct MediaFile: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>
  let path: String
  /// Number of the stream of pictures; nil without one.
  let video: Int?
  /// Number of the stream of sound; nil without one that can be decoded.
  let audio: Int?
  private let zero: MediaTime?

  /// Opens a file and reads as much of it as tells what is inside (avformat_find_stream_info).
  ///
  /// With the stamp of its time 0, known from an earlier look, the header alone has to do where it
  /// tells enough of the `part` that is wanted.
  init(
    _ path: String, part: MediaReader.Part = .all, zero: MediaTime? = nil
  ) throws(CodecError) {
    try self.init(path, zero: zero) { zero != nil && Self.isDescribed(part, in: $0) }
  }

  /// Opens a file and believes its header, whatever that leaves open.
  init(byHeader path: String) throws(CodecError) { try self.init(path, zero: nil) { _ in true } }

  private init(
    _ path: String, zero: MediaTime?,
    isDescribed: (UnsafeMutablePointer<AVFormatContext>) -> Bool
  ) throws(CodecError) {
    var context: UnsafeMutablePointer<AVFormatContext>?
    // As a file and nothing else, whatever its name looks like.
    try checked(avformat_open_input(&context, "file:" + path, nil, nil), .open, path)
    let pointer = try allocated(context, .open, path)
    if !isDescribed(pointer) {
      let found = Self.lookInside(pointer)
      guard found >= 0 else {
        avformat_close_input(&context)
        throw CodecError(.open, AVCode(rawValue: found), path)
      }
    }
    self.pointer = pointer
    self.zero = zero
    self.path = path
    video = Self.best(AVMEDIA_TYPE_VIDEO, in: pointer)
    audio = Self.best(AVMEDIA_TYPE_AUDIO, in: pointer)
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&context)
  }

  /// A stream by its number.
  func stream(_ index: Int?) -> UnsafeMutablePointer<AVStream>? {
    guard let index, index < pointer.pointee.nb_streams else { return nil }
    return pointer.pointee.streams[index]
  }

  /// The stamp that is time 0: of the first picture, or of sound that begins well before it; nil
  /// for sound alone, whose first sample it is.
  ///
  /// Containers do not agree on whether the start of a stream of sound counts what its encoder put
  /// before the first sample, some hundredths of a second; that of pictures is exact everywhere.
  var start: MediaTime? {
    if let zero { return zero }
    func start(_ index: Int?) -> MediaTime? {
      stream(index).flatMap {
        MediaTime(ticks: $0.pointee.start_time, of: $0.pointee.time_base)
      }
    }
    guard video != nil else { return nil }
    let pictures = start(video) ?? .zero
    let sound = start(audio) ?? pictures
    return pictures - sound > .milliseconds(100) ? sound : pictures
  }

  /// True for one stream of H.264 as MP4 holds it, and at most one of plain samples: nothing that
  /// decoding a picture could tell is missing once the parameter sets were read.
  var isPlain: Bool {
    let kinds = (0..<Int(pointer.pointee.nb_streams)).compactMap {
      stream($0)?.pointee.codecpar?.pointee.codec_type
    }
    guard let format = pointer.pointee.iformat,
      String(cString: format.pointee.name).hasPrefix("mov"),
      kinds.filter({ $0 == AVMEDIA_TYPE_VIDEO }).count == 1, kinds.count <= 2,
      Self.isDescribed(.pictures, in: pointer)
    else { return false }
    return kinds.count == 1 || Self.isDescribed(.sound, in: pointer)
  }

  /// Has the container leave out every stream but these; some then read less of the file.
  func keepOnly(_ kept: [Int]) {
    for index in 0..<Int(pointer.pointee.nb_streams) {
      pointer.pointee.streams[index]?.pointee.discard =
        kept.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Reads the next packet (av_read_frame); false at the end, or where the file was cut off.
  func read(into packet: borrowing Packet) throws(CodecError) -> Bool {
    // A cut-off file fails for each packet that is missing; what comes after so many is noise.
    for _ in 0..<200 {
      packet.clear()
      let result = AVCode(rawValue: av_read_frame(pointer, packet.pointer))
      if result.rawValue >= 0 { return true }
      switch result {
      case .endOfFile: return false
      case .invalidData, .again, .invalid: continue
      default: throw CodecError(.read, result, path)
      }
    }
    return false
  }

  /// The library's choice; another one where that is a cover.
  private static func best(
    _ kind: AVMediaType, in context: UnsafeMutablePointer<AVFormatContext>
  ) -> Int? {
    func isCover(_ index: Int) -> Bool {
      guard let stream = context.pointee.streams[index] else { return true }
      return stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    }
    let best = Int(av_find_best_stream(context, kind, -1, -1, nil, 0))
    if best >= 0, !isCover(best) { return best }
    return (0..<Int(context.pointee.nb_streams)).first { index in
      context.pointee.streams[index]?.pointee.codecpar.pointee.codec_type == kind
        && !isCover(index)
    }
  }
}

extension MediaFile {
  /// True when the header says of a part all that opening its decoder and choosing its stream take.
  ///
  /// Looking inside decodes seven pictures of a stream without B-frames to be sure that there are
  /// none: 40 ms at 1280x720, more than copying a whole take costs.
  private static func isDescribed(
    _ part: MediaReader.Part, in context: UnsafeMutablePointer<AVFormatContext>
  ) -> Bool {
    guard context.pointee.ctx_flags & AVFMTCTX_NOHEADER == 0 else { return false }
    func only(_ kind: AVMediaType) -> AVCodecParameters? {
      let all = (0..<Int(context.pointee.nb_streams)).compactMap {
        context.pointee.streams[$0]?.pointee.codecpar?.pointee
      }.filter { $0.codec_type == kind }
      return all.count == 1 ? all.first : nil
    }
    switch part {
    case .all: return false
    case .pictures:
      guard let codec = only(AVMEDIA_TYPE_VIDEO) else { return false }
      return [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(codec.codec_id)
        && codec.extradata_size > 0
    case .sound:
      // Coded sound may turn out to be of another rate than its header says.
      guard let codec = only(AVMEDIA_TYPE_AUDIO) else { return false }
      return av_get_exact_bits_per_sample(codec.codec_id) > 0 && codec.sample_rate > 0
        && codec.ch_layout.nb_channels > 0
    }
  }

  /// Has the library read and decode what it needs to describe all streams; what those pictures
  /// look like does not matter, so the costly last steps of decoding are left out.
  private static func lookInside(_ context: UnsafeMutablePointer<AVFormatContext>) -> Int32 {
    var options = (0..<Int(context.pointee.nb_streams)).map { _ -> OpaquePointer? in
      var dictionary: OpaquePointer?
      for step in ["skip_loop_filter", "skip_idct"] { av_dict_set(&dictionary, step, "all", 0) }
      return dictionary
    }
    defer { for index in options.indices { av_dict_free(&options[index]) } }
    return avformat_find_stream_info(context, &options)
  }
}

extension AVStream {
  /// FFmpeg's name of the codec (avcodec_get_name).
  var codecName: String {
    codecpar.map { String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? "unknown"
  }
}
