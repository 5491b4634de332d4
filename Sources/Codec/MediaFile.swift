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

  /// Opens a file and reads as much of it as tells what is inside (avformat_find_stream_info).
  init(_ path: String) throws(CodecError) {
    var context: UnsafeMutablePointer<AVFormatContext>?
    // As a file and nothing else, whatever its name looks like.
    try checked(avformat_open_input(&context, "file:" + path, nil, nil), .open, path)
    let pointer = try allocated(context, .open, path)
    let found = avformat_find_stream_info(pointer, nil)
    guard found >= 0 else {
      avformat_close_input(&context)
      throw CodecError(.open, AVCode(rawValue: found), path)
    }
    self.pointer = pointer
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

extension AVStream {
  /// FFmpeg's name of the codec (avcodec_get_name).
  var codecName: String {
    codecpar.map { String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? "unknown"
  }
}
