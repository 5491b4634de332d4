package import Frames
package import Recording
package import Units

/// Hands a camera's H.264 on as it came, and codes anew only what cannot be copied.
///
/// A picture is copied when decoding can begin with it, or when the one before it in the camera's
/// stream was copied as the frame before. Where a take begins between two key frames, a picture is
/// missing or comes again, the frames up to the camera's next key frame are coded by libx264, with
/// parameter sets of their own number beside the camera's. Stays on the encoder lane.
package final class H264Store: VideoEncoder {
  package let configuration: [UInt8]
  package let damagedFrames = 0
  package var colour: ColourCode? { camera.colour }
  package private(set) var note: String?

  private let camera: CameraCoding
  private let isVariable: Bool
  private var canvas: Canvas
  private var coder: X264Coder
  /// The newest picture, when it was copied: where it lies in the stream and in the take.
  private var copied: (number: Int64, frame: Int64)?
  /// The newest key frame that was copied.
  private var key: Int64 = 0
  private let longest: Int64
  /// The newest frame, to be shown again.
  private var last: VideoFrame?

  /// No group is copied beyond this length.
  ///
  /// A ring keeps whole groups, and a cut codes as much anew as lies before the next key frame.
  /// libx264's own 250 pictures are 8 s at 30 a second.
  private static let longestGroup = MediaTime.seconds(Int64(10))

  /// Stores pictures coded like those of `camera`; nil when these settings, or its parameter sets, do
  /// not let them be copied.
  package init?(settings: VideoSettings, camera: CameraCoding) throws(CodecError) {
    guard settings.codec == .h264, (settings.framing ?? .native) == .native,
      SequenceParameters(record: camera.configuration, otherwise: .take)?.size == settings.size
    else { return nil }
    let coder = try X264Coder(settings, camera.colour, sets: 1)
    guard let joined = ParameterSets.joined(camera.configuration, coder.configuration) else {
      return nil
    }
    configuration = joined
    canvas = try Canvas(settings)
    self.coder = coder
    self.camera = camera
    isVariable = settings.isVariable
    longest = settings.rate.frame(nearest: Self.longestGroup)
  }

  package func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    last = frame
    guard let coded = frame.coded, follows(coded, as: index) else {
      copied = nil
      return try code(frame, index: index)
    }
    let before = try coder.end()
    copied = (coded.number, index)
    if coded.isKey { key = index }
    return before + [EncodedPacket(bytes: coded.bytes, frame: index, isKey: coded.isKey)]
  }

  package func repeatLast(index: Int64) throws -> [EncodedPacket] {
    copied = nil
    return try last.map { try code($0, index: index) } ?? []
  }

  package func flush() throws -> [EncodedPacket] { try coder.end(whenFit: true) }

  package func finish() throws -> [EncodedPacket] { try coder.end() }

  private func follows(_ coded: CodedPicture, as index: Int64) -> Bool {
    guard coded.coding == camera else {
      note = "The camera has changed how it codes its H.264: its pictures are coded anew."
      return false
    }
    if coded.isKey { return true }
    guard let copied, copied.number + 1 == coded.number, isVariable || copied.frame + 1 == index
    else { return false }
    guard index - key < longest else {
      note =
        "The camera's key frames are more than \(Self.longestGroup.text) apart: some of its pictures "
        + "are coded anew."
      return false
    }
    return true
  }

  /// As they are: what the numbers mean stays the camera's.
  private func code(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    let plain = VideoFrame(
      format: frame.format, size: frame.size, stride: frame.stride, colour: .take,
      capturedAt: frame.capturedAt, memory: frame.memory)
    _ = try canvas.draw(plain)
    return try coder.code(canvas.picture, index: index)
  }
}
