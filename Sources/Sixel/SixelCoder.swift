import CSixel
package import Frames
import Units

/// Codes pictures as sixel graphics (DEC's DCS q), with libsixel.
package enum SixelCoder {
  /// A whole device control string that shows `picture` in at most so many colours, 16 to 256.
  ///
  /// The colours are chosen for each picture. No dithering: its grain would cost half as many bytes
  /// again, and flicker with each picture.
  package static func code(
    _ picture: PreviewPicture, colours: Int
  ) throws(SixelError) -> [UInt8] {
    var bytes: [UInt8] = []
    try withUnsafeMutablePointer(to: &bytes) { (bytes) throws(SixelError) in
      let output = try output(into: bytes)
      defer { sixel_output_unref(output) }
      var dither: OpaquePointer?
      try check(sixel_dither_new(&dither, Int32(colours), nil), .prepare)
      defer { sixel_dither_unref(dither) }
      // libsixel writes into what it is given.
      var pixels = picture.pixels
      let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
      try check(
        sixel_dither_initialize(
          dither, &pixels, width, height, SIXEL_PIXELFORMAT_RGB888,
          SIXEL_LARGE_NORM, SIXEL_REP_CENTER_BOX,
          SIXEL_QUALITY_LOW), .chooseColours)
      whiten(dither)
      sixel_dither_set_diffusion_type(dither, SIXEL_DIFFUSE_NONE)
      try check(sixel_encode(&pixels, width, height, 3, dither, output), .code)
    }
    return bytes
  }

  /// libsixel drops three bits of each colour and leaves them zero, so that white would be grey.
  private static func whiten(_ dither: OpaquePointer?) {
    guard let palette = sixel_dither_get_palette(dither) else { return }
    for index in 0..<3 * Int(sixel_dither_get_num_of_palette_colors(dither)) {
      palette[index] |= palette[index] >> 5
    }
  }

  /// What libsixel writes goes to the end of `bytes`.
  private static func output(
    into bytes: UnsafeMutablePointer<[UInt8]>
  ) throws(SixelError) -> OpaquePointer? {
    var output: OpaquePointer?
    try check(
      sixel_output_new(
        &output,
        { piece, count, bytes in
          guard let piece, let bytes = bytes?.assumingMemoryBound(to: [UInt8].self) else {
            return 0
          }
          bytes.pointee += UnsafeRawBufferPointer(start: piece, count: Int(count))
          return count
        }, bytes, nil), .prepare)
    return output
  }

  private static func check(
    _ status: Int32, _ operation: SixelError.Operation
  ) throws(SixelError) {
    if csixel_failed(status) != 0 {
      throw SixelError(
        operation: operation, code: SixelError.Code(rawValue: status), subject: "a picture")
    }
  }
}
