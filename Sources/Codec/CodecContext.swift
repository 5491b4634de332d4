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
  /// It treats every doubt about the data as an error. Pictures come out as soon as they are
  /// known: without frame threads, which would hold some back, and before the next one tells that
  /// no other has to be shown first.
  static func decoder(
    _ name: String, parameters: UnsafePointer<AVCodecParameters>? = nil
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
    context.pointer.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
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
    var options = Options(settings)
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
    try send(packet)
    return try receive(into: picture) && picture.isSound
  }
}

extension CodecContext {
  /// Ends the stream of a decoder and takes a picture it still held back; false when there is none.
  ///
  /// `avcodec_flush_buffers` makes it ready for a new stream.
  func decodeEnd(into picture: borrowing Picture) throws(CodecError) -> Bool {
    try sendEnd()
    return try receive(into: picture) && picture.isSound
  }

  /// Gives a packet to the decoder (avcodec_send_packet); take all pictures before the next one.
  func send(_ packet: borrowing Packet) throws(CodecError) {
    try checked(avcodec_send_packet(pointer, packet.pointer), .decode, name)
  }

  /// Tells the decoder that nothing follows.
  func sendEnd() throws(CodecError) {
    try checked(avcodec_send_packet(pointer, nil), .decode, name)
  }

  /// Takes the next picture (avcodec_receive_frame), sound or not; false when none is ready.
  func receive(into picture: borrowing Picture) throws(CodecError) -> Bool {
    let result = AVCode(rawValue: avcodec_receive_frame(pointer, picture.pointer))
    if result == .again || result == .endOfFile { return false }
    try checked(result.rawValue, .decode, name)
    return true
  }
}
