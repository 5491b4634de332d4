import CLibAV
import Frames
import Recording
import Units

/// Decodes a camera's H.264, one access unit after another, and after damage goes on at the next
/// key frame.
struct AccessUnitDecoder: ~Copyable {
  private let context: CodecContext
  private let picture: Picture
  private let pool = FramePool()
  /// Units whose pictures did not come yet, oldest first: when they were captured, and how they are
  /// coded where that is kept.
  private var waiting: [(stamp: MediaTime, coded: CodedPicture?)] = []
  /// The camera's stream, where its units are kept.
  private var stream: UnitStream?

  /// Units that a decoder may hold back to put pictures in order (H.264 allows 16 pictures);
  /// a unit older than that has no picture.
  private static let mostWaiting = 16

  /// Opens libavcodec's decoder; with `keepsCoding` frames bring along what they were coded as.
  init(keepsCoding: Bool = false) throws(CodecError) {
    // Both exist before either is stored: a noncopyable value cannot be half made.
    let context = try CodecContext.decoder(VideoCodec.h264.decoder, isLive: true)
    let picture = try Picture()
    self.context = context
    self.picture = picture
    stream = keepsCoding ? UnitStream() : nil
  }

  /// Decodes a whole unit; frames get the capture time of the unit they were coded in.
  ///
  /// A unit without a usable picture becomes `skipped`. Throws only when memory runs out.
  mutating func decode(_ unit: VideoFrame) throws(CodecError) -> [VideoSourceEvent] {
    let coded = unit.memory.withBytes { stream?.picture(inStream: $0, unit.colour) }
    waiting.append((unit.capturedAt, coded))
    let packet = try Packet.copy(of: unit.memory.withBytes { Array($0) }, stream: 0)
    packet.pointer.pointee.pts = unit.capturedAt.nanoseconds
    guard try context.send(packet.pointer) else { return skipAll("damaged") }
    var events = try received(with: unit.colour)
    while waiting.count > Self.mostWaiting { events.append(skipFirst()) }
    return events
  }

  /// Something was lost before the next unit: no picture is usable up to the next key frame.
  mutating func unitsWereLost() -> [VideoSourceEvent] { skipAll("cut off by a loss") }

  /// Gives what the decoder still held back; no unit may follow.
  mutating func finish() -> [VideoSourceEvent] {
    var events: [VideoSourceEvent] = []
    do throws(CodecError) {
      if try context.send(nil) { events = try received(with: .take) }
    } catch {}
    while !waiting.isEmpty { events.append(skipFirst()) }
    return events
  }

  /// All that the decoder has to give.
  private mutating func received(with tags: ColourTags) throws(CodecError) -> [VideoSourceEvent] {
    var events: [VideoSourceEvent] = []
    while true {
      switch try context.receive(into: picture) {
      case .frame: events += try taken(with: tags)
      case .damage: return events + skipAll("damaged")
      case .nothing: return events
      }
    }
  }

  /// The picture at hand, behind the units before it that turned out to have none.
  private mutating func taken(with tags: ColourTags) throws(CodecError) -> [VideoSourceEvent] {
    let stamp = MediaTime(nanoseconds: picture.pointer.pointee.pts)
    var events: [VideoSourceEvent] = []
    while let first = waiting.first, first.stamp < stamp { events.append(skipFirst()) }
    // Live encoders put no picture out of order; one that comes late was skipped above.
    guard waiting.first?.stamp == stamp else { return events }
    let coded = waiting.removeFirst().coded
    guard let frame = try frame(at: stamp, tags, coded) else {
      return events + [.skipped("not 8-bit 4:2:0")]
    }
    return events + [.frame(frame)]
  }

  /// Copies the picture at hand out of the decoder's memory, rows without padding.
  private func frame(
    at stamp: MediaTime, _ tags: ColourTags, _ coded: CodedPicture?
  ) throws(CodecError) -> VideoFrame? {
    let decoded = picture.pointer.pointee
    let isFull = AVPixelFormat(decoded.format) == AV_PIX_FMT_YUVJ420P
    guard isFull || AVPixelFormat(decoded.format) == AV_PIX_FMT_YUV420P else { return nil }
    let size = PixelSize(width: Int(decoded.width), height: Int(decoded.height))
    let count = PixelFormat.yu12.byteCount(height: size.height, stride: size.width)
    let planes: [UnsafePointer<UInt8>?] = [
      UnsafePointer(decoded.data.0), UnsafePointer(decoded.data.1), UnsafePointer(decoded.data.2),
      nil,
    ]
    let strides = [decoded.linesize.0, decoded.linesize.1, decoded.linesize.2, 0]
    var result: Int32 = 0
    let memory = pool.fill(capacity: count) { target in
      result = av_image_copy_to_buffer(
        target.bindMemory(to: UInt8.self).baseAddress, Int32(count), planes, strides,
        AV_PIX_FMT_YUV420P, decoded.width, decoded.height, 1)
      return count
    }
    try checked(result, .decode, context.name)
    return VideoFrame(
      format: .yu12, size: size, stride: size.width,
      colour: ColourTags(of: decoded, otherwise: tags), capturedAt: stamp, memory: memory,
      coded: coded)
  }

  private mutating func skipFirst() -> VideoSourceEvent {
    waiting.removeFirst()
    return .skipped("without a picture")
  }

  /// Gives up all units not answered yet and has the decoder wait for a key frame: a picture made
  /// from damaged ones would look whole to everyone behind.
  private mutating func skipAll(_ reason: String) -> [VideoSourceEvent] {
    context.flush()
    defer { waiting.removeAll() }
    return waiting.map { _ in .skipped(reason) }
  }
}

extension ColourTags {
  /// What an H.264 stream says of its colours; what it leaves open, the driver may know.
  fileprivate init(of picture: AVFrame, otherwise tags: ColourTags) {
    self = tags
    switch picture.colorspace {
    case AVCOL_SPC_BT709: matrix = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: matrix = .bt601
    default: break
    }
    switch picture.color_range {
    case AVCOL_RANGE_JPEG: isFullRange = true
    case AVCOL_RANGE_MPEG: isFullRange = false
    default: break
    }
  }
}
