import CLibAV
import Frames
import Units

/// Decodes the pictures of a Motion JPEG camera, one after another.
struct JPEGDecoder: ~Copyable {
  private let context: CodecContext
  private let picture: Picture

  /// Opens libavcodec's decoder; with a `reduction` of 1 to 3 it makes pictures of a half, a quarter
  /// or an eighth of the width and height, and takes less time.
  init(reduction: Int = 0) throws(CodecError) {
    // Both exist before either is stored: a noncopyable value cannot be half made.
    let context = try CodecContext.decoder(
      "mjpeg", options: reduction == 0 ? [:] : ["lowres": "\(reduction)"])
    let picture = try Picture()
    self.context = context
    self.picture = picture
  }

  /// Decodes one JPEG; nil when any part of it is damaged.
  ///
  /// The planes are good until the next call.
  func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Planes? {
    let packet = try Packet.copy(of: bytes)
    do throws(CodecError) {
      guard try context.decode(packet, into: picture) else { return nil }
    } catch {
      if error.code == .noMemory { throw error }
      return nil
    }
    let frame = picture.pointer.pointee
    return Planes(
      format: AVPixelFormat(frame.format).withoutRange,
      size: PixelSize(width: Int(frame.width), height: Int(frame.height)),
      // JFIF: always BT.601 and full range, whatever the driver says of the device.
      colour: ColourTags(matrix: .bt601, isFullRange: true),
      pointers: [
        UnsafePointer(frame.data.0), UnsafePointer(frame.data.1), UnsafePointer(frame.data.2), nil,
      ],
      strides: [frame.linesize.0, frame.linesize.1, frame.linesize.2, 0])
  }
}
