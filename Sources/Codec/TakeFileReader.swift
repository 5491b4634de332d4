import CLibAV
package import Frames
package import Recording
package import Units

/// Reads a take's file, also one that was never closed: it then ends at the last whole piece.
///
/// Stays on the lane that made it.
package final class TakeFileReader {
  /// One piece of a take, in file order.
  package enum Piece: Sendable {
    /// A coded picture.
    case video(EncodedPacket)
    /// Interleaved 48 kHz stereo samples.
    case audio([Int16])
  }

  /// What is read of a file; the rest is passed over without a look.
  package enum Track: Sendable {
    case both, pictures, sound
  }

  /// The decoder configuration of its pictures: an `avcC` record, empty for JPEG.
  package let configuration: [UInt8]
  /// True when the take has a sound track.
  package let hasAudio: Bool
  /// What the file says of itself; nil when it says nothing.
  package let label: String?

  private let demuxer: Demuxer
  private let packet: Packet
  let codec: VideoCodec
  private let rate: FrameRate
  private let videoStream: Int32
  private let audioStream: Int32?
  private var hasEnded = false
  /// Where the next picture begins, at the earliest.
  private var nextFrame: Int64 = 0

  /// Opens a take whose pictures lie on a grid of `rate`; any other kind of file is refused as
  /// invalid data.
  package init(path: String, rate: FrameRate, track: Track = .both) throws(CodecError) {
    let demuxer = try Demuxer(path, format: "mov")
    guard let video = demuxer.stream(AVMEDIA_TYPE_VIDEO), let codec = VideoCodec(of: video.codec),
      video.stream.time_base.den == FrameRate.ticksPerSecond
    else { throw CodecError(.open, .invalidData, path) }
    let audio = demuxer.stream(AVMEDIA_TYPE_AUDIO)
    if let audio {
      let isOurs =
        audio.codec.codec_id == AV_CODEC_ID_PCM_S16LE && audio.codec.ch_layout.nb_channels == 2
        && audio.codec.sample_rate == AudioFormat.takeRate
      guard isOurs else { throw CodecError(.open, .invalidData, path) }
    }
    packet = try Packet()
    configuration = codec == .h264 ? video.codec.header : []
    self.codec = codec
    videoStream = video.index
    audioStream = audio?.index
    hasAudio = audio != nil
    label = demuxer.tag(TakeFile.labelTag)
    if track == .sound { demuxer.passOver(video.index) }
    if track == .pictures, let audio { demuxer.passOver(audio.index) }
    self.demuxer = demuxer
    self.rate = rate
  }

  /// The next piece, nil at the end.
  package func next() throws(CodecError) -> Piece? {
    while try readWhole() {
      let stream = packet.pointer.pointee.stream_index
      if stream == videoStream {
        let picture = picture
        guard follows(picture) else { break }
        return .video(picture)
      }
      if stream == audioStream { return .audio(samples) }
    }
    return nil
  }

  /// True for the picture that comes next; in a damaged file it may be any.
  ///
  /// On a constant grid that is the next frame; pictures with their own times only rise.
  private func follows(_ picture: EncodedPacket) -> Bool {
    let isNext =
      rate == .milliseconds
      ? picture.frame >= nextFrame : picture.frame == nextFrame && picture.count == 1
    nextFrame = picture.frame + picture.count
    hasEnded = !isNext
    return isNext
  }

  /// Reads the next packet; false at the end, or where the file was cut off.
  private func readWhole() throws(CodecError) -> Bool {
    guard !hasEnded else { return false }
    do throws(CodecError) {
      hasEnded = try !demuxer.read(into: packet) || isCutPicture
    } catch {
      // Half a fragment header at the end of a cut file makes no sense to the demuxer.
      guard error.code == .invalidData else { throw error }
      hasEnded = true
    }
    return !hasEnded
  }

  /// True when the file ends within a picture: the demuxer hands out what is left of it unmarked.
  private var isCutPicture: Bool {
    packet.pointer.pointee.stream_index == videoStream && !codec.isWhole(packet.data)
  }

  private var picture: EncodedPacket {
    let frame = frames(in: packet.pointer.pointee.pts)
    let end = demuxer.end(of: packet).map(frames) ?? 0
    return EncodedPacket(
      bytes: Array(packet.data), frame: frame, count: max(1, end - frame), isKey: packet.isKey)
  }

  private func frames(in ticks: Int64) -> Int64 {
    roundedQuotient(ticks, times: rate.frames, by: FrameRate.ticksPerSecond * rate.seconds)
  }

  private var samples: [Int16] {
    // Whole stereo samples: in a cut file the last run of samples is good up to the cut.
    let count = packet.data.count / 4 * 2
    return [Int16](unsafeUninitializedCapacity: count) { buffer, used in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: packet.data[..<(count * 2)]))
      used = count
    }
  }
}

extension VideoCodec {
  /// The codec of a take's stream; nil for any other stream.
  fileprivate init?(of stream: AVCodecParameters) {
    switch stream.codec_id {
    // Version 1 of an `avcC` record.
    case AV_CODEC_ID_H264 where stream.header.first == 1: self = .h264
    case AV_CODEC_ID_MJPEG: self = .mjpeg
    default: return nil
    }
  }
}

extension TakeFileReader {
  /// What a take's file says of itself and the coded size of its pictures, read from its header
  /// alone; nil for what is not there.
  package static func header(path: String) throws -> (label: String?, size: PixelSize?) {
    let demuxer = try Demuxer(path, format: "mov")
    let size = demuxer.stream(AVMEDIA_TYPE_VIDEO).map { video in
      PixelSize(width: Int(video.codec.width), height: Int(video.codec.height))
    }
    return (demuxer.tag(TakeFile.labelTag), size)
  }

  /// Counts what a take's file holds, by reading all of it; when `decoding`, up to the first key
  /// frame that cannot be decoded.
  package static func contents(
    path: String, rate: FrameRate, decoding: Bool = false
  ) throws -> TakeContents {
    let reader = try TakeFileReader(path: path, rate: rate)
    let check = decoding ? try KeyFrameCheck(reader) : nil
    var contents = TakeContents(frames: 0, pictures: 0, samples: reader.hasAudio ? 0 : nil)
    while let piece = try reader.next() {
      switch piece {
      case .video(let packet):
        if let check, try !check.isGood(packet) { return contents }
        if packet.isKey { contents.keys.append(packet.frame) }
        contents.frames += packet.count
        contents.pictures += 1
      case .audio(let samples): contents.samples? += Int64(samples.count / 2)
      }
    }
    return contents
  }
}
