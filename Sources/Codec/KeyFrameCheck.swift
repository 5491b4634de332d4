import CLibAV
import Frames
import Recording

/// Decodes the key frames of a take, of which damage may have left nothing but their length.
final class KeyFrameCheck {
  private let decoder: CodecContext
  private let picture: Picture
  private var isFirst = true

  /// Prepares for the pictures of a take.
  init(_ take: TakeFileReader) throws(CodecError) {
    let decoder = try CodecContext.decoder(take.codec.decoder, header: take.configuration)
    // Faults show while the bits are read; nobody sees these pictures.
    decoder.pointer.pointee.skip_loop_filter = AVDISCARD_ALL
    picture = try Picture()
    self.decoder = decoder
  }

  /// True for a picture that can be decoded, or hangs on others; false for a first one that does.
  func isGood(_ packet: EncodedPacket) throws(CodecError) -> Bool {
    defer { isFirst = false }
    guard packet.isKey else { return !isFirst }
    defer { decoder.flush() }
    let coded = try Packet.copy(of: packet.bytes, stream: 0)
    guard try decoder.send(coded.pointer), try decoder.send(nil) else { return false }
    if case .frame = try decoder.receive(into: picture) { return true }
    return false
  }
}
