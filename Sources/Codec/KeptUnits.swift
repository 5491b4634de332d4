import CLibAV
import Frames
import Units

/// The packets of a file's H.264, kept until their pictures are decoded.
struct KeptUnits {
  /// What the numbers in the decoded pictures mean.
  let colour: ColourTags
  private var stream: UnitStream
  private var waiting: [Int64: CodedPicture] = [:]

  /// More than any decoder holds back: those without a picture do not pile up.
  private static let mostWaiting = 64

  /// Prepares to keep the packets of a stream; nil when they could not be stored as they are.
  ///
  /// With B-frames a take could not end at any frame.
  init?(_ codec: AVCodecParameters) {
    let guess = ColourCode(guessedFor: codec)
    guard codec.codec_id == AV_CODEC_ID_H264, codec.video_delay == 0,
      let plain = SequenceParameters(record: codec.header, otherwise: guess),
      plain.size == PixelSize(width: Int(codec.width), height: Int(codec.height)),
      plain.size == plain.size.roundedToEven, [1, 5, 6].contains(plain.colour.matrix)
    else { return nil }
    colour = ColourTags(plain.colour)
    stream = UnitStream(CameraCoding(configuration: codec.header, colour: plain.colour))
  }

  /// A packet goes to the decoder.
  mutating func read(_ packet: UnsafePointer<AVPacket>) {
    let bytes = UnsafeRawBufferPointer(
      start: packet.pointee.data, count: Int(packet.pointee.size))
    let isTorn = packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
    guard let unit = stream.picture(inPacket: bytes), !isTorn else { return }
    if waiting.count >= Self.mostWaiting { forget() }
    waiting[packet.pointee.pts] = unit
  }

  /// The packet whose picture has this stamp.
  mutating func take(_ stamp: Int64) -> CodedPicture? { waiting.removeValue(forKey: stamp) }

  /// The stream goes on elsewhere.
  mutating func forget() { waiting.removeAll() }
}

extension ColourCode {
  /// What a container says of its pictures, and where it says nothing what players take for granted.
  fileprivate init(guessedFor codec: AVCodecParameters) {
    func known(_ code: UInt32, _ otherwise: Int) -> Int {
      code == 0 || code == 2 ? otherwise : Int(code)
    }
    let isHighDefinition = codec.width >= 1280 || codec.height > 576
    self.init(
      primaries: known(codec.color_primaries.rawValue, 1),
      transfer: known(codec.color_trc.rawValue, 1),
      matrix: known(codec.color_space.rawValue, isHighDefinition ? 1 : 6),
      range: codec.color_range == AVCOL_RANGE_JPEG ? 2 : 1)
  }
}
