import CLibAV
import Units

/// An AVFormatContext that reads one of rushes' own files packet by packet.
///
/// `avformat_find_stream_info` is left out: it decodes pictures to learn what the headers of own
/// files say anyway, which was most of the time of joining twenty takes.
struct Demuxer: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>
  let path: String

  /// Opens a file and reads its headers; `format` is the demuxer's name.
  init(_ path: String, format: String) throws(CodecError) {
    var context = avformat_alloc_context()
    // Stamps and packets as the file has them: nothing parsed, nothing guessed. Fragments are read
    // as they come: reading all of them first would let a torn last one spoil the whole file.
    context?.pointee.flags |= AVFMT_FLAG_NOPARSE | AVFMT_FLAG_NOFILLIN | AVFMT_FLAG_IGNIDX
    // Frees the context when it fails.
    try checked(
      avformat_open_input(&context, "file:" + path, av_find_input_format(format), nil), .open, path)
    pointer = try allocated(context, .open, path)
    self.path = path
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&context)
  }

  /// The first stream of a kind, and its number.
  func stream(_ kind: AVMediaType) -> (index: Int32, stream: AVStream, codec: AVCodecParameters)? {
    for index in 0..<Int(pointer.pointee.nb_streams) {
      guard let stream = pointer.pointee.streams[index], let codec = stream.pointee.codecpar,
        codec.pointee.codec_type == kind
      else { continue }
      return (Int32(index), stream.pointee, codec.pointee)
    }
    return nil
  }

  /// A tag of the whole file (AVFormatContext.metadata); nil when it has none of that name.
  func tag(_ name: String) -> String? {
    av_dict_get(pointer.pointee.metadata, name, nil, 0).map { String(cString: $0.pointee.value) }
  }

  /// Leaves the packets of stream `index` out (AVStream.discard).
  func passOver(_ index: Int32) {
    pointer.pointee.streams[Int(index)]?.pointee.discard = AVDISCARD_ALL
  }

  /// Where a packet without B-frames ends, in ticks of its stream: at the next one that the index
  /// knows of, or at the end of the track as far as it was read.
  ///
  /// Packets of a file in fragments do not say how long they last.
  func end(of packet: borrowing Packet) -> Int64? {
    let found = packet.pointer.pointee
    guard let stream = pointer.pointee.streams[Int(found.stream_index)] else { return nil }
    let next = av_index_search_timestamp(stream, found.dts + 1, AVSEEK_FLAG_ANY)
    guard next >= 0 else { return stream.pointee.duration }
    return avformat_index_get_entry(stream, next)?.pointee.timestamp
  }

  /// Reads the next packet (av_read_frame); false at the end of the file.
  func read(into packet: borrowing Packet) throws(CodecError) -> Bool {
    packet.clear()
    let result = AVCode(rawValue: av_read_frame(pointer, packet.pointer))
    if result == .endOfFile { return false }
    try checked(result.rawValue, .read, path)
    return true
  }
}

extension AVCodecParameters {
  /// The decoder configuration stored with the stream.
  var header: [UInt8] { Array(UnsafeBufferPointer(start: extradata, count: Int(extradata_size))) }
}
