import CLibAV

/// An AVCodecContext: one opened encoder or decoder.
struct CodecContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVCodecContext>
  /// The codec's name in FFmpeg, for errors.
  let name: String

  /// Opens the encoder called `name` after `configure` has filled in its fields.
  static func encoder(
    _ name: String, options: [String: String] = [:],
    configure: (inout AVCodecContext) -> Void
  ) throws(CodecError) -> CodecContext {
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw CodecError(.prepare, .noEncoder, name)
    }
    let context = try CodecContext(of: codec, name)
    configure(&context.pointer.pointee)
    try context.open(codec, options)
    return context
  }

  /// Opens the decoder called `name`; with `parameters` it takes over a stream's description.
  ///
  /// It treats every doubt about the data as an error and has no frame threads, which would hold
  /// pictures back. A live one gives each picture before the next one tells that no other has to be
  /// shown first.
  static func decoder(
    _ name: String, parameters: UnsafePointer<AVCodecParameters>? = nil, isLive: Bool = false,
    options: [String: String] = [:]
  ) throws(CodecError) -> CodecContext {
    guard let codec = avcodec_find_decoder_by_name(name) else {
      throw CodecError(.prepare, .noDecoder, name)
    }
    let context = try CodecContext(of: codec, name)
    if let parameters {
      try checked(avcodec_parameters_to_context(context.pointer, parameters), .prepare, name)
    }
    context.pointer.pointee.err_recognition = AV_EF_EXPLODE | AV_EF_CRCCHECK
    context.pointer.pointee.thread_count = 1
    if isLive { context.pointer.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
    try context.open(codec, options)
    return context
  }

  /// Opens the decoder called `name` for a stream with this header (extradata).
  static func decoder(_ name: String, header: [UInt8]) throws(CodecError) -> CodecContext {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let filled = try allocated(parameters, .prepare, name)
    // Parsers read past the end, up to the padding.
    let padded = header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let copy = try allocated(av_mallocz(padded), .prepare, name)
    copy.copyMemory(from: header, byteCount: header.count)
    filled.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
    filled.pointee.extradata_size = Int32(header.count)
    filled.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    filled.pointee.codec_id = AV_CODEC_ID_H264
    return try decoder(name, parameters: filled)
  }

  /// Opens the decoder of a stream of any file; it makes the best of damaged data, as a player does.
  ///
  /// Frame threads hold as many pictures back as there are threads, which only costs time at the
  /// beginning.
  static func player(of stream: AVStream, threads: Int) throws(CodecError) -> CodecContext {
    guard let parameters = stream.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw CodecError(.prepare, .noDecoder, stream.codecName) }
    let context = try CodecContext(of: codec, String(cString: codec.pointee.name))
    try checked(avcodec_parameters_to_context(context.pointer, parameters), .prepare, context.name)
    // Without it the decoder cannot cut the samples that an encoder put before the first real one.
    context.pointer.pointee.pkt_timebase = stream.time_base
    context.pointer.pointee.thread_count = Int32(threads)
    try context.open(codec, [:])
    return context
  }

  private init(of codec: UnsafePointer<AVCodec>, _ name: String) throws(CodecError) {
    pointer = try allocated(avcodec_alloc_context3(codec), .prepare, name)
    self.name = name
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = pointer
    avcodec_free_context(&context)
  }

  private func open(
    _ codec: UnsafePointer<AVCodec>, _ settings: [String: String]
  ) throws(CodecError) {
    var options = try Options(settings)
    try checked(avcodec_open2(pointer, codec, &options.pointer), .prepare, name)
    try options.checkAllUsed(by: name)
  }

  /// The codec's global header (extradata).
  var header: [UInt8] {
    let size = Int(pointer.pointee.extradata_size)
    return Array(UnsafeBufferPointer(start: pointer.pointee.extradata, count: size))
  }

  /// Gives a frame to the encoder, or the end with nil, and calls `receive` for each packet that
  /// becomes ready.
  func encode(
    _ frame: UnsafePointer<AVFrame>?, _ operation: CodecError.Operation,
    _ receive: (borrowing Packet) -> Void
  ) throws(CodecError) {
    try checked(avcodec_send_frame(pointer, frame), operation, name)
    let packet = try Packet()
    while true {
      let result = AVCode(rawValue: avcodec_receive_packet(pointer, packet.pointer))
      if result == .again || result == .endOfFile { return }
      try checked(result.rawValue, operation, name)
      receive(packet)
      packet.clear()
    }
  }

  /// Decodes one packet that holds one whole picture; false when it holds none.
  func decode(_ packet: borrowing Packet, into picture: borrowing Picture) throws(CodecError)
    -> Bool
  {
    try checked(avcodec_send_packet(pointer, packet.pointer), .decode, name)
    let result = AVCode(rawValue: avcodec_receive_frame(pointer, picture.pointer))
    if result == .again { return false }
    try checked(result.rawValue, .decode, name)
    return picture.isSound
  }
}

extension CodecContext {
  /// Ends the stream of a decoder and takes a picture it still held back; false when there is none.
  ///
  /// `avcodec_flush_buffers` makes it ready for a new stream.
  func decodeEnd(into picture: borrowing Picture) throws(CodecError) -> Bool {
    try checked(avcodec_send_packet(pointer, nil), .decode, name)
    let result = AVCode(rawValue: avcodec_receive_frame(pointer, picture.pointer))
    if result == .endOfFile { return false }
    try checked(result.rawValue, .decode, name)
    return picture.isSound
  }
}

extension CodecContext {
  /// What a decoder has to give.
  enum Given {
    /// A whole frame.
    case frame
    /// Nothing, because a packet was damaged.
    case damage
    /// Nothing before the next packet, or the end.
    case nothing
  }

  /// Gives a packet to a decoder, or the end with nil; false when it is damaged.
  ///
  /// Everything the decoder has must have been received before (avcodec_send_packet).
  func send(_ packet: UnsafePointer<AVPacket>?) throws(CodecError) -> Bool {
    let result = AVCode(rawValue: avcodec_send_packet(pointer, packet))
    if result == .noMemory { throw CodecError(.decode, result, name) }
    return result.rawValue >= 0 || result == .endOfFile
  }

  /// Takes the next frame of a stream (avcodec_receive_frame).
  func receive(into frame: borrowing Picture) throws(CodecError) -> Given {
    let result = AVCode(rawValue: avcodec_receive_frame(pointer, frame.pointer))
    switch result {
    case .again, .endOfFile: return .nothing
    case .noMemory: throw CodecError(.decode, result, name)
    default: return result.rawValue >= 0 && frame.isSound ? .frame : .damage
    }
  }

  /// Forgets everything, for a stream that goes on elsewhere (avcodec_flush_buffers).
  func flush() { avcodec_flush_buffers(pointer) }
}
