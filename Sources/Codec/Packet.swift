import CLibAV

/// An AVPacket that is freed with its owner.
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Makes an empty packet to receive into (av_packet_alloc).
  init() throws(CodecError) {
    pointer = try allocated(av_packet_alloc(), .prepare, "a packet")
  }

  /// Makes a packet with a copy of `bytes`, padded as decoders need it (av_new_packet).
  static func copy(of bytes: UnsafeRawBufferPointer) throws(CodecError) -> Packet {
    let packet = try Packet()
    try checked(av_new_packet(packet.pointer, Int32(bytes.count)), .prepare, "a packet")
    UnsafeMutableRawBufferPointer(start: packet.pointer.pointee.data, count: bytes.count)
      .copyMemory(from: bytes)
    return packet
  }

  /// Makes a packet with a copy of `bytes` for stream `stream` of a file.
  static func copy(of bytes: [UInt8], stream: Int32) throws(CodecError) -> Packet {
    let packet = try Packet()
    try checked(av_new_packet(packet.pointer, Int32(bytes.count)), .prepare, "a packet")
    packet.pointer.pointee.data.update(from: bytes, count: bytes.count)
    packet.pointer.pointee.stream_index = stream
    return packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
  }

  /// The packet's content, only as long as the packet is not touched.
  var data: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }

  /// True when decoding can begin here.
  var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Empties it for the next use (av_packet_unref).
  func clear() { av_packet_unref(pointer) }
}
