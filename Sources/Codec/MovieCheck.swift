import CLibAV
import Units

/// Reopens a finished movie and compares every packet with what it should be.
package struct MovieCheck: ~Copyable {
  private let path: String
  private let expected: MovieExpectation
  private let demuxer: Demuxer
  private let packet: Packet
  private let decoder: CodecContext
  private let picture: Picture
  private let video: (index: Int32, timeBase: AVRational)
  private let audio: (index: Int32, timeBase: AVRational)?

  private var frames: Int64 = 0
  private var lastDecodeTime = Int64.min
  private var checksum = PacketChecksum()
  private var soundEnd: Int64?
  private var partStarts: Set<Int64>

  /// Reads the whole file, decoding nothing but the first picture of each take, and throws a
  /// `MovieFault` at the first difference, or a `CodecError` when it cannot be read at all.
  package static func run(path: String, expecting expected: MovieExpectation) throws {
    if expected.format != .mkv, try !BoxOrder.hasIndexFirst(path: path) {
      throw MovieFault(path: path, finding: .indexAtEnd)
    }
    var check = try MovieCheck(path, expected)
    try check.readAll()
  }

  private init(_ path: String, _ expected: MovieExpectation) throws {
    let demuxer = try Demuxer(path, format: expected.format.demuxer)
    guard let video = demuxer.stream(AVMEDIA_TYPE_VIDEO), video.codec.codec_id == expected.codec.id
    else { throw MovieFault(path: path, finding: .noPictures) }
    let size = PixelSize(width: Int(video.codec.width), height: Int(video.codec.height))
    guard size == expected.size else { throw MovieFault(path: path, finding: .size(size)) }
    let audio = demuxer.stream(AVMEDIA_TYPE_AUDIO)
    guard (audio != nil) == (expected.samples != nil) else {
      throw MovieFault(path: path, finding: .soundTrack(expected: expected.samples != nil))
    }
    let packet = try Packet()
    let picture = try Picture()
    decoder = try CodecContext.decoder(
      expected.codec.decoder, parameters: video.stream.codecpar)
    self.packet = packet
    self.picture = picture
    self.video = (video.index, video.stream.time_base)
    self.audio = audio.map { ($0.index, $0.stream.time_base) }
    self.demuxer = demuxer
    self.path = path
    self.expected = expected
    partStarts = Set(expected.partStarts)
  }

  private mutating func readAll() throws {
    while try demuxer.read(into: packet) {
      let stream = packet.pointer.pointee.stream_index
      if stream == video.index { try checkPicture() }
      if let audio, stream == audio.index { try checkSound(audio.timeBase) }
    }
    guard frames == expected.frames else {
      throw fault(.frames(found: frames, expected: expected.frames))
    }
    guard checksum == expected.checksum else { throw fault(.changed) }
    try checkSoundEnd()
  }

  private mutating func checkPicture() throws {
    let found = packet.pointer.pointee
    let ticks = expected.rate.ticks(ofFrame: frames)
    // Matroska counts milliseconds.
    let grid = AVRational(num: 1, den: Int32(FrameRate.ticksPerSecond))
    guard found.pts == av_rescale_q(ticks, grid, video.timeBase) else {
      throw fault(.misplaced(frame: frames))
    }
    // Matroska stores no decode times; its order is the decode order.
    let decodeTime = found.dts == cav_no_pts() ? found.pts : found.dts
    guard decodeTime > lastDecodeTime else { throw fault(.decodeOrder(frame: frames)) }
    lastDecodeTime = decodeTime
    checksum.add(packet.data)
    if partStarts.contains(frames) {
      guard packet.isKey else { throw fault(.noKey(frame: frames)) }
      guard decodesAlone() else { throw fault(.undecodable(frame: frames)) }
    }
    frames += 1
  }

  /// Decodes the packet at hand without anything before it.
  private func decodesAlone() -> Bool {
    avcodec_flush_buffers(decoder.pointer)
    do throws(CodecError) {
      // The picture may wait for the next one to know its turn, which the end replaces.
      if try decoder.decode(packet, into: picture) { return true }
      return try decoder.decodeEnd(into: picture)
    } catch { return false }
  }

  private mutating func checkSound(_ timeBase: AVRational) throws {
    let found = packet.pointer.pointee
    if expected.format != .mkv, let soundEnd, found.pts != soundEnd {
      throw fault(.soundBroken(sample: soundEnd))
    }
    soundEnd = found.pts + found.duration
  }

  /// Sound begins with the priming before 0, so where its last packet ends is its length.
  private func checkSoundEnd() throws {
    guard let samples = expected.samples, let audio else { return }
    let end = av_rescale_q(
      soundEnd ?? 0, audio.timeBase, AVRational(num: 1, den: Int32(AudioFormat.takeRate)))
    // Matroska keeps whole AAC frames of 1024 samples at times rounded to a millisecond (48).
    let isRight = expected.format == .mkv ? abs(end - samples) <= 1024 + 48 : end == samples
    guard isRight else { throw fault(.samples(found: end, expected: samples)) }
  }

  private func fault(_ finding: MovieFault.Finding) -> MovieFault {
    MovieFault(path: path, finding: finding)
  }
}
