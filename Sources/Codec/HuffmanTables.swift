import CLibAV

/// FFmpeg's `mjpeg2jpeg` bitstream filter: puts the standard Huffman tables into pictures of
/// cameras that leave them out.
struct HuffmanTables: ~Copyable {
  private let filter: UnsafeMutablePointer<AVBSFContext>
  private static let name = "mjpeg2jpeg"

  /// Sets the filter up (av_bsf_init).
  static func open() throws(CodecError) -> HuffmanTables {
    guard let kind = av_bsf_get_by_name(Self.name) else {
      throw CodecError(.prepare, .noDecoder, Self.name)
    }
    var made: UnsafeMutablePointer<AVBSFContext>?
    try checked(av_bsf_alloc(kind, &made), .prepare, Self.name)
    let tables = HuffmanTables(filter: try allocated(made, .prepare, Self.name))
    tables.filter.pointee.par_in.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    tables.filter.pointee.par_in.pointee.codec_id = AV_CODEC_ID_MJPEG
    try checked(av_bsf_init(tables.filter), .prepare, Self.name)
    return tables
  }

  private init(filter: UnsafeMutablePointer<AVBSFContext>) { self.filter = filter }

  deinit {
    var filter: UnsafeMutablePointer<AVBSFContext>? = filter
    av_bsf_free(&filter)
  }

  /// The picture with the tables of ITU-T T.81, annex K.3, behind a new JFIF header.
  func inserted(into picture: UnsafeRawBufferPointer) throws(CodecError) -> [UInt8] {
    let packet = try Packet.copy(of: picture)
    try checked(av_bsf_send_packet(filter, packet.pointer), .encode, Self.name)
    try checked(av_bsf_receive_packet(filter, packet.pointer), .encode, Self.name)
    return Array(packet.data)
  }
}
