import CLibAV
import Glibc
import Recording
import Units

/// An AVFormatContext that writes a file which did not exist before, and a second descriptor of
/// that file for syncing.
struct Muxer: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>
  let path: String
  private let descriptor: Int32

  /// Creates the file and a muxer called `format` for it; the path's ending does not matter.
  static func create(_ path: String, format: String) throws(CodecError) -> Muxer {
    // FFmpeg itself would overwrite what is there.
    let descriptor = uninterrupted {
      open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else { throw CodecError(.create, AVCode(errno: errno), path) }
    var context: UnsafeMutablePointer<AVFormatContext>?
    // The protocol is named because a path such as "12:30.mov" would else be taken for a URL.
    let made = avformat_alloc_output_context2(&context, nil, format, "file:" + path)
    guard made >= 0, let context else {
      close(descriptor)
      unlink(path)
      throw CodecError(.create, AVCode(rawValue: made), path)
    }
    let muxer = Muxer(pointer: context, path: path, descriptor: descriptor)
    let opened = avio_open(&context.pointee.pb, context.pointee.url, AVIO_FLAG_WRITE)
    if opened < 0 { unlink(path) }
    try checked(opened, .create, path)
    return muxer
  }

  private init(
    pointer: UnsafeMutablePointer<AVFormatContext>, path: String, descriptor: Int32
  ) {
    self.pointer = pointer
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    avio_closep(&pointer.pointee.pb)
    avformat_free_context(pointer)
    close(descriptor)
  }

  /// Adds a stream of `codec` and has its parameters and time base filled in.
  func addStream(
    _ codec: AVCodecID, header: [UInt8] = [], timeBase: AVRational,
    _ describe: (inout AVCodecParameters, inout AVStream) -> Void
  ) throws(CodecError) {
    let stream = try allocated(avformat_new_stream(pointer, nil), .create, path)
    let parameters = try allocated(stream.pointee.codecpar, .create, path)
    stream.pointee.time_base = timeBase
    parameters.pointee.codec_id = codec
    if !header.isEmpty {
      // Parsers read past the end, up to the padding.
      let padded = header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
      let copy = try allocated(av_mallocz(padded), .create, path)
      copy.copyMemory(from: header, byteCount: header.count)
      parameters.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
      parameters.pointee.extradata_size = Int32(header.count)
    }
    describe(&parameters.pointee, &stream.pointee)
  }

  /// Adds the picture stream of a session or movie; `turn` is what players are told to do with it,
  /// `tag` the container's name of the codec where it is not the usual one.
  func addVideo(
    _ settings: VideoSettings, configuration: [UInt8], colour: ColourCode = .take,
    reorder: Int64 = 0, turn: Framing.Rotation = .upright, tag: FourCC? = nil
  ) throws(CodecError) {
    let timeBase = AVRational(num: 1, den: Int32(FrameRate.ticksPerSecond))
    try addStream(settings.codec.id, header: configuration, timeBase: timeBase) {
      parameters, stream in
      parameters.codec_type = AVMEDIA_TYPE_VIDEO
      parameters.width = Int32(settings.width)
      parameters.height = Int32(settings.height)
      settings.codec.describe(colour, in: &parameters)
      if let tag { parameters.codec_tag = tag.rawValue }
      parameters.video_delay = Int32(reorder)
      parameters.sample_aspect_ratio = AVRational(num: 1, den: 1)
      stream.sample_aspect_ratio = AVRational(num: 1, den: 1)
      // Matroska would say of pictures with their own times how long each lasts.
      guard !settings.isVariable else { return }
      stream.avg_frame_rate = AVRational(
        num: Int32(settings.rate.frames), den: Int32(settings.rate.seconds))
    }
    guard turn != .upright, let stream = pointer.pointee.streams[0] else { return }
    let matrix = try allocated(cav_new_display_matrix(stream), .create, path)
    for (index, value) in DisplayMatrix(turn, size: settings.size).values.enumerated() {
      matrix[index] = value
    }
  }

  /// Adds a 48 kHz stereo stream.
  func addAudio(_ codec: AVCodecID, header: [UInt8] = [], padding: Int = 0, frame: Int = 0)
    throws(CodecError)
  {
    let timeBase = AVRational(num: 1, den: Int32(AudioFormat.takeRate))
    try addStream(codec, header: header, timeBase: timeBase) { parameters, _ in
      parameters.codec_type = AVMEDIA_TYPE_AUDIO
      parameters.sample_rate = Int32(AudioFormat.takeRate)
      parameters.initial_padding = Int32(padding)
      parameters.frame_size = Int32(frame)
      av_channel_layout_default(&parameters.ch_layout, 2)
    }
  }

  /// Writes the header (avformat_write_header); when that fails the new file is taken away again.
  func begin(_ settings: [String: String], tags: [String: String] = [:]) throws(CodecError) {
    do throws(CodecError) {
      var options = try Options(settings)
      try checked(avformat_init_output(pointer, &options.pointer), .create, path)
      // After the call above, which puts FFmpeg's own name into the tags.
      for (name, value) in tags {
        try Options.set(name, to: value, in: &pointer.pointee.metadata)
      }
      try checked(avformat_write_header(pointer, nil), .create, path)
      try options.checkAllUsed(by: path)
      try checkFile(.create)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Throws what the file itself reported so far, which muxers do not always pass on.
  func checkFile(_ operation: CodecError.Operation) throws(CodecError) {
    guard let file = pointer.pointee.pb else { return }
    try checked(file.pointee.error, operation, path)
  }

  /// Stamps a packet in 1/`perSecond` s, which the muxer's own time base may differ from.
  func stamp(
    _ packet: borrowing Packet, at time: Int64, decodedAt decodeTime: Int64? = nil,
    lasting duration: Int64, perSecond: Int64
  ) {
    packet.pointer.pointee.pts = time
    packet.pointer.pointee.dts = decodeTime ?? time
    packet.pointer.pointee.duration = duration
    let stream = pointer.pointee.streams[Int(packet.pointer.pointee.stream_index)]
    guard let stream else { return }
    av_packet_rescale_ts(
      packet.pointer, AVRational(num: 1, den: Int32(perSecond)), stream.pointee.time_base)
  }

  /// Makes everything handed to the kernel so far survive a power cut (fdatasync).
  func syncData() throws(CodecError) {
    avio_flush(pointer.pointee.pb)
    try checkFile(.write)
    guard uninterrupted({ fdatasync(descriptor) }) == 0 else {
      throw CodecError(.sync, AVCode(errno: errno), path)
    }
  }

  /// Makes the file's name survive a power cut (fsync of its folder).
  func syncName() throws(CodecError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = uninterrupted { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw CodecError(.sync, AVCode(errno: errno), folder) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder and say EINVAL.
    guard uninterrupted({ fsync(descriptor) }) == 0 || errno == EINVAL else {
      throw CodecError(.sync, AVCode(errno: errno), folder)
    }
  }

  /// Writes the trailer, closes FFmpeg's side of the file and syncs it with its length (fsync).
  func end() throws(CodecError) {
    let trailer = av_write_trailer(pointer)
    let file = pointer.pointee.pb?.pointee.error ?? 0
    let closed = avio_closep(&pointer.pointee.pb)
    // The file's own error first: it names the cause.
    for result in [file, trailer, closed] { try checked(result, .finish, path) }
    guard uninterrupted({ fsync(descriptor) }) == 0 else {
      throw CodecError(.sync, AVCode(errno: errno), path)
    }
  }
}
