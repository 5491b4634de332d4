import CLibAV
package import Frames
package import Recording
import Units

/// The finished movie while it is written: coded pictures and sound, one chapter a clip.
///
/// Memory stays bounded: packets pass through, at most ten seconds of the faster track wait for
/// the other one. Stays on the merge lane.
package final class MovieFile: MovieWriter {
  /// Of all pictures written so far, for `MovieCheck`.
  package private(set) var videoChecksum = PacketChecksum()

  private let muxer: Muxer
  private let settings: VideoSettings

  private static let videoStream: Int32 = 0
  private static let audioStream: Int32 = 1

  /// Creates the file, which must not exist; its name may end in anything.
  ///
  /// `turn` is what players are told to do with the pictures; Matroska cannot say it.
  package init(
    path: String, format: MovieFormat, configuration: [UInt8], settings: VideoSettings,
    turn: Framing.Rotation = .upright, hasAudio: Bool, chapters: [MovieChapter]
  ) throws(CodecError) {
    // Never used: it says what the header has to.
    let sound = hasAudio ? try AACEncoder() : nil
    let muxer = try Muxer.create(path, format: format.muxer)
    try muxer.addVideo(settings, configuration: configuration, turn: turn)
    if let sound {
      try muxer.addAudio(
        AV_CODEC_ID_AAC, header: sound.configuration, padding: sound.priming,
        frame: sound.frameLength)
    }
    try muxer.addChapters(chapters)
    // The sound's priming lies before 0, where every container can say that it does; Matroska's
    // muxer would otherwise move the pictures behind it, off their grid.
    muxer.pointer.pointee.avoid_negative_ts = 0
    // MP4 has another name for the program than QuickTime and Matroska.
    let program = format == .mp4 ? "encoding_tool" : "encoder"
    try muxer.begin(Self.options(format), tags: ["creation_time": "now", program: "rushes"])
    self.muxer = muxer
    self.settings = settings
  }

  private static func options(_ format: MovieFormat) -> [String: String] {
    guard format != .mkv else { return [:] }
    return [
      // The index goes to the front, so that players can begin before the file has arrived.
      "movflags": "+faststart",
      // Lengths in the movie header and edit lists in the same ticks as the pictures, not in ms.
      "movie_timescale": "\(FrameRate.ticksPerSecond)",
      "video_track_timescale": "\(FrameRate.ticksPerSecond)",
    ]
  }

  package func writeVideo(_ coded: EncodedPacket) throws {
    let packet = try Packet.copy(of: coded.bytes, stream: Self.videoStream)
    if coded.isKey { packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY }
    let begin = settings.rate.ticks(ofFrame: coded.frame)
    let end = settings.rate.ticks(ofFrame: coded.frame + 1)
    try write(packet, at: begin, lasting: end - begin, perSecond: FrameRate.ticksPerSecond)
    videoChecksum.add(coded.bytes)
  }

  package func writeSound(_ sound: EncodedSound) throws {
    let packet = try Packet.copy(of: sound.bytes, stream: Self.audioStream)
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    try write(
      packet, at: sound.position, lasting: sound.count, perSecond: AudioFormat.takeRate)
  }

  package func finish() throws { try muxer.end() }

  private func write(
    _ packet: borrowing Packet, at time: Int64, lasting duration: Int64, perSecond: Int64
  ) throws(CodecError) {
    muxer.stamp(packet, at: time, lasting: duration, perSecond: perSecond)
    let result = av_interleaved_write_frame(muxer.pointer, packet.pointer)
    try muxer.checkFile(.write)
    try checked(result, .write, muxer.path)
  }
}

extension Muxer {
  /// Adds chapters in 1/90000 s; the muxer's context owns and frees them.
  fileprivate func addChapters(_ chapters: [MovieChapter]) throws(CodecError) {
    guard !chapters.isEmpty else { return }
    let list = try allocated(
      av_calloc(chapters.count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride), .create,
      path
    ).assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    pointer.pointee.chapters = list
    for (index, chapter) in chapters.enumerated() {
      let entry = try allocated(av_mallocz(MemoryLayout<AVChapter>.size), .create, path)
        .assumingMemoryBound(to: AVChapter.self)
      entry.pointee.id = Int64(index + 1)
      entry.pointee.time_base = AVRational(num: 1, den: Int32(FrameRate.ticksPerSecond))
      entry.pointee.start = chapter.start.ticks
      entry.pointee.end = chapter.end.ticks
      av_dict_set(&entry.pointee.metadata, "title", chapter.title, 0)
      list[index] = entry
      pointer.pointee.nb_chapters = UInt32(index + 1)
    }
  }
}

extension MediaTime {
  fileprivate var ticks: Int64 {
    roundedQuotient(nanoseconds, times: FrameRate.ticksPerSecond, by: 1_000_000_000)
  }
}
